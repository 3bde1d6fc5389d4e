// The umpire's page: both boats as they are, and the few things an umpire may do.

import { button, element } from "./element.js";
import { Gallery } from "./gallery.js";

const form = document.querySelector(".pin");
const given = form.querySelector("input");
const notice = document.querySelector(".said");
const tried = document.querySelector(".tried");
const sure = document.querySelector(".sure");

// Neither is kept by the browser: whoever loads the page anew shows the PIN again.
let pin = "", token = "", heard = null;

const gallery = new Gallery("umpire", () => (token ? { token } : pin ? { pin } : null), {
  state(name) {
    form.hidden = !["bad-key", "closed"].includes(name);
    if (form.hidden) return;
    document.body.classList.toggle("refused", name === "bad-key" && Boolean(pin || token));
    pin = token = given.value = "";
    given.focus();
  },
  welcome(facts) {
    token = facts.token ?? token;
    heard = null;
    document.body.classList.remove("refused");
  },
  tries(count) {
    tried.textContent = (gallery.labels["umpire.tried"] ?? "").replace("{count}", count);
    tried.hidden = false;
  },
  picture(tableau) {
    gallery.draw(tableau);
    const { state, waiting = [], seats = [], notice: said } = tableau;
    gallery.part(".acts", state, (place) => place.append(...acts(state)));
    gallery.part(".waiting", waiting, (place) => place.append(...waiting.map(asked)));
    gallery.part(".seats", seats, (place) => place.append(...seats.map(seated)));
    document.querySelector(".waited").hidden = !waiting.length;
    document.querySelector(".manning").hidden = !seats.length;
    if (said && heard !== null && said.n !== heard) notice.textContent = said.text;
    heard = said?.n ?? 0;
  },
});

const say = (message) => {
  notice.textContent = "";
  gallery.line.send(message);
};

function acts(state) {
  const word = (name) => gallery.labels[`umpire.${name}`] ?? "";
  const plain = (act) => button("plate", word(act), () => say({ act }));
  const playing = ["running", "unsaved"].includes(state);
  const found = [];
  if (playing) found.push(plain("pause"));
  if (state === "paused") found.push(plain("resume"));
  if (!["none", "count-in"].includes(state)) found.push(plain("undo"));
  if (playing || state === "paused") found.push(button("plate grave", word("end"), () => sure.showModal()));
  return found;
}

// An open question, and what may be answered for who is not there.
function asked({ seat, who, answers }) {
  return choice(who, answers.map(({ line, text }) => [line, text]), "", gallery.labels["umpire.answer"], (line) =>
    say({ answer: line, seat }));
}

function seated({ seat, who, at, heirs }) {
  return choice(who, heirs.map(({ to, text }) => [to, text]), at, gallery.labels["umpire.give"], (to) =>
    say({ act: "hand-over", seat, to }));
}

function choice(who, options, chosen, word = "", act) {
  const item = element("li");
  const select = element("select");
  select.setAttribute("aria-label", who);
  for (const [value, text] of options) select.append(new Option(text, value, value === chosen, value === chosen));
  const give = button("plate", word, () => act(select.value));
  give.setAttribute("aria-label", `${word}: ${who}`);
  item.append(element("span", "who", who), select, give);
  return item;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  pin = given.value.trim();
  token = "";
  if (pin) gallery.line.open();
});
sure.querySelector(".yes").addEventListener("click", () => say({ act: "end" }));
gallery.line.open();
