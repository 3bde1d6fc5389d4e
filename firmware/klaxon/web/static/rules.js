// The rules: what is searched for stays, the symbols of an engineer's board are drawn, a sheet is printed.

import { symbolForm } from "./board.js";
import { element, shape } from "./element.js";

const KINDS = { R: "weapons", G: "detection", Y: "special", X: "radiation" };
const CELL = /^[RGYX](\/c\d)?( [RGYX](\/c\d)?)*$/;

function draw(place, kind, circuit = "") {
  const drawn = shape(place, "svg", { viewBox: "-10 -10 20 20", class: `symbol ${kind}`, role: "img", "aria-label": `${kind} ${circuit}` });
  shape(drawn, "path", { class: "form", d: symbolForm(kind) });
  if (circuit) place.append(element("sub", "", circuit));
}

for (const place of document.querySelectorAll("[data-symbol]")) draw(place, place.dataset.symbol);

// The table of a board in the rules of the game that has one: R/c1 is a weapon on circuit 1.
for (const cell of document.querySelectorAll('.rules[data-game="sonar"] td')) {
  const said = cell.textContent;
  if (!CELL.test(said)) continue;
  cell.replaceChildren();
  cell.title = said;
  for (const word of said.split(" ")) draw(cell, KINDS[word[0]], word.split("/c")[1]);
}

const search = document.querySelector(".search");
search?.addEventListener("input", () => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rules = [...document.querySelectorAll(".rules .rule")];
  let before = false; // whether the rule before is shown: a table goes with it
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    const goesAlong = rule.tagName === "DIV" && before;
    rule.hidden = !goesAlong && !wanted.every((word) => text.includes(word));
    before = !rule.hidden;
  }
  for (const head of document.querySelectorAll(".rules :is(h2, h3, h4, h5)")) head.hidden = wanted.length > 0;
  const found = document.querySelector(".found");
  found.textContent = wanted.length ? found.dataset.found.replace("{count}", rules.filter((rule) => !rule.hidden).length) : "";
});

document.querySelector("button.plate")?.addEventListener("click", () => print());
