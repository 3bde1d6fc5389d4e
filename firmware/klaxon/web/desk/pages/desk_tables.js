// Tables at the desk: who asks to be let in, who plays what, what is wrong with which, and what can be done there.

import { button, element } from "./element.js";
import { showList } from "./desk_list.js";
import { asker } from "./forms.js";
import { clock, crews } from "./words.js";

const MINUTES = { inputMode: "numeric", size: 4, maxLength: 3, pattern: "[0-9]{2,3}" };
const CODE = { autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 6, size: 8 };

export function showTables(desk, { tables, round, newcomers = [], offers }) {
  showList(document.querySelector(".newcomers"), newcomers, {
    key: ({ id }) => id,
    draw: (newcomer) => asking(desk, newcomer, tables.length + 1 + newcomers.indexOf(newcomer)),
  });
  desk.part(".all", tables.length, (place) => {
    if (!tables.length) return place.append(element("p", "", desk.say("tables.none")));
    const all = element("strong", "", desk.say("tables.all"));
    place.append(all, ...commands(desk, "all", desk.say("tables.all")), messenger(desk, "all", desk.say("tables.all")), more(desk, "all", desk.say("tables.all"), offers));
  });
  showList(document.querySelector(".fleet"), tables, {
    key: ({ id }) => id,
    facts: (table) => [settled(table), sittingAt(table, round)],
    draw: (table) => card(desk, table, sittingAt(table, round), offers),
  });
}

// A table that shows a code on its panel: whoever reads it there types it here.
function asking(desk, { id, called, pairs, wrong }, number) {
  const made = element("li", "newcomer");
  made.append(element("strong", "", desk.say("newcomer.asks", { called })));
  if (wrong) made.append(element("p", "trouble", desk.say("newcomer.wrong")));
  if (pairs) made.append(element("p", "word", desk.say("newcomer.pairs")));
  const fields = [["code", desk.say("newcomer.code"), "", CODE], ["name", desk.say("table.name"), desk.say("table.number", { number }), { maxLength: 40 }]];
  made.append(asker(fields, desk.say("newcomer.admit"), (facts) => desk.act("admit", { newcomer: id, ...facts })));
  return made;
}

function sittingAt(table, round) {
  return round?.encounters.find(({ table_id: id }) => id === table.id) ?? null;
}

// A table without what changes all the time.
function settled({ heard, now, commands: given, health, ...rest }) {
  return { ...rest, given: given.map(({ words, why, do: what }) => [what, words, why]), silent: heard > 90, health: healthLine(health) };
}

function card(desk, table, sitting, offers) {
  const made = element("article", `table ${table.standing} ${table.state}${table.troubles.length ? " troubled" : ""}`);
  made.append(element("h2", "", table.name));
  if (sitting) made.append(crews(desk.labels, sitting));
  const word = table.standing === "here" ? desk.say(`state.${table.outcome ? "over" : table.state}`) || table.state : desk.say(`standing.${table.standing}`);
  made.append(element("p", "how", [word, table.state === "lobby" ? "" : table.game, table.now ? clock(table.now) : ""].filter(Boolean).join(" · ")));
  for (const trouble of table.troubles) made.append(element("p", "trouble", trouble));
  const health = healthLine(table.health);
  if (health) made.append(element("p", "health", health));
  const acts = element("div", "acts");
  acts.append(...commands(desk, [table.id], table.name), messenger(desk, [table.id], table.name));
  made.append(acts, more(desk, [table.id], table.name, offers, table));
  const last = table.commands[0];
  if (last) made.append(element("p", "last", [`${last.do}: ${last.words}`, last.why].filter(Boolean).join(" · ")));
  return made;
}

function healthLine({ version, disk_free: free, heat } = {}) {
  return [heat === undefined || heat === null ? "" : `${heat} °C`, free === undefined || free === null ? "" : `${free} MB`, version ?? ""].filter(Boolean).join(" · ");
}

function commands(desk, tables, whom) {
  return ["pause", "resume", "hint", "reset"].map((what) => {
    const grave = what === "reset" || (what === "pause" && tables === "all");
    const made = button(`small ${grave ? "grave" : ""}`, desk.say(`do.${what}`), () => {
      if (!grave || desk.sure(desk.say(`sure.${what}`, { table: whom }))) desk.act(what, { tables });
    });
    made.setAttribute("aria-label", `${desk.say(`do.${what}`)}: ${whom}`);
    return made;
  });
}

function messenger(desk, tables, whom) {
  const form = element("form", "message"), text = element("input");
  text.maxLength = 160;
  text.placeholder = desk.say("message");
  text.setAttribute("aria-label", `${desk.say("message")}: ${whom}`);
  form.append(text, element("button", "small", desk.say("send")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) desk.act("message", { tables, text: text.value }, (refused) => refused || (text.value = ""));
  });
  return form;
}

// What is rarely needed: the name of a table, one setting, walk-up games.
function more(desk, tables, whom, { games, settings }, table = null) {
  const made = element("details");
  const summary = element("summary", "", desk.say("more"));
  summary.setAttribute("aria-label", `${desk.say("more")}: ${whom}`);
  made.append(summary);
  if (table) made.append(asker([["name", desk.say("table.name"), table.name, { maxLength: 40 }]], desk.say("table.rename"), ({ name }) => desk.act("name", { table: table.id, name })));
  const values = settings.flatMap(({ name, words, values: offered }) => offered.map(([value, word]) => [`${name}=${value}`, `${words}: ${word}`]));
  made.append(asker([["chosen", desk.say("setting.name"), "", values]], desk.say("setting.push"), ({ chosen }) => {
    const [name, value] = chosen.split("=");
    desk.act("setting", { tables, name, value });
  }));
  if (table?.slots.game) made.append(button("small", desk.say("slot.end"), () => desk.act("slot", { tables, on: false })));
  else
    made.append(asker([["game", desk.say("game"), "", games], ["minutes", desk.say("minutes"), "30", MINUTES]], desk.say("slot.begin"), ({ game, minutes }) =>
      desk.act("slot", { tables, on: true, game, minutes: Number(minutes) })));
  return made;
}
