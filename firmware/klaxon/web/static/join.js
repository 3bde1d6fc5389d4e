// The door: shows the code of a table, then a nickname and a free place. The place is a station page of its own.

import { button, element, label } from "./element.js";
import { Line } from "./line.js";
import { keep, kept } from "./store.js";

const form = document.querySelector("form.code");
const letters = form.querySelector("input");
const nickname = document.querySelector(".nickname input");
const tongue = document.querySelector(".tongue");
const asked = new URLSearchParams(location.search).get("lang");

let labels = {}, places = [], language = asked ?? navigator.language.slice(0, 2).toLowerCase();

const line = new Line({
  state(name) {
    document.body.dataset.state = name;
    if (["open", "opening", "lost"].includes(name)) return;
    showCode("");
    letters.focus();
  },
  welcome(facts) {
    speak(facts);
    showCode(codeShown());
    show(facts.places);
    if (!nickname.value) nickname.focus();
  },
  message(name, said) {
    if (name === "places") show(said);
    else if (name === "refused") complain(said);
    else if (name === "seat") location.replace(`/#${said}`);
  },
  frame: () => {},
}, "/ws/door", () => (codeShown() ? { code: codeShown(), language } : null));

function codeShown() {
  return decodeURIComponent(location.hash.slice(1)).trim() || letters.value.trim();
}

function speak(facts) {
  labels = facts.labels;
  document.documentElement.lang = facts.language;
  label(labels);
  const known = Object.entries(facts.languages);
  tongue.replaceChildren(...known.map(([code, name]) => new Option(name, code, false, code === facts.language)));
  tongue.hidden = known.length < 2;
}

// The code stands behind the #, as keys do, so that the page can be loaded anew.
function showCode(code) {
  letters.value = code;
  history.replaceState(null, "", `${location.pathname}${location.search}${code && `#${encodeURIComponent(code)}`}`);
}

function complain(text = "") {
  document.querySelector(".refused").textContent = text;
}

function show(found) {
  places = found;
  const boats = [...new Set(places.map(({ boat }) => boat))];
  document.querySelector(".places").replaceChildren(...boats.map((boat) => crew(boat, places.filter((each) => each.boat === boat))));
  document.querySelector(".none").hidden = places.some(({ free }) => free);
}

function crew(boat, own) {
  const made = element("section", `crew ${own[0].side}`);
  made.append(element("h3", "", boat), ...own.map(place));
  return made;
}

function place({ station, roles, who, free }) {
  const made = button("place", "", () => take(station));
  made.disabled = !free;
  made.append(element("strong", "", roles), element("span", "who", free ? labels["door.free"] : who || labels["door.taken"]));
  return made;
}

function take(station) {
  const name = nickname.value.trim();
  complain(name ? "" : labels["door.nameless"]);
  if (!name) return nickname.focus();
  keep("nickname", name);
  line.send({ take: station, name });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  showCode(letters.value.trim().toUpperCase());
  if (letters.value) line.open();
});
tongue.addEventListener("change", () => {
  language = tongue.value;
  line.open();
});
nickname.value = kept("nickname", "");
if (codeShown()) line.open();
else letters.focus();
