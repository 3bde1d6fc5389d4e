// Results as they came from tables, verified or set aside, and disputes that wait for a ruling.

import { button, element } from "./element.js";

const RULINGS = ["red", "draw", "blue", "journal"];

export function showResults(desk, { claims, disputes }) {
  desk.part(".disputes", disputes, (place) => {
    if (!disputes.length) place.append(element("li", "nothing", desk.say("disputes.none")));
    place.append(...disputes.map((dispute) => disputed(desk, dispute)));
  });
  desk.part(".claims", claims, (place) => place.append(...claims.map((claim) => claimed(desk, claim))));
}

function disputed(desk, { n, round, encounter, crews, why, text, settled, ruling, claim }) {
  const made = element("li", settled ? "settled" : "open");
  const head = desk.say("dispute.of", { round, encounter, crews: Array.isArray(crews) ? crews.join(" – ") : crews });
  made.append(element("strong", "", head), element("p", "", [why, text].filter(Boolean).join(" ")));
  if (settled) {
    made.append(element("p", "ruling", desk.say("dispute.settled", { result: desk.say(`give.${settled}`) || settled, ruling })));
    return made;
  }
  const reason = element("input"), acts = element("div", "acts");
  reason.placeholder = desk.say("dispute.why");
  reason.setAttribute("aria-label", desk.say("dispute.why"));
  reason.maxLength = 160;
  acts.append(reason);
  for (const result of RULINGS)
    if (result !== "journal" || claim)
      acts.append(button("small", desk.say(`give.${result}`), () => desk.act("settle", { dispute: n, result, ruling: reason.value })));
  made.append(acts);
  return made;
}

function claimed(desk, { table, game, boats, winner, state, words, witnessed, counted }) {
  const made = element("li", state);
  const crews = Object.entries(boats).map(([boat, crew]) => (boat === winner ? `★ ${crew}` : crew));
  made.append(element("strong", "", table), element("span", "crew", crews.join(" – ") || game), element("span", "word", words));
  if (state === "verified" && !witnessed) made.append(element("span", "word", desk.say("claim.unwitnessed")));
  if (counted) made.append(element("span", "word", desk.say("claim.counted")));
  return made;
}
