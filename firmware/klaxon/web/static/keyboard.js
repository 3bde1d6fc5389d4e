// The keyboard works the station that is chosen. A key held down there is held down here. A letter is meant where it is
// the one on a key's cap, in the language of the page; else the Latin letter; else, under another alphabet, the place.

const KEYS = new Map(Object.entries({
  Enter: "ok", " ": "push", Backspace: "back", Escape: "back",
  n: "north", e: "east", s: "south", w: "west", "!": "stop",
}));
const TURNS = new Map(Object.entries({
  ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 1, PageUp: -1,
}));

const ARROWS = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };

// `room` has: chosen() the station, choose(number), legend(), mute(), speech(), chart(), choosesPoint(station), nextDue().
export function listen(room) {
  const held = new Map(); // the physical key -> the key of a station that it holds

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (work(event, room, held)) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => {
    held.get(event.code)?.letGo(`key ${event.code}`);
    if (held.delete(event.code)) event.preventDefault();
  });
}

function work(event, room, held) {
  // A button of the page itself, reached by Tab, is worked by its own keys.
  if (event.target.closest("button:not(.key), a") && ["Enter", " ", "Escape"].includes(event.key)) return false;
  if (event.key === "?") return once(event, () => room.legend());
  const letter = letterOf(event); // none of those below is the place of a cap under any alphabet we speak
  if (letter === "j") return once(event, () => room.nextDue());
  if (letter === "k") return once(event, () => room.chart());
  if (letter === "v") return once(event, () => room.speech());
  if (letter === "b") return once(event, () => room.mute());
  if (/^[1-9]$/.test(event.key)) return once(event, () => room.choose(Number(event.key) - 1));
  const station = room.chosen();
  if (!station) return false;
  if (letter === "m") return once(event, () => station.menu());
  if (letter === "l") return once(event, () => station.link.hidden || station.link.click());
  const course = !event.shiftKey && room.choosesPoint(station) && station.keys.get(ARROWS[event.key]);
  if (course) {
    course.tap(); // again and again while the arrow is held
    return true;
  }
  if (TURNS.has(event.key)) {
    const second = event.shiftKey || event.key.startsWith("Page");
    station.dials[second ? 1 : 0]?.turn(TURNS.get(event.key));
    return true;
  }
  const key = capped(station, event) ?? station.keys.get(meant(event));
  if (!key) return KEYS.has(event.key);
  if (!event.repeat) {
    held.set(event.code, key);
    key.hold(`key ${event.code}`);
  }
  return true;
}

// A key that has the focus takes Enter and Space for itself, as every button does.
function meant(event) {
  const own = event.target.closest(".key")?.dataset.key;
  if (own && (event.key === "Enter" || event.key === " ")) return own;
  if (letterOf(event) === "s" && event.shiftKey) return "stop";
  return KEYS.get(event.key) ?? KEYS.get(letterOf(event));
}

// The key of a station whose cap is the letter that was typed: O is east on a German page.
function capped(station, event) {
  if (event.key.length > 1 || event.shiftKey) return undefined;
  const typed = event.key.toUpperCase();
  return [...station.keys.values()].find((key) => key.element.querySelector(".cap")?.textContent === typed);
}

// The Latin letter of a key: the one that was typed, or where none was, that of its place on a Latin keyboard.
function letterOf(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : "";
}

function once(event, act) {
  if (!event.repeat) act();
  return true;
}
