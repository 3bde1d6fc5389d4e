// The engineer's board: every symbol with its kind, its circuit and whether it is crossed. A symbol that may be crossed
// can be pointed at.

import { element, shape } from "./element.js";

// The same forms as on the panel: a sun, a ring, a moon, three balls. Colour only helps.
const FORMS = {
  weapons: "M0-4A4 4 0 1 1-.1-4ZM0-9V-6M0 6V9M-9 0H-6M6 0H9M-6.4-6.4l2.1 2.1M4.300 4.300l2.100 2.100M-6.400 6.400l2.100-2.100M4.300-4.300l2.100-2.100",
  detection: "M0-8A8 8 0 1 1-.1-8ZM0-3V3M-3 0H3",
  special: "M3-8A8.200 8.200 0 1 0 8 4.500 7 7 0 0 1 3-8Z",
  radiation: "M0-8A3.300 3.300 0 1 1-.1-8ZM-4.500 1A3.300 3.300 0 1 1-4.600 1ZM4.500 1A3.300 3.300 0 1 1 4.400 1Z",
};

export function symbolForm(kind) {
  return FORMS[kind] ?? FORMS.special;
}

export function board(place, { groups, cursor, aims }, aim) {
  const drawn = element("div", "board");
  for (const { name, lit, symbols } of groups) {
    const group = element("section", lit ? "group lit" : "group");
    group.append(element("h4", "", name));
    const box = element("div", "symbols");
    for (const symbol of symbols) box.append(mark(symbol, symbol.name === cursor, aims[symbol.name], aim));
    group.append(box);
    drawn.append(group);
  }
  place.append(drawn);
  return drawn;
}

function mark({ kind, circuit, crossed, spoken }, chosen, words, aim) {
  const made = element("button", `symbol ${kind}`);
  made.type = "button";
  made.tabIndex = -1; // Tab goes from station to station: the dial does the same
  made.disabled = !words;
  made.classList.toggle("chosen", chosen);
  made.classList.toggle("crossed", crossed);
  made.title = spoken;
  made.setAttribute("aria-label", spoken);
  made.setAttribute("aria-pressed", String(crossed));
  const drawn = shape(made, "svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" });
  shape(drawn, "path", { class: "form", d: symbolForm(kind) });
  if (crossed) shape(drawn, "path", { class: "cross-out", d: "M-9-9L9 9M9-9L-9 9" });
  if (circuit) made.append(element("span", "circuit", String(circuit)));
  if (words) made.addEventListener("click", () => aim(words));
  return made;
}
