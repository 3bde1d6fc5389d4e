// The page of a console. It knows nothing of any game: panels arrive as pixels, hands leave as movements.

import { Bell } from "./bell.js";
import { ChartTable } from "./chart_table.js";
import { doorSign } from "./door_sign.js";
import { Duty } from "./duty.js";
import { label } from "./element.js";
import { listen } from "./keyboard.js";
import { arrangeWithChart } from "./layout.js";
import { Line, tokenInLink } from "./line.js";
import { Room } from "./room.js";
import { Since } from "./since.js";
import { Speech } from "./speech.js";
import { offerWholeScreen } from "./whole_screen.js";

const veil = document.querySelector(".veil");
const bellButton = document.querySelector(".tool.bell");
const voiceButton = document.querySelector(".tool.voice");
const chartButton = document.querySelector(".tool.charts");
const legend = document.querySelector(".legend");
const call = document.querySelector(".call");
const debrief = document.querySelector(".debrief");
const logbook = document.querySelector(".logbook");
const doorway = document.querySelector(".doorway");
const entrance = document.querySelector(".entrance");
const bridge = document.querySelector(".bridge");
const duty = new Duty(document.querySelector(".duty"));
const since = new Since(document.querySelector(".since"));
const byFinger = matchMedia("(pointer: coarse)");

let labels = {};
let door = null;
const send = (message) => line.send(message);
const room = new Room(document.querySelector(".room"), document.querySelector(".lamps"), send);
const table = new ChartTable(document.querySelector(".chart-table"), send);

const bell = new Bell((boat, name, urgent) => {
  if (urgent) duty.shake();
  bellButton.classList.toggle("ringing", Boolean(name));
  room.ring(boat);
  call.textContent = name ? labels[`bell.${name}`] ?? labels.bell ?? "" : "";
});

const speech = new Speech();

const line = new Line({
  state(name, from = null) {
    since.show(name === "lost" ? from : null, labels["lost.since"] ?? "");
    veil.dataset.state = name;
    document.body.classList.toggle("veiled", name !== "open");
    if (name !== "open") {
      room.letAllGo();
      bell.hush();
      speech.hush();
    }
  },
  welcome(facts) {
    speak(facts);
    table.clear();
    room.furnish(facts);
    offer(debrief, facts.debrief, "");
    offer(logbook, facts.logbook, "/log");
    showDoor(facts.door);
    showGames(facts.games);
    speech.place(!room.single);
    duty.offer(room.single && byFinger.matches);
    showBell();
    lay();
  },
  frame: (bytes) => room.frame(bytes),
  message(name, said) {
    if (name === "words") room.say(...said);
    else if (name === "due") room.due(...said);
    else if (name === "chart") table.take(...said);
    else if (name === "light") room.light(...said);
    else if (name === "lamps") room.lamps(said);
    else if (name === "bell") bell.ring(said);
    else if (name === "hush") bell.hush(said);
    else if (name === "say") speech.say(said);
    else if (name === "debrief") offer(debrief, said, "");
    else if (name === "logbook") offer(logbook, said, "/log");
    else if (name === "games") showGames(said);
    else if (name === "door") showDoor(said);
    else if (name === "scan") room.scan(...said);
    else if (name === "speak") {
      speak(said);
      room.relabel(labels);
      showBell();
      lay();
    }
    else if (name === "stations") {
      room.describe(said, room.boatNames);
      lay();
    } else if (name === "boats") room.describe(room.facts, said);
  },
});

// The words of the page itself. Nothing is built anew for them: a key that is held stays held.
function speak({ language, labels: words }) {
  labels = words;
  document.documentElement.lang = language;
  label(labels);
  document.querySelector(".tool.help").title = labels.keys;
  document.querySelector(".tool.help").setAttribute("aria-label", labels.keys);
}

function lay() {
  // Not innerWidth: on a phone it grows with what is too wide, which would make it wider still.
  const { clientWidth, clientHeight } = document.documentElement;
  const edges = getComputedStyle(document.body); // with what a phone's corners and notch take
  const width = clientWidth - parseFloat(edges.paddingLeft) - parseFloat(edges.paddingRight);
  const height = clientHeight - parseFloat(edges.paddingTop) - parseFloat(edges.paddingBottom);
  const screen = { width, height, ratio: devicePixelRatio, byFinger: byFinger.matches };
  const found = arrangeWithChart(table.wanted, room.crews(), room.single, room.panelSize(), screen, room.stations[0]);
  // One station in the hand: its plate is all there is, with the lamp and the bell on it.
  const inHand = found.shape === "upright" || found.shape === "sideways";
  document.body.classList.toggle("in-hand", inHand);
  if (inHand) room.stations[0].adopt(bridge, table.place);
  else room.stations[0]?.release(bridge, table.place);
  showTable(found.chart);
  room.lay(found);
}

function showTable({ side, size }) {
  table.place.hidden = !side;
  document.body.dataset.chart = side;
  table.place.style.setProperty("--size", `${size}px`);
  chartButton.hidden = !table.offered;
  chartButton.setAttribute("aria-pressed", String(table.open));
  const text = labels[table.open ? "chart.fold" : "chart.open"] ?? "";
  chartButton.title = text;
  chartButton.setAttribute("aria-label", text);
}

// A ticket opens the debrief, and the log where a game has one, while it is over; without one there is nothing to open.
function offer(link, ticket, file) {
  link.hidden = !ticket;
  if (ticket) link.href = `/D/${ticket}${file}?lang=${document.documentElement.lang}`;
  else link.removeAttribute("href");
}

function showGames(ticket) {
  for (const link of document.querySelectorAll(".games-link")) {
    link.hidden = !ticket;
    if (ticket) link.href = `/G/${ticket}?lang=${document.documentElement.lang}`;
  }
  for (const link of document.querySelectorAll(".rules-link")) link.href = `/rules?lang=${document.documentElement.lang}`;
}

// How others join this table. The code to scan is asked for only by who opens the dialog.
function showDoor(sign) {
  door = sign ? { scan: door?.code === sign.code ? door.scan : undefined, ...sign } : null;
  doorway.hidden = !door;
  if (!door) return entrance.close();
  doorway.querySelector(".room-code").textContent = door.code;
  entrance.querySelector(".sign").replaceChildren(doorSign(door, labels));
  entrance.querySelector(".explain").hidden = door.local; // no phone gets in, and there is nothing to scan
}

function openDoor() {
  if (!door.scan && !door.local) send({ scan: "" });
  entrance.showModal();
}

function showBell() {
  const text = labels[bell.muted ? "unmute" : bell.awake ? "mute" : "wake-bell"] ?? "";
  bellButton.title = text;
  bellButton.setAttribute("aria-label", text);
  bellButton.setAttribute("aria-pressed", String(bell.muted));
  bellButton.classList.toggle("asleep", !bell.awake);
  showVoice();
}

// There is a button only where the browser has a voice for the language of the page.
function showVoice() {
  const text = labels[speech.on ? "speech.off" : "speech.on"] ?? "";
  voiceButton.hidden = !speech.offered(document.documentElement.lang);
  voiceButton.title = text;
  voiceButton.setAttribute("aria-label", text);
  voiceButton.setAttribute("aria-pressed", String(!speech.on));
  voiceButton.classList.toggle("asleep", bell.muted);
}

function toggleSpeech() {
  if (voiceButton.hidden) return;
  speech.toggle();
  showVoice();
}

function mute() {
  bell.mute(!bell.muted);
  speech.mute(bell.muted);
  showBell();
}

function showLegend() {
  if (legend.open) legend.close();
  else legend.showModal();
}

offerWholeScreen();
bellButton.addEventListener("click", mute);
voiceButton.addEventListener("click", toggleSpeech);
speech.changed = showVoice;
doorway.addEventListener("click", openDoor);
chartButton.addEventListener("click", () => table.toggle());
document.querySelector(".tool.help").addEventListener("click", showLegend);
document.querySelector(".retry").addEventListener("click", () => line.open());
legend.addEventListener("keydown", (event) => event.key === "?" && showLegend());
for (const touch of ["pointerup", "keyup"]) addEventListener(touch, () => setTimeout(showBell, 100));

// Whoever looks away holds nothing any more: the key that comes up elsewhere is never told to us.
addEventListener("blur", () => room.letAllGo());
document.addEventListener("visibilitychange", () => document.hidden && room.letAllGo());
addEventListener("pagehide", () => room.letAllGo());
addEventListener("resize", lay);
byFinger.addEventListener("change", lay);
room.changed = lay;
room.chose = (station) => table.show(station.name);
table.changed = lay;

listen({ chosen: () => room.chosen, choose: (number) => room.choose(number), legend: showLegend, mute, speech: toggleSpeech, chart: () => table.toggle(), choosesPoint: (station) => table.choosesPoint(station.name), nextDue: () => room.nextDue() });
if (tokenInLink()) line.open();
else location.replace("/join"); // the one address that people are told
