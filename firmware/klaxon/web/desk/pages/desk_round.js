// The round: pair it, see who meets whom and why, give results, and let encounters be played elsewhere.

import { button, element } from "./element.js";
import { crews, outcome } from "./words.js";

const RESULTS = ["red", "draw", "blue", "red-absent", "blue-absent", "both-absent"];

export function showRound(desk, { tournament, round, tables, pairs }) {
  desk.part(".next", [tournament, round?.open, pairs], (place) => {
    if (!tournament) return place.append(element("p", "", desk.say("round.begin-first")));
    if (pairs) return place.append(element("p", "", desk.say("round.pairs")));
    const open = round?.open ?? 0;
    if (open) place.append(element("p", "", desk.say("round.open", { open })));
    else if (tournament.rounds && tournament.played >= tournament.rounds) place.append(element("p", "", desk.say("round.last")));
    const pair = button("plate", desk.say("round.pair", { round: tournament.played + 1 }), () => desk.act("pair"));
    pair.disabled = open > 0;
    place.append(pair);
    const undo = button("small", desk.say("undo"), () => desk.sure(desk.say("sure.undo")) && desk.tournament("Undo"));
    place.append(undo);
    if (round) place.append(button("small", desk.say("print"), () => window.print()));
  });
  const free = tables.filter((table) => table.free).map(({ id, name }) => [id, name]);
  desk.part(".encounters", [round, free], (place) => {
    if (round) place.append(...round.encounters.map((each) => encounter(desk, round.number, each, free)));
  });
}

function encounter(desk, round, sitting, free) {
  const { n, table, blue, open, why, crews: aboard } = sitting;
  const made = element("li", open ? "open" : "done");
  made.append(element("strong", "at", table || (blue || aboard.length > 1 ? desk.say("waits") : "–")), crews(desk.labels, sitting), element("span", "result", outcome(desk.labels, sitting)));
  const acts = element("div", "acts");
  if (blue) {
    for (const result of RESULTS) {
      const give = button("small", desk.say(`give.${result}`), () => desk.tournament("GiveResult", { round, table: n, result }));
      give.setAttribute("aria-pressed", sitting.result === result);
      acts.append(give);
    }
    acts.append(button("small", desk.say("turn"), () => desk.tournament("TurnBoats", { table: n })));
  }
  if (open && free.length) acts.append(chooser(desk.say("place"), free, (chosen) => desk.act("place", { encounter: n, table: chosen })));
  if (blue) acts.append(button("small", desk.say("dispute"), () => dispute(desk, round, n)));
  made.append(acts);
  if (why.length) {
    const reasons = element("details", "why");
    reasons.append(element("summary", "", desk.say("why")), ...why.map((reason) => element("p", "", reason)));
    made.append(reasons);
  }
  return made;
}

function dispute(desk, round, encounterNumber) {
  const text = window.prompt(desk.say("dispute.what"), "");
  if (text !== null) desk.act("dispute", { round, encounter: encounterNumber, text });
}

// A choice that is taken at once; its first line says what it is.
export function chooser(word, options, take) {
  const made = element("select", "small");
  made.setAttribute("aria-label", word);
  made.append(new Option(word, "", true, true), ...options.map(([value, text]) => new Option(text, value)));
  made.addEventListener("change", () => {
    if (made.value) take(made.value);
    made.value = "";
  });
  return made;
}
