// The page: a slider and keys that go through the steps, the list of what happened, and what a game draws beside it.

const SHOW = location.hash === "#show"; // inside a screen of a hall: it plays by itself, and says when it is over
const PACE = SHOW ? 250 : 700, REST = SHOW ? 2500 : 1800; // ms that a step stands while the game plays, and one that turned it
const SPEEDS = [1, 4, 16];
const STRIDE = 10;
const HIGH = 100; // the strip, in units of its own

const find = (selector) => document.querySelector(selector);
const last = story.steps.length - 1;
const slider = find(".slider"), list = find(".list"), now = find(".now"), place = find(".place"), keys = find(".keys");
const drawing = drawings[story.game]?.(find(".drawing"), find(".sides"), find(".legend"));
let number = 0, playing = 0, speed = 1;

const items = story.steps.map((step, n) => {
  const item = element("li", step.weighty ? "weighty" : "");
  const button = element("button");
  button.type = "button";
  button.tabIndex = -1; // the slider leads here too; Tab need not pass hundreds of buttons
  button.append(element("span", "when", clock(step.at)), element("span", "what", step.say.join(" · ")));
  button.addEventListener("click", () => (pause(), show(n)));
  item.append(button);
  list.append(item);
  return item;
});

const strip = find(".strip");
strip.setAttribute("viewBox", `0 0 ${Math.max(last, 1)} ${HIGH}`);
story.steps.forEach((step, n) => step.weighty && shape(strip, "line", { class: "tick", x1: n, x2: n, y1: 0, y2: HIGH }));
if (drawing?.damage) {
  const { most } = drawing;
  Object.keys(story.boats).forEach((boat, place) => {
    // A little apart, so that two boats with the same damage are two lines.
    const y = (n) => HIGH - 8 - 6 * place - (HIGH - 20) * drawing.damage(n)[boat] / most;
    const points = story.steps.map((_, n) => `${n ? `H${n}` : `M0 ${y(0)}`}V${y(n)}`).join("");
    shape(strip, "path", { class: `damage ${boat}`, d: points });
  });
}
else strip.setAttribute("aria-label", label("ticks"));
const cursor = shape(strip, "line", { class: "cursor", y1: 0, y2: HIGH });
for (const part of [0, 1, 2, 3, 4]) find(".times").append(element("span", "", clock(story.steps[Math.round(last * part / 4)].at)));

function show(to) {
  number = Math.max(0, Math.min(last, to));
  const step = story.steps[number];
  slider.value = number;
  const where = label("place", { number, last, clock: clock(step.at) });
  slider.setAttribute("aria-valuetext", `${where}: ${step.say.join(" ")}`);
  place.textContent = where;
  now.replaceChildren(...step.by ? [element("p", "by", step.by)] : [], ...step.say.map((said) => element("p", "", said)));
  items.forEach((item, n) => {
    if (n === number) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  // Not scrollIntoView: it would scroll the page too.
  list.scrollTop = items[number].offsetTop - list.clientHeight / 2 + items[number].offsetHeight / 2;
  cursor.setAttribute("x1", number);
  cursor.setAttribute("x2", number);
  drawing?.show(number);
}

function turning() {
  const next = story.steps.findIndex((step, n) => n > number && step.weighty);
  return next < 0 ? last : next;
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  tellPlaying();
}

function play() {
  if (number === last) show(0);
  const go = () => {
    if (number === last) {
      if (SHOW) parent.postMessage("debrief-over", location.origin);
      return pause();
    }
    show(number + 1);
    playing = setTimeout(go, (story.steps[number].weighty ? REST : PACE) / speed);
  };
  playing = setTimeout(go, PACE / speed);
  tellPlaying();
}

// How fast it plays: the next step comes at the new speed.
function hurry() {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  keys.querySelector(".speed").textContent = `${speed}×`;
}

function tellPlaying() {
  const button = keys.querySelector(".play");
  const text = label(playing ? "pause" : "play");
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.setAttribute("aria-label", text);
  button.title = text;
}

const moves = {
  first: () => show(0),
  before: () => show(number - 1),
  after: () => show(number + 1),
  turning: () => show(turning()),
};
const pressed = {
  ArrowLeft: moves.before, ArrowRight: moves.after, Home: moves.first, End: () => show(last),
  PageUp: () => show(number - STRIDE), PageDown: () => show(number + STRIDE),
};

keys.addEventListener("click", (event) => {
  const what = event.target.closest("button")?.dataset.do;
  if (what === "speed") return hurry();
  if (what === "play") return playing ? pause() : play();
  if (what) {
    pause();
    moves[what]();
  }
});
slider.max = last;
slider.addEventListener("input", () => (pause(), show(Number(slider.value))));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.key === " " && !event.target.closest("button, summary")) playing ? pause() : play();
  else if (pressed[event.key]) {
    pause();
    pressed[event.key]();
  } else return;
  event.preventDefault();
});
show(0);
if (SHOW) play();
