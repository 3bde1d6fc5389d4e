// A plot: the own boat in the middle, north above, and round it the contacts as they were last reported.

import { shape } from "./element.js";

const REACH = 100;

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
  for (const mark of marks) contact(drawn, mark);
  return drawn;
}

function contact(drawn, { name, bearing, range, course, chosen, spoken }) {
  const [x, y] = at(bearing, range ?? REACH);
  const group = shape(drawn, "g", { class: chosen ? "contact chosen" : "contact" }, spoken);
  if (range === null) shape(group, "path", { class: "ray", d: `M0 0L${x} ${y}` });
  if (course !== null) {
    const [dx, dy] = at(course, 16);
    shape(group, "path", { class: "ray", d: `M${x} ${y}l${dx} ${dy}` });
  }
  shape(group, "rect", { x: x - 4, y: y - 4, width: 8, height: 8 });
  shape(group, "text", { class: "mark", x, y: y - 7 }).textContent = name;
}

function at(bearing, far) {
  const angle = (bearing * Math.PI) / 180;
  return [Math.sin(angle) * far, -Math.cos(angle) * far];
}
