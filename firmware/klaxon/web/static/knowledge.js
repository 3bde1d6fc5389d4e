// What a player's own chart has besides the sea: where the cursor is, where one may aim, the track that was laid, guesses.
// All of it comes from the console, made of what this seat knows.

import { CELL, cell, chart, middle, path } from "./chart.js";
import { shape } from "./element.js";

const NEAR = 1.5; // cells by which a finger may miss a place

// Draws the chart of a seat; `aim(words)` is told what a finger points at.
export function knowledge(place, facts, aim) {
  const drawn = chart(place, facts, facts.names, facts.spoken);
  const under = drawn.querySelector(".route, .mine, .hull");
  const layer = shape(drawn, "g", { class: "layer" });
  if (under) under.before(layer);
  for (const at of facts.marked ?? []) square(layer, "may-be", at, 4);
  for (const at of Object.keys(facts.aims ?? {})) if (isPoint(at)) dot(layer, at);
  if (facts.guess) cross(drawn, "guess", facts.guess);
  if (facts.track?.length) track(drawn, facts.track);
  for (const at of facts.clashes ?? []) cross(drawn, "clash", at);
  cursor(drawn, facts);
  const words = (event) => pointed(facts, ...spot(drawn, event));
  drawn.addEventListener("click", (event) => words(event) && aim(words(event)));
  drawn.classList.toggle("aimed", Object.keys(facts.aims ?? {}).length > 0);
  return drawn;
}

// A torpedo of ours that runs to where it bursts, and the burst itself.
export function strike(drawn, from, to) {
  const [x, y] = middle(to);
  if (from) shape(drawn, "path", { class: "torpedo-run", pathLength: 1, d: path([middle(from), [x, y]]) });
  for (const wave of [0, 1]) shape(drawn, "circle", { class: `shock wave-${wave}${from ? " later" : ""}`, cx: x, cy: y, r: CELL * 1.5 });
}

function isPoint(name) {
  return /^[A-Z]\d+$/.test(name);
}

// The words for the place under a finger: of that very point, of the nearest that may be meant, or of its sector.
function pointed({ aims = {}, rows, edge }, x, y) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || row >= rows.length || column >= rows[0].length) return null;
  const name = `${String.fromCharCode(65 + column)}${row + 1}`;
  if (aims[name]) return aims[name];
  if (aims["*"]) return [name];
  const sector = aims[`#${Math.floor(row / edge) * Math.ceil(rows[0].length / edge) + Math.floor(column / edge) + 1}`];
  if (sector) return sector;
  const far = (at) => Math.hypot(cell(at)[0] + 0.5 - x, cell(at)[1] + 0.5 - y);
  const [near] = Object.keys(aims).filter(isPoint).sort((one, other) => far(one) - far(other));
  return near && far(near) <= NEAR ? aims[near] : null;
}

function spot(drawn, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
  return [x / CELL, y / CELL];
}

function dot(parent, at) {
  const [x, y] = middle(at);
  shape(parent, "circle", { class: "may-aim", cx: x, cy: y, r: 4.5 });
}

function square(parent, name, at, margin) {
  const [x, y] = cell(at);
  shape(parent, "rect", { class: name, x: x * CELL + margin, y: y * CELL + margin, width: CELL - 2 * margin, height: CELL - 2 * margin });
}

function cross(parent, name, at) {
  const [x, y] = cell(at);
  shape(parent, "path", { class: name, d: `M${x * CELL + 4} ${y * CELL + 4}l12 12m0-12l-12 12` });
}

function track(parent, points) {
  const laid = points.map(([x, y]) => [(x + 0.5) * CELL, (y + 0.5) * CELL]);
  if (laid.length > 1) shape(parent, "path", { class: "laid", d: path(laid) });
  const [x, y] = laid.at(-1);
  shape(parent, "circle", { class: "laid-end", cx: x, cy: y, r: 7 });
}

function cursor(parent, { cursor: at, rows, edge }) {
  if (isPoint(at ?? "")) square(parent, "cursor", at, -2);
  else if (at?.startsWith("#")) {
    const n = Number(at.slice(1)) - 1, wide = Math.ceil(rows[0].length / edge);
    const [x, y] = [(n % wide) * edge * CELL, Math.floor(n / wide) * edge * CELL];
    shape(parent, "rect", { class: "cursor", x, y, width: edge * CELL, height: edge * CELL });
  }
}
