// Tables at the desk: who plays what, what is wrong with which, and what can be done there.

import { button, element } from "./element.js";
import { clock, crews } from "./words.js";

export function showTables(desk, { tables, round }) {
  desk.part(".all", tables.length, (place) => {
    if (!tables.length) return place.append(element("p", "", desk.say("tables.none")));
    const all = element("strong", "", desk.say("tables.all"));
    place.append(all, ...commands(desk, "all", desk.say("tables.all")), messenger(desk, "all", desk.say("tables.all")));
  });
  desk.part(".fleet", [tables.map(settled), round], (place) => place.append(...tables.map((table) => card(desk, table, round))));
}

// A table without what changes all the time: cards that somebody works stay as they are.
function settled({ heard, now, commands: given, health, ...rest }) {
  return { ...rest, given: given.map(({ words, why, do: what }) => [what, words, why]), silent: heard > 90, health: healthLine(health) };
}

function card(desk, table, round) {
  const made = element("article", `table ${table.standing} ${table.state}${table.troubles.length ? " troubled" : ""}`);
  const head = element("h2", "", table.name);
  made.append(head);
  const sitting = round?.encounters.find(({ n }) => table.playing.endsWith(`/${n}`));
  if (sitting) made.append(crews(desk.labels, sitting));
  const word = table.standing === "here" ? desk.say(`state.${table.outcome ? "over" : table.state}`) || table.state : desk.say(`standing.${table.standing}`);
  made.append(element("p", "how", [word, table.state === "lobby" ? "" : table.game, table.now ? clock(table.now) : ""].filter(Boolean).join(" · ")));
  for (const trouble of table.troubles) made.append(element("p", "trouble", trouble));
  const health = healthLine(table.health);
  if (health) made.append(element("p", "health", health));
  const acts = element("div", "acts");
  acts.append(...commands(desk, [table.id], table.name), messenger(desk, [table.id], table.name));
  made.append(acts, more(desk, table));
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
function more(desk, { id, name, slots }) {
  const made = element("details"), tables = [id];
  made.append(element("summary", "", desk.say("more")));
  made.append(asker(desk, [["name", desk.say("table.name"), name]], desk.say("table.rename"), ({ name: other }) => desk.act("name", { table: id, name: other })));
  made.append(asker(desk, [["name", desk.say("setting.name"), ""], ["value", desk.say("setting.value"), ""]], desk.say("setting.push"), (facts) => desk.act("setting", { tables, ...facts })));
  if (slots?.game) made.append(button("small", desk.say("slot.end"), () => desk.act("slot", { tables, on: false })));
  else
    made.append(asker(desk, [["game", desk.say("game"), "sonar"], ["minutes", desk.say("minutes"), "30"]], desk.say("slot.begin"), ({ game, minutes }) =>
      desk.act("slot", { tables, on: true, game, minutes: Number(minutes) })));
  return made;
}

// A line of fields with one button: what was typed goes to `take`.
export function asker(desk, fields, word, take) {
  const form = element("form", "row");
  for (const [name, label, value] of fields) {
    const field = element("input");
    Object.assign(field, { name, value, placeholder: label, required: true });
    field.setAttribute("aria-label", label);
    form.append(field);
  }
  form.append(element("button", "small", word));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(Object.fromEntries(new FormData(form)));
  });
  return form;
}
