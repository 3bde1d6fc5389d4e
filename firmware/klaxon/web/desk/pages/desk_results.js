// Results as they came from tables, verified or set aside, and disputes that wait for a ruling.

import { button, element } from "./element.js";
import { showList } from "./desk_list.js";

const RULINGS = ["red", "draw", "blue", "journal"];

export function showResults(desk, { claims, disputes, settings, tournament }) {
  desk.part(".no-disputes", disputes.length, (place) => {
    if (!disputes.length) place.append(element("p", "nothing", desk.say("disputes.none")));
  });
  showList(document.querySelector(".disputes"), disputes, { key: ({ n }) => n, facts: (dispute) => [dispute, tournament?.system], draw: (dispute) => disputed(desk, dispute, tournament) });
  const canShow = claims.some(({ state, counted }) => state === "verified" && counted);
  desk.part(".on-screen", [settings.shown.length, canShow], (place) => {
    if (settings.shown.length) place.append(element("p", "word", desk.say("show.on", { count: settings.shown.length })), button("small", desk.say("show.end"), () => desk.act("show", { claims: [] })));
    else if (canShow) place.append(button("small", desk.say("show.round"), () => desk.act("show", { claims: "round" })));
  });
  showList(document.querySelector(".claims"), claims, { key: ({ id }) => id, draw: (claim) => claimed(desk, claim) });
}

function disputed(desk, { n, round, encounter, crews, why, text, settled, ruling, claim }, tournament) {
  const made = element("li", settled ? "settled" : "open");
  const head = desk.say("dispute.of", { round, encounter, crews: Array.isArray(crews) ? crews.join(" – ") : crews });
  made.append(element("strong", "", head), element("p", "", [why, text].filter(Boolean).join(" ")));
  if (claim) made.append(claimed(desk, claim, "div"));
  if (settled) {
    made.append(element("p", "ruling", desk.say("dispute.settled", { result: desk.say(`give.${settled}`) || settled, ruling })));
    return made;
  }
  const reason = element("input"), acts = element("div", "acts");
  reason.placeholder = desk.say("dispute.why");
  reason.setAttribute("aria-label", desk.say("dispute.why"));
  reason.maxLength = 160;
  acts.append(reason);
  for (const result of tournament?.system === "ranking" ? ["journal"] : RULINGS)
    if (result !== "journal" || claim?.state === "verified")
      acts.append(button("small", desk.say(`give.${result}`), () => desk.act("settle", { dispute: n, result, ruling: reason.value })));
  made.append(acts);
  return made;
}

function claimed(desk, { id, table, game, boats, winner, state, words, witnessed, counted, debrief }, tag = "li") {
  const made = element(tag, `claim ${state}`);
  const crews = Object.entries(boats).map(([boat, crew]) => (boat === winner ? `★ ${crew}` : crew));
  made.append(element("strong", "", table), element("span", "crew", crews.join(" – ") || game), element("span", "word", words));
  if (state === "verified" && !witnessed) made.append(element("span", "word", desk.say("claim.unwitnessed")));
  if (counted) made.append(element("span", "word", desk.say("claim.counted")));
  if (debrief) {
    const look = element("a", "small", desk.say("debrief.look"));
    look.href = debrief;
    look.target = "_blank";
    made.append(look, button("small", desk.say("show.one"), () => desk.act("show", { claims: [id] })));
  }
  return made;
}
