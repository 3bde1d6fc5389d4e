// The chart table: the labelled chart of the station that is chosen, drawn anew when it changes, and what a finger there
// points at. The panel stays the truth: a place that was pointed at moves the cursor there, and OK gives the order.

import { board } from "./board.js";
import { cells } from "./cells.js";
import { element } from "./element.js";
import { knowledge, strike } from "./knowledge.js";
import { lanes } from "./lanes.js";
import { plot } from "./plot.js";
import { keep, kept } from "./store.js";

const KINDS = { board, cells, chart: knowledge, lanes, plot };

export class ChartTable {
  #charts = new Map(); // station -> its chart
  #shown = null; // the station whose chart is drawn
  changed = () => {}; // called when there is a chart where there was none, or none any more

  constructor(place, send) {
    this.place = place;
    this.send = send;
    this.sheet = element("div", "sheet");
    this.level = element("div", "level");
    this.level.setAttribute("role", "img");
    this.tube = element("div", "tube");
    this.measured = element("span", "measured");
    this.tube.append(element("div", "water-level"), this.measured);
    this.count = element("span", "count");
    this.level.append(this.tube, this.count);
    place.append(this.sheet, this.level);
    this.open = kept("chart", true);
  }

  // Whether the chart of the chosen station should be seen.
  get wanted() {
    return this.open && this.#charts.has(this.#shown);
  }

  // Whether there is one to be opened or folded away.
  get offered() {
    return this.#charts.has(this.#shown);
  }

  // Whether the dial of a station is choosing a point of its chart: arrows go north, east, south and west there.
  choosesPoint(station) {
    const { cursor, aims } = this.#charts.get(station) ?? {};
    return Boolean(cursor) && aims?.[cursor]?.[0] === cursor;
  }

  toggle() {
    this.open = !this.open;
    keep("chart", this.open);
    this.changed();
  }

  clear() {
    this.#charts.clear();
    this.#draw(null);
  }

  take(station, changes) {
    const before = this.#charts.get(station);
    if (!changes) this.#charts.delete(station);
    else {
      const now = { ...before, ...changes };
      for (const [key, value] of Object.entries(changes)) if (value === null) delete now[key];
      this.#charts.set(station, now);
    }
    if (station !== this.#shown) return;
    this.#draw(before);
    if (!before !== !changes) this.changed();
  }

  show(station) {
    if (station === this.#shown) return;
    this.#shown = station;
    this.#draw(null);
    this.changed();
  }

  #draw(before) {
    const facts = this.#charts.get(this.#shown);
    this.sheet.replaceChildren();
    this.level.hidden = !facts?.level;
    if (!facts) return;
    const drawn = KINDS[facts.kind]?.(this.sheet, facts, (words) => this.send({ aim: [this.#shown, ...words] }));
    this.place.dataset.kind = facts.kind;
    if (facts.level) this.#flood(...facts.level);
    if (before?.level && facts.level?.[0] > before.level[0]) this.#quake();
    if (before && facts.kind === "chart") this.#animate(drawn, before, facts);
  }

  #flood(now, most, name) {
    this.level.style.setProperty("--level", now / most);
    this.measured.textContent = name;
    this.level.title = `${name} ${now}/${most}`;
    this.level.setAttribute("aria-label", this.level.title);
    this.count.textContent = `${now}/${most}`;
  }

  // A hit shakes the chart, where motion is welcome.
  #quake() {
    this.sheet.classList.remove("hit");
    requestAnimationFrame(() => this.sheet.classList.add("hit"));
  }

  #animate(drawn, before, { blasts, fired, boats }) {
    if (blasts.join() === (before.blasts ?? []).join() || !blasts.length) return;
    const own = Object.values(boats)[0]?.at;
    strike(drawn, fired > (before.fired ?? fired) ? own : "", blasts.at(-1));
  }
}
