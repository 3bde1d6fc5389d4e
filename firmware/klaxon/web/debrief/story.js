// The story that this file holds, unfolded: every step has the whole truth, and shares what did not change.

const SVG = "http://www.w3.org/2000/svg";
const story = JSON.parse(document.getElementById("story").textContent);
const drawings = {}; // game -> (place, sides, legend) => { show(number), damage(number), most }

let truth = story.begin;
for (const step of story.steps) step.truth = truth = patched(truth, step.set);

// What is set is laid over what was there; null takes away (RFC 7396).
function patched(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const made = { ...(value && typeof value === "object" && !Array.isArray(value) ? value : {}) };
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete made[key];
    else made[key] = patched(made[key], part);
  }
  return made;
}

function label(name, facts = {}) {
  return story.labels[name].replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? "?");
}

function word(token) {
  return story.words[token] ?? token;
}

function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function element(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

// A shape of a drawing; `title` says what it is to who points at it or cannot see it.
function shape(parent, tag, facts = {}, title = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
  if (title) shape(made, "title").textContent = title;
  parent.append(made);
  return made;
}

// A boat in a drawing, and before its name.
function hull(parent, boat, [x, y], title = "") {
  const group = shape(parent, "g", { class: `hull ${boat}`, transform: `translate(${x} ${y})` }, title);
  shape(group, "circle", { r: 8 });
  shape(group, "text", { y: 3.600 }).textContent = story.boats[boat][0];
}

function named(head, boat) {
  hull(shape(head, "svg", { viewBox: "-10 -10 20 20", class: "badge", "aria-hidden": "true" }), boat, [0, 0]);
  head.append(story.boats[boat]);
}
