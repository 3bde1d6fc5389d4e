// The phone of a crew: its name, confirmed as it will be written, and then where it plays.

import { element } from "./element.js";
import { Gallery } from "./gallery.js";
import { keep, kept } from "./store.js";
import { crews, outcome, say } from "./words.js";

const ask = document.querySelector(".ask"), confirm = document.querySelector(".confirm");
const name = ask.querySelector("input");
let spelled = null, shown = {};

const page = new Gallery("crew", () => ({ ticket: kept("crew-ticket", "") }), {
  picture,
  welcome() {
    if (spelled) page.line.send({ spell: spelled });
  },
  message(what, said) {
    if (what === "spelled") spell(said);
    else if (what === "checked") check(said);
  },
});

function picture(facts) {
  shown = facts;
  const { labels } = page;
  document.querySelector(".tournament").textContent = facts.tournament ?? "";
  step();
  page.part(".own", facts, (place) => {
    if (facts.in) place.append(...own(facts));
  });
}

// Which step is shown follows from what the desk says and what was typed.
function step() {
  const name = shown.in ? "own" : !shown.tournament ? "none" : spelled ? "confirm" : "ask";
  for (const each of document.querySelectorAll(".step")) each.hidden = !each.classList.contains(name);
}

function own({ crew, here, round, encounter, standing }) {
  const { labels } = page;
  const made = [element("h2", "crew-name", crew)];
  if (!here) made.push(element("p", "", say(labels, "in.gone")));
  else if (!round) made.push(element("p", "wait", say(labels, "in.wait")));
  else if (!encounter) made.push(element("p", "wait", say(labels, "in.next-round")));
  else {
    const { table, red, blue } = encounter;
    made.push(element("p", "round", say(labels, "in.round", { round })));
    if (table) made.push(element("p", "at", table));
    else if (!encounter.bye) made.push(element("p", "wait", say(labels, "waits")));
    made.push(crews(labels, encounter));
    if (blue) made.push(element("p", `boat ${red === crew ? "red" : "blue"}`, say(labels, red === crew ? "in.red" : "in.blue")));
    made.push(element("p", "result", outcome(labels, encounter)));
    const why = element("details", "why");
    why.append(element("summary", "", say(labels, "why")), ...encounter.why.map((reason) => element("p", "", reason)));
    if (encounter.why.length) made.push(why);
  }
  if (standing) made.push(element("p", "standing", say(labels, standing.points === undefined ? "in.glory" : "in.standing", standing)));
  return made;
}

function complain(text = "") {
  for (const place of document.querySelectorAll(".refused")) place.textContent = text;
}

function spell({ name: written, crew, refused = "" }) {
  complain(refused);
  if (refused) spelled = null;
  document.querySelector(".spelled").textContent = written ?? "";
  document.querySelector(".known").hidden = crew == null;
  step();
  if (!refused) confirm.querySelector(".yes").focus();
}

function check({ ticket, refused = "" }) {
  complain(refused);
  if (!ticket) return;
  keep("crew-ticket", ticket);
  spelled = null;
}

ask.addEventListener("submit", (event) => {
  event.preventDefault();
  complain();
  spelled = name.value.trim();
  if (spelled) page.line.send({ spell: spelled });
});
confirm.querySelector(".yes").addEventListener("click", () => page.line.send({ check_in: spelled }));
confirm.querySelector(".no").addEventListener("click", () => {
  spelled = null;
  complain();
  step();
  name.focus();
});
page.language ??= navigator.language.slice(0, 2).toLowerCase();
page.line.open();
