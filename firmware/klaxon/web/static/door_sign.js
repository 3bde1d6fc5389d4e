// The sign of the door: address, code and a code to scan, for those who want to join by their phones.

import { element, shape } from "./element.js";

export function doorSign({ address, code, local, scan }, labels) {
  const sign = element("div", "door-sign");
  if (scan) sign.append(scanned(scan, labels["door.scan"] ?? ""));
  const words = element("div", "door-words");
  words.append(element("p", "door-say", labels[local ? "door.here" : "door.join"]), element("p", "door-address", address), element("p", "door-code", code));
  if (local) words.append(element("p", "door-local", labels["door.local"]));
  sign.append(words);
  return sign;
}

// Rows of 0 and 1 as a picture; dark on light under any colours of the page, as readers of codes want it.
export function scanned(rows, name) {
  const edge = 4, size = rows.length + 2 * edge;
  const place = element("div", "scan");
  const drawn = shape(place, "svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "shape-rendering": "crispEdges" });
  drawn.setAttribute("aria-label", name);
  shape(drawn, "rect", { width: size, height: size, fill: "#fff" });
  const d = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + edge} ${y + edge}h1v1h-1z` : ""))).join("");
  shape(drawn, "path", { d, fill: "#000" });
  return place;
}
