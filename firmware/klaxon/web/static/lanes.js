// A sea of sectors in a row, with two lanes: where both boats are, and how they lie to each other.

import { shape } from "./element.js";

const WIDE = 60, LANE = 34, FOOT = 22;

export function lanes(place, { sectors, figures, right, spoken, lines }) {
  const width = sectors.length * WIDE, height = 2 * LANE + FOOT + lines.length * 16;
  const drawn = shape(place, "svg", { class: "chart lanes", viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img" }, spoken);
  shape(drawn, "rect", { class: "water", width, height: 2 * LANE });
  sectors.forEach((name, n) => {
    if (n) shape(drawn, "path", { class: "seam", d: `M${n * WIDE} 0V${2 * LANE}` });
    shape(drawn, "text", { class: "mark large", x: (n + 0.5) * WIDE, y: 2 * LANE + 15 }).textContent = name;
  });
  shape(drawn, "path", { class: "seam", d: `M0 ${LANE}H${width}` });
  shape(drawn, "rect", { class: "rim", width, height: 2 * LANE });
  for (const { boat, letter, place: at, upper } of figures) {
    const way = right ? 1 : -1;
    const group = shape(drawn, "g", { class: `hull ${boat}`, transform: `translate(${(at + 0.5) * WIDE} ${(upper ? 0.5 : 1.5) * LANE})` });
    shape(group, "path", { class: "boat-shape", d: "M-20-8H10L21 0 10 8H-20L-16 0Z", transform: `scale(${way} 1)` });
    shape(group, "text", { y: 3.6 }).textContent = letter;
  }
  lines.forEach((line, n) => (shape(drawn, "text", { class: "line", x: 2, y: 2 * LANE + FOOT + 12 + n * 16 }).textContent = line));
  return drawn;
}
