// A strategic chart: cells round the boat, the blocks they belong to, and the boat with its course.

import { shape } from "./element.js";

const CELL = 20;
const KINDS = { "#": "island", c: "coast", s: "shelf", " ": "beyond" };

export function cells(place, { rows, side, blocks, boat, course, name, spoken }) {
  const width = rows[0].length * CELL, height = rows.length * CELL;
  const drawn = shape(place, "svg", { class: "chart cells", viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img" }, spoken);
  const frame = shape(drawn, "svg", { width, height });
  shape(frame, "rect", { class: "water", width, height });
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    if (KINDS[sign]) shape(frame, "rect", { class: KINDS[sign], x: x * CELL, y: y * CELL, width: CELL, height: CELL });
  }));
  for (const [block, x, y] of blocks) {
    shape(frame, "rect", { class: "block", x: x * CELL, y: y * CELL, width: side * CELL, height: side * CELL });
    shape(frame, "text", { class: "sector", x: (x + side / 2) * CELL, y: (y + side / 2) * CELL }).textContent = block;
  }
  const [x, y] = boat.map((n) => (n + 0.5) * CELL);
  const hull = shape(frame, "g", { class: "hull uboot", transform: `translate(${x} ${y})` });
  shape(hull, "path", { class: "boat-shape", d: "M0-12L6 9H-6Z", transform: `rotate(${course})` });
  shape(hull, "text", { class: "name", x: 12, y: -8 }).textContent = name;
  shape(drawn, "rect", { class: "rim", width, height });
  return drawn;
}
