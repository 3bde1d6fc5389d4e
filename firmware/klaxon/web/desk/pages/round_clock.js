// The clock of a round, which goes on between two reports of the desk.

import { clock, say } from "./words.js";

export class RoundClock {
  #place;
  #until = 0;
  #told = null;
  #labels = {};

  constructor(place) {
    this.#place = place;
    setInterval(() => this.#draw(), 500);
  }

  // `told` is what the desk reports: seconds that are left, and whether it runs; `left` is null between rounds.
  show(told, labels) {
    if (JSON.stringify(told) !== JSON.stringify(this.#told)) this.#until = performance.now() + 1000 * (told?.left ?? 0);
    [this.#told, this.#labels] = [told, labels];
    this.#draw();
  }

  #draw() {
    const told = this.#told, labels = this.#labels;
    const isOn = told && told.left !== null;
    const left = told?.runs ? Math.max(0, this.#until - performance.now()) : 1000 * (told?.left ?? 0);
    const isUp = Boolean(isOn) && left <= 0;
    const text = !isOn ? "" : isUp ? say(labels, "clock.up") : `${clock(Math.ceil(left / 1000) * 1000)}${told.runs ? "" : ` ${say(labels, "clock.stands")}`}`;
    if (this.#place.textContent !== text) this.#place.textContent = text;
    this.#place.classList.toggle("up", isUp);
  }
}
