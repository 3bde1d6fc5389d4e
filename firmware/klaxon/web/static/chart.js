// A sea chart. It knows no words and no rules: what lies where comes from the console. Red is solid and filled, Blue
// dashed and hollow, so that colour only helps.

import { shape } from "./element.js";

export const CELL = 20;
const EDGE = 14; // units of a cell, and of the letters round the chart
const KINDS = new Map([...".~oab"].map((sign) => [sign, "point"])); // every other sign is land
KINDS.set("~", "ice");

// Draws { rows, edge, boats, blasts, columns }, the last the letters over the chart; `names` are those of the boats,
// `spoken` says the same in a sentence.
export function chart(place, { rows, edge, boats, blasts, columns }, names, spoken) {
  const width = rows[0].length, height = rows.length;
  const box = `${-EDGE} ${-EDGE} ${width * CELL + EDGE + 3} ${height * CELL + EDGE + 3}`;
  const drawn = shape(place, "svg", { class: "chart", viewBox: box, role: "img" }, spoken);
  sea(drawn, rows, edge, columns);
  for (const at of blasts) blast(drawn, at, width, height);
  for (const [boat, { route, mines }] of Object.entries(boats)) {
    if (route.length > 1) shape(drawn, "path", { class: `route ${boat}`, d: path(route.map(middle)) });
    for (const at of mines) mine(drawn, boat, middle(at));
  }
  const placed = Object.entries(boats).filter(([, { at }]) => at);
  const together = placed.length > 1 && placed[0][1].at === placed[1][1].at;
  placed.forEach(([boat, { at }], n) => {
    const [x, y] = middle(at);
    hull(drawn, boat, together ? [x + (n ? 5 : -5), y] : [x, y], names[boat]);
  });
  return drawn;
}

// A track whose place nobody was told: only its shape, with a ring where it ends.
export function track(place, boat, points, spoken) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top].map((cells) => (Math.max(4, cells) + 2) * CELL);
  const drawn = shape(place, "svg", { class: "track", viewBox: `0 0 ${wide} ${high}`, role: "img" }, spoken);
  const laid = points.map(([x, y]) => [(x - left + 1) * CELL, (y - top + 1) * CELL]);
  if (laid.length > 1) shape(drawn, "path", { class: `route ${boat}`, d: path(laid) });
  const [x, y] = laid.at(-1);
  shape(drawn, "circle", { class: `ring ${boat}`, cx: x, cy: y, r: 6 });
}

export function sea(drawn, rows, edge, columns) {
  const width = rows[0].length, height = rows.length;
  shape(drawn, "rect", { class: "water", width: width * CELL, height: height * CELL });
  numbers(drawn, width, height, edge);
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    const kind = KINDS.get(sign) ?? "island";
    if (kind === "point") shape(drawn, "circle", { class: "point", cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL, r: 0.9 });
    else shape(drawn, "rect", { class: kind, x: x * CELL, y: y * CELL, width: CELL, height: CELL });
  }));
  for (let x = edge; x < width; x += edge) shape(drawn, "path", { class: "seam", d: `M${x * CELL} 0V${height * CELL}` });
  for (let y = edge; y < height; y += edge) shape(drawn, "path", { class: "seam", d: `M0 ${y * CELL}H${width * CELL}` });
  shape(drawn, "rect", { class: "rim", width: width * CELL, height: height * CELL });
  for (let x = 0; x < width; x++) mark(drawn, (x + 0.5) * CELL, -4, columns[x]);
  for (let y = 0; y < height; y++) mark(drawn, -EDGE / 2 - 1, (y + 0.5) * CELL + 3, y + 1);
}

// The number of a sector, large and faint in its middle, under everything else.
function numbers(drawn, width, height, edge) {
  const wide = Math.ceil(width / edge), high = Math.ceil(height / edge), size = edge * CELL;
  for (let n = 0; n < wide * high; n++) {
    const [x, y] = [(n % wide) * size, Math.floor(n / wide) * size];
    const at = [(x + Math.min(width * CELL, x + size)) / 2, (y + Math.min(height * CELL, y + size)) / 2];
    // As large as sectors are: the style is that of five points.
    shape(drawn, "text", { class: "sector", transform: `translate(${at}) scale(${edge / 5})` }).textContent = n + 1;
  }
}

function mark(drawn, x, y, text) {
  shape(drawn, "text", { class: "mark", x, y }).textContent = text;
}

export function hull(parent, boat, [x, y], name) {
  const group = shape(parent, "g", { class: `hull ${boat}`, transform: `translate(${x} ${y})` }, name);
  shape(group, "circle", { r: 8 });
  shape(group, "text", { y: 3.6 }).textContent = [...name][0] ?? "";
}

function mine(parent, boat, [x, y]) {
  const group = shape(parent, "g", { class: `mine ${boat}`, transform: `translate(${x} ${y})` });
  for (let turn = 0; turn < 360; turn += 45) shape(group, "path", { d: "M0-7V-4", transform: `rotate(${turn})` });
  shape(group, "circle", { r: 4 });
}

// A blast, and how far it reaches; not beyond the edge of the chart.
function blast(parent, name, width, height) {
  const [x, y] = cell(name);
  const [left, top, right, low] = [Math.max(0, x - 1), Math.max(0, y - 1), Math.min(width, x + 2), Math.min(height, y + 2)];
  shape(parent, "rect", { class: "reach", x: left * CELL, y: top * CELL, width: (right - left) * CELL, height: (low - top) * CELL });
  shape(parent, "path", { class: "burst", d: `M${x * CELL + 4} ${y * CELL + 4}l12 12m0-12l-12 12` });
}

export function cell(name) {
  return [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];
}

export function middle(name) {
  return cell(name).map((n) => (n + 0.5) * CELL);
}

export function path(points) {
  return `M${points.map((point) => point.join(" ")).join("L")}`;
}
