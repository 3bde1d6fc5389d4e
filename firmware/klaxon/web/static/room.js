// The room: all stations that this page may work, boat by boat, and the lamps.

import { scanned } from "./door_sign.js";
import { element } from "./element.js";
import { Station } from "./station.js";

export class Room {
  chosen = null;
  changed = () => {}; // called when there is more or less to see
  chose = () => {}; // called with the station that is chosen now
  #unfolded = new Set();
  #boats = new Map(); // boat -> its frame, name plate and stations
  #lamps = new Map();
  #scanPlace = null; // where the code to scan of a station is shown, while its link is offered

  constructor(place, lampPlace, send) {
    this.place = place;
    this.lampPlace = lampPlace;
    this.send = send;
    this.stations = [];
    this.facts = [];
    this.boatNames = {};
  }

  // Builds everything anew, after the first welcome or a later one; the station that was chosen stays it.
  furnish({ labels, stations, boats, lamps, whole }) {
    const before = this.chosen?.name;
    const focused = this.chosen?.element.contains(document.activeElement);
    this.chosen = null;
    this.labels = labels;
    this.single = !whole;
    document.body.classList.toggle("single", this.single);
    this.stations = stations.map((facts, number) =>
      new Station(facts, number, { labels, send: this.send, chosen: (station) => this.#choose(station) }));
    this.#boats.clear();
    for (const boat of Object.keys(boats)) this.#boats.set(boat, this.#frame(boat));
    this.place.replaceChildren(...[...this.#boats.values()].map((frame) => frame.element));
    for (const station of this.stations) {
      this.#boats.get(station.boat).crew.append(station.element);
      station.link.addEventListener("click", () => this.#offer(station));
    }
    this.lampPlace.replaceChildren();
    this.#lamps.clear();
    this.describe(stations, boats);
    this.lamps(lamps);
    const again = this.stations.find((station) => station.name === before) ?? this.#seen()[0];
    if (again) this.#choose(again);
    if (focused) again?.element.focus({ preventScroll: true });
  }

  // Another language: every word is put where the last one stood.
  relabel(labels) {
    this.labels = labels;
    for (const station of this.stations) station.relabel(labels);
    this.describe(this.facts, this.boatNames);
  }

  describe(facts, boats) {
    this.facts = facts;
    this.boatNames = boats;
    this.stations.forEach((station, i) => {
      station.describe(facts[i]);
      station.manned = facts[i].manned || facts.length === 1; // who has a link to one station wants to see it
    });
    for (const [boat, frame] of this.#boats) {
      frame.name.textContent = boats[boat] ?? boat;
      this.#fold(boat);
    }
    for (const lamp of this.#lamps.values()) this.#nameLamp(lamp);
    document.title = this.single ? `${facts[0]?.label ?? ""} · Klaxon` : "Klaxon";
  }

  frame(bytes) {
    this.stations[bytes[0]]?.panel.lay(bytes, 1);
  }

  say(name, lines) {
    this.#named(name)?.say(lines);
  }

  due(name, isDue) {
    this.#named(name)?.due(isDue);
  }

  // The station that is waited for, the next one after the chosen one.
  nextDue() {
    const seen = this.#seen(), here = seen.indexOf(this.chosen);
    [...seen.slice(here + 1), ...seen.slice(0, here + 1)].find((station) => station.isDue)?.element.focus();
  }

  light(name, level) {
    this.#named(name)?.panel.light(level);
  }

  lamps(changes) {
    for (const [name, lit] of Object.entries(changes)) {
      let lamp = this.#lamps.get(name);
      if (!lamp) {
        lamp = element("span", "lamp");
        lamp.dataset.lamp = name;
        lamp.setAttribute("role", "img");
        this.#lamps.set(name, lamp);
        // The lamp of a boat stands beside its name, where there is more than one boat to tell apart.
        const head = this.single ? null : this.#boats.get(name)?.head;
        (head ?? this.lampPlace).prepend(lamp);
      }
      lamp.classList.toggle("lit", lit);
      this.#nameLamp(lamp);
    }
  }

  ring(boat) {
    for (const [name, frame] of this.#boats) frame.element.classList.toggle("ringing", name === boat);
  }

  // The code to scan that opens a station on a phone.
  scan(_, rows) {
    this.#scanPlace?.replaceChildren(scanned(rows, this.labels["door.scan"] ?? ""));
  }

  choose(number) {
    const station = this.stations[number];
    if (station?.element.checkVisibility()) station.element.focus();
  }

  letAllGo() {
    for (const station of this.stations) station.letAllGo();
  }

  crews() {
    const seen = this.#seen();
    return [...this.#boats.keys()].map((boat) => seen.filter((each) => each.boat === boat).length);
  }

  panelSize() {
    const panels = this.#seen().map((station) => station.panel);
    const most = (side) => Math.max(...panels.map((panel) => panel[side]), 8);
    return { width: panels.length ? most("width") : 128, height: panels.length ? most("height") : 64 };
  }

  lay({ shape, columns, factor, unit }) {
    this.place.style.setProperty("--columns", columns);
    this.place.style.setProperty("--unit", unit);
    this.place.dataset.shape = shape;
    for (const station of this.stations) station.panel.scale(factor);
    for (const station of this.#seen()) station.panel.settle();
  }

  #named(name) {
    return this.stations.find((station) => station.name === name);
  }

  #seen() {
    return this.stations.filter((station) => station.manned || this.#unfolded.has(station.boat));
  }

  #choose(station) {
    if (this.chosen === station) return;
    this.chosen?.letAllGo();
    this.chosen?.listen(false);
    this.chosen = station;
    station.listen(true);
    this.chose(station);
  }

  #frame(boat) {
    const frame = element("section", "boat");
    frame.dataset.boat = boat;
    const head = element("header", "boat-head");
    const name = element("h2", "engraved");
    const note = element("span", "note");
    const fold = element("button", "small fold");
    fold.type = "button";
    fold.addEventListener("click", () => {
      if (!this.#unfolded.delete(boat)) this.#unfolded.add(boat);
      this.#fold(boat);
      this.changed();
    });
    head.append(name, note, fold);
    const crew = element("div", "crew");
    frame.append(head, crew);
    return { element: frame, head, name, note, fold, crew };
  }

  // Stations that no person works are folded away, and can be had back.
  #fold(boat) {
    const frame = this.#boats.get(boat);
    const crew = this.stations.filter((station) => station.boat === boat);
    const unfolded = this.#unfolded.has(boat);
    for (const station of crew) station.element.hidden = !station.manned && !unfolded;
    const away = crew.some((station) => !station.manned);
    frame.fold.hidden = !away;
    frame.note.hidden = !away || unfolded;
    frame.note.textContent = this.labels[crew.some((station) => station.manned) ? "folded.some" : "folded"] ?? "";
    frame.fold.textContent = this.labels[unfolded ? "fold" : "unfold"] ?? "";
    frame.fold.setAttribute("aria-expanded", String(unfolded));
    frame.element.classList.toggle("folded", crew.every((station) => station.element.hidden));
    if (this.chosen?.element.hidden) {
      const next = this.#seen()[0];
      if (next) this.#choose(next);
    }
  }

  #nameLamp(lamp) {
    const name = this.boatNames[lamp.dataset.lamp] ?? lamp.dataset.lamp;
    const state = this.labels[lamp.classList.contains("lit") ? "lit" : "out"] ?? "";
    lamp.title = name;
    lamp.setAttribute("aria-label", `${name}: ${state}`);
  }

  // The link of one station: to be opened here, or carried to a phone.
  #offer(station) {
    const url = `${location.origin}/#${station.link.dataset.token}`;
    const dialog = element("dialog", "offer");
    const text = element("p", "", this.labels["link-here"]);
    const shown = element("input", "url");
    shown.readOnly = true;
    shown.value = url;
    shown.setAttribute("aria-label", this.labels["link-copy"] ?? "");
    const open = element("a", "plate", this.labels["link-open"]);
    open.href = url;
    open.target = "_blank";
    open.rel = "noopener";
    const copy = element("button", "plate", this.labels["link-copy"]);
    copy.addEventListener("click", async () => {
      shown.select();
      try {
        await navigator.clipboard.writeText(url); // only on this machine or over TLS; elsewhere the text is selected
        text.textContent = this.labels["link-copied"] ?? "";
      } catch {
        document.execCommand?.("copy");
      }
    });
    this.#scanPlace = element("div", "scan-place");
    this.send({ scan: station.name });
    const close = element("button", "plate", this.labels.close);
    close.addEventListener("click", () => dialog.close());
    const row = element("div", "row");
    row.append(open, copy, close);
    dialog.append(element("h2", "", station.label.textContent), this.#scanPlace, text, shown, row);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
