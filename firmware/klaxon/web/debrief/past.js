// Any second of the game, between its steps too: what a glass showed, and what the other side believed. The console that
// keeps the game is asked, one question at a time; a file that was taken elsewhere has nobody to ask, and says so.

const HOPS = [-60, -10, -1, 1, 10, 60]; // seconds
const LIT = [255, 214, 130];

drawings[story.game] = (place) => {
  if (!location.protocol.startsWith("http")) {
    place.append(element("p", "past-alone", label("past.alone")));
    return { show() {} };
  }
  const look = { at: 0, bearing: 0, picture: 0 };
  let asking = false, asked = "";
  const figure = element("figure", "past");
  const canvas = element("canvas", "past-picture");
  canvas.setAttribute("aria-hidden", "true"); // its words stand beside it
  const said = element("figcaption", "past-words");
  said.setAttribute("role", "status");

  const chosen = story.past.map((name, number) => {
    const button = key(name, () => go({ picture: number }));
    button.setAttribute("aria-pressed", "false");
    return button;
  });
  const when = element("output", "past-when");
  const hops = HOPS.map((seconds) => key(hop(seconds), () => go({ at: Math.max(0, look.at + seconds * 1000) })));
  const bearing = element("input", "slider");
  Object.assign(bearing, { type: "range", min: 0, max: 359, step: 1, value: 0 });
  bearing.setAttribute("aria-label", label("past.bearing"));
  bearing.addEventListener("input", () => go({ bearing: Number(bearing.value) * 10 }));
  bearing.addEventListener("keydown", (event) => event.stopPropagation()); // arrows turn the glass here, not the steps

  figure.append(canvas, row("past-keys", chosen), row("past-keys past-hops", [...hops.slice(0, 3), when, ...hops.slice(3)]), turned(), said);
  place.append(figure);

  function turned() {
    const made = element("label", "past-turn", label("past.bearing"));
    made.append(bearing);
    return made;
  }

  function hop(seconds) {
    const sign = seconds < 0 ? "−" : "+", size = Math.abs(seconds);
    return sign + (size < 60 ? label("past.seconds", { n: size }) : label("past.minutes", { n: size / 60 }));
  }

  function go(change) {
    pause();
    Object.assign(look, change);
    ask();
  }

  async function ask() {
    const question = `at=${look.at}&bearing=${look.bearing}&picture=${look.picture}&lang=${document.documentElement.lang}`;
    chosen.forEach((button, number) => button.setAttribute("aria-pressed", String(number === look.picture)));
    when.textContent = clock(look.at);
    if (asking || question === asked) return; // the answer on its way asks again
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}/past?${question}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(await answer.text());
      const moment = await answer.json();
      look.at = Math.min(look.at, moment.at); // after the end nothing comes
      draw(moment);
      asked = question;
      asking = false;
      ask();
    } catch {
      said.replaceChildren(element("p", "", label("past.failed")));
      asking = false;
    }
  }

  function draw({ width, height, pixels, words }) {
    const bytes = Uint8Array.from(atob(pixels), (sign) => sign.charCodeAt(0));
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d"), image = context.createImageData(width, height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
      const lit = (bytes[(y >> 3) * width + x] >> (y & 7)) & 1;
      image.data.set([...LIT, lit ? 255 : 0], (y * width + x) * 4);
    }
    context.putImageData(image, 0, 0);
    said.replaceChildren(...words.map((word) => element("p", "", word)));
  }

  return { show: (number) => (look.at = story.steps[number].at, ask()) };
};

function key(text, act) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function row(name, children) {
  const made = element("div", name);
  made.append(...children);
  return made;
}
