// The round: pair it, see who meets whom and why, give results, and let encounters be played elsewhere.

import { button, element } from "./element.js";
import { showList } from "./desk_list.js";
import { asker, chooser } from "./forms.js";
import { crews, outcome } from "./words.js";

const RESULTS = ["red", "draw", "blue", "red-absent", "blue-absent", "both-absent"];
const GRADES = [..."SABCDEF"].map((grade) => [grade, grade]);
const MINUTES = { inputMode: "numeric", size: 4, maxLength: 3, pattern: "[0-9]{1,3}" };

export function showRound(desk, { tournament, round, tables, pairs, clock }) {
  desk.part(".next", [tournament, round?.open, pairs], (place) => {
    if (!tournament) return place.append(element("p", "", desk.say("round.begin-first")));
    if (pairs) return place.append(element("p", "", desk.say("round.pairs")));
    const open = round?.open ?? 0, done = tournament.rounds && tournament.played >= tournament.rounds;
    if (open) place.append(element("p", "", desk.say("round.open", { open })));
    else if (done) place.append(element("p", "", desk.say("round.last")));
    const pair = button("plate", desk.say("round.pair", { round: tournament.played + 1 }), () => desk.act("pair"));
    pair.disabled = open > 0;
    if (!done) place.append(pair);
    const undo = button("small", desk.say("undo"), () => desk.sure(desk.say("sure.undo")) && desk.tournament("Undo"));
    place.append(undo);
    if (round) place.append(button("small", desk.say("print"), () => window.print()));
  });
  desk.part(".clock-acts", [Boolean(tournament), Boolean(round), clock.minutes, clock.runs, Boolean(clock.left)], (place) => {
    if (!tournament) return;
    const { minutes } = clock;
    if (clock.left) place.append(button("small", desk.say(clock.runs ? "clock.stop" : "clock.go"), () => desk.act("clock", { runs: !clock.runs })));
    if (round && minutes) place.append(button("small", desk.say("clock.again", { minutes }), () => desk.act("clock", { left: minutes, runs: true })));
    place.append(asker([["minutes", desk.say("clock.minutes"), String(minutes || ""), MINUTES]], desk.say("clock.set"), (facts) => desk.act("clock", { minutes: Number(facts.minutes) })));
  });
  const free = tables.filter((table) => table.free).map(({ id, name }) => [id, name]);
  showList(document.querySelector(".encounters"), round?.encounters ?? [], {
    key: ({ n }) => `${round.number}/${n}`,
    facts: (each) => [each, each.open ? free : [], tournament?.system, pairs],
    draw: (each) => encounter(desk, round.number, each, free, tournament, pairs),
  });
}

function encounter(desk, round, sitting, free, tournament, pairs) {
  const { n, table, blue, bye, open, why, haul } = sitting;
  const inRanking = tournament?.system === "ranking";
  const made = element("li", open ? "open" : "done");
  made.append(element("strong", "at", table || (bye ? "–" : desk.say("waits"))), crews(desk.labels, sitting), element("span", "result", outcome(desk.labels, sitting)));
  const acts = element("div", "acts");
  if (blue) {
    for (const result of RESULTS) {
      const give = button("small", desk.say(`give.${result}`), () => desk.tournament("GiveResult", { round, table: n, result }));
      give.setAttribute("aria-pressed", sitting.result === result);
      give.disabled = pairs; // what is pressed now is meant for the next round
      acts.append(give);
    }
    acts.append(button("small", desk.say("turn"), () => desk.tournament("TurnBoats", { table: n })));
  }
  if (inRanking) acts.append(asker([["grade", desk.say("grade"), haul?.grade ?? "C", GRADES], ["glory", desk.say("column.glory"), String(haul?.glory ?? ""), { inputMode: "numeric", size: 5, maxLength: 6, pattern: "-?[0-9]+" }]], desk.say("grade.give"), ({ grade, glory }) =>
    desk.tournament("Grade", { round, crew: sitting.crews[0], grade, glory: Number(glory) })));
  if (open && free.length) acts.append(chooser(desk.say("place"), free, (chosen) => desk.act("place", { encounter: n, table: chosen })));
  if (blue || inRanking) acts.append(button("small", desk.say("dispute"), () => dispute(desk, round, n)));
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
