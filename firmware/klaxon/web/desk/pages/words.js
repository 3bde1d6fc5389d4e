// Words of the desk that several of its pages say.

import { element } from "./element.js";

// A sentence of the desk with its facts put in.
export function say(labels, name, facts = {}) {
  return (labels[`hall.${name}`] ?? "").replace(/\{(\w+)\}/g, (gap, fact) => facts[fact] ?? gap);
}

export function progress(labels, { tournament, round }) {
  if (!tournament) return say(labels, "none");
  const { played, rounds, crews, here } = tournament;
  const present = say(labels, "crews-here", { crews, here });
  if (!played) return present;
  const open = round?.open ?? 0;
  return `${say(labels, "round", { round: played, rounds })} · ${open ? say(labels, "open", { open }) : say(labels, "all-in")} · ${present}`;
}

// Who meets whom, each with its boat where the game has two.
export function crews(labels, { red, blue, bye }) {
  const made = element("span", "pair");
  if (!blue) {
    made.append(element("span", "crew", red));
    if (bye) made.append(element("span", "bye", say(labels, "bye")));
    return made;
  }
  made.append(element("span", "crew red", red), element("span", "against", say(labels, "against")), element("span", "crew blue", blue));
  return made;
}

export function outcome(labels, { result, haul, red, blue, open }) {
  if (haul) return say(labels, "haul", haul);
  if (!result) return open ? say(labels, "plays") : "";
  return say(labels, `result.${result}`, { red, blue: blue ?? "" });
}

// What stands above the columns of standings, in their order; a ranking has others.
const COLUMNS = ["place", "crew", "points", "among", "buchholz_cut", "buchholz", "sonneborn", "won", "grades", "glory"];
export const ON_WALL = ["place", "crew", "points", "buchholz", "won", "grades", "glory"];

export function standings(labels, lines, wanted = COLUMNS) {
  const made = element("table");
  const columns = wanted.filter((name) => lines.some((line) => line[name] !== undefined));
  const head = element("tr");
  head.append(...columns.map((name) => {
    const cell = element("th", name, say(labels, `column.${name}`));
    cell.title = say(labels, `column.${name}.more`);
    cell.scope = "col";
    return cell;
  }));
  const title = element("thead"), rows = element("tbody");
  title.append(head);
  rows.append(...lines.map((line) => {
    const row = element("tr");
    row.append(...columns.map((name) => element("td", name, written(line[name]))));
    return row;
  }));
  made.append(title, rows);
  return made;
}

function written(value) {
  return Array.isArray(value) ? value.join(" ") : value && typeof value === "object" ? Object.entries(value).map((each) => each.join(" ")).join(", ") : String(value ?? "");
}

// Milliseconds of play as a clock.
export function clock(ms) {
  const minutes = Math.floor(ms / 60000);
  return `${minutes}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
}
