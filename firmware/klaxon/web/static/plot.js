// A plot: the own boat in the middle, north above, and round it the contacts as they were last reported.

import { shape } from "./element.js";

const REACH = 100;
const SIDE = 4; // half of a contact's box
const LETTER = [6, 9]; // of a name: how wide and high
const SPOTS = [[0, -1], [1, 0], [-1, 0], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1], [0, -2], [2, 0], [-2, 0], [0, 2]];

const WAYS = ["000", "090", "180", "270"]; // the same in all languages

export function plot(place, { course, ring, marks, spoken }) {
  const drawn = shape(place, "svg", { class: "chart plot", viewBox: "-127 -122 254 244", role: "img" }, spoken);
  shape(drawn, "circle", { class: "water", r: REACH });
  for (const part of [0.5, 1]) {
    shape(drawn, "circle", { class: "seam", r: REACH * part });
    shape(drawn, "text", { class: "mark", x: 3, y: -REACH * part + 9, "text-anchor": "start" }).textContent = part === 1 ? ring[1] : ring[0];
  }
  WAYS.forEach((name, n) => {
    const [x, y] = at(n * 90, REACH + 12);
    shape(drawn, "text", { class: "mark large", x, y: y + 4 }).textContent = name;
  });
  const own = shape(drawn, "g", { class: "hull uboot", transform: `rotate(${course})` });
  shape(own, "path", { class: "laid", d: `M0 0V${-REACH / 2}` });
  shape(own, "path", { class: "boat-shape", d: "M0-11L5 8H-5Z" });
  const placed = marks.map((mark) => ({ ...mark, at: at(mark.bearing, mark.range ?? REACH) }));
  for (const mark of placed) contact(drawn, mark);
  const taken = placed.map(({ at: [x, y] }) => [x - SIDE, y - SIDE, x + SIDE, y + SIDE]);
  for (const mark of placed) label(drawn, mark, taken);
  return drawn;
}

function contact(drawn, { at: [x, y], range, course, chosen, spoken }) {
  const group = shape(drawn, "g", { class: chosen ? "contact chosen" : "contact" }, spoken);
  if (range === null) shape(group, "path", { class: "ray", d: `M0 0L${x} ${y}` });
  if (course !== null) {
    const [dx, dy] = at(course, 16);
    shape(group, "path", { class: "ray", d: `M${x} ${y}l${dx} ${dy}` });
  }
  shape(group, "rect", { x: x - SIDE, y: y - SIDE, width: 2 * SIDE, height: 2 * SIDE });
}

// The name of a contact, where it lies over no other: above it, else beside it, else below or farther off. `taken` are
// the boxes of contacts and of the names before: left, top, right, bottom.
function label(drawn, { at: [x, y], name }, taken) {
  const half = (name.length * LETTER[0]) / 2, [, high] = LETTER;
  const boxes = SPOTS.map(([across, down]) => {
    const [cx, cy] = [x + across * (half + SIDE + 1), y + down * (high / 2 + SIDE + 1)];
    return [cx - half, cy - high / 2, cx + half, cy + high / 2];
  });
  const free = boxes.find((box) => !taken.some((other) => overlap(box, other))) ?? boxes[0];
  taken.push(free);
  const [left, , right, bottom] = free;
  shape(drawn, "text", { class: "mark", x: (left + right) / 2, y: bottom - 1 }).textContent = name;
}

function overlap(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function at(bearing, far) {
  const angle = (bearing * Math.PI) / 180;
  return [Math.sin(angle) * far, -Math.cos(angle) * far];
}
