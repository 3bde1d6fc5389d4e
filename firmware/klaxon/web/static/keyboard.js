// The keyboard works the station that is chosen. A key held down there is held down here.

const KEYS = new Map(Object.entries({
  Enter: "ok", " ": "push", Backspace: "back", Escape: "back",
  n: "north", e: "east", s: "south", w: "west", "!": "stop",
}));
const TURNS = new Map(Object.entries({
  ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 1, PageUp: -1,
}));

// `room` has: chosen() the station, choose(number), legend(), mute().
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
  if (event.key === "b" || event.key === "B") return once(event, () => room.mute());
  if (/^[1-9]$/.test(event.key)) return once(event, () => room.choose(Number(event.key) - 1));
  const station = room.chosen();
  if (!station) return false;
  if (event.key === "m" || event.key === "M") return once(event, () => station.menu());
  if (event.key === "l" || event.key === "L") return once(event, () => station.link.hidden || station.link.click());
  if (TURNS.has(event.key)) {
    const second = event.shiftKey || event.key.startsWith("Page");
    station.dials[second ? 1 : 0]?.turn(TURNS.get(event.key));
    return true;
  }
  const key = station.keys.get(meant(event));
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
  if (event.key === "S" && event.shiftKey) return "stop";
  return KEYS.get(event.key) ?? KEYS.get(event.key.toLowerCase());
}

function once(event, act) {
  if (!event.repeat) act();
  return true;
}
