// A station: a plate of steel with a panel, dials and keys. Its words come from the console.

import { Dial } from "./dial.js";
import { element } from "./element.js";
import { Key } from "./key.js";
import { Panel } from "./panel.js";

const COURSES = ["north", "west", "east", "south"];
const FIRST_AGAIN = 450, AGAIN = 130; // ms after which a step that is held is made again
const SAY_AFTER = 250; // ms that the words of a panel must stand before they are read out

export class Station {
  #saying = 0;
  #stops = []; // what ends a step that is held
  #words = []; // what puts the words of the page where they belong

  constructor(facts, number, { labels, send, chosen }) {
    this.name = facts.name;
    this.boat = facts.boat;
    this.labels = labels;
    this.panel = new Panel(facts.width, facts.height, facts.boat);
    this.keys = new Map();
    this.dials = [];
    this.element = element("section", "station");
    this.element.dataset.station = facts.name;
    this.element.dataset.boat = facts.boat;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");

    for (const key of facts.keys) {
      // What the dial was turned before a key was pressed is told before it: order of hand is order of play.
      const moved = (down) => {
        for (const dial of this.dials) dial.tell();
        send({ [down ? "down" : "up"]: [facts.name, key] });
      };
      const made = new Key(key, "", moved);
      this.keys.set(key, made);
      this.#word(() => made.element.setAttribute("aria-label", this.labels[key] ?? key));
    }
    for (let i = 0; i < facts.dials; i++) {
      const made = new Dial("", (steps) => send({ turn: [facts.name, i, steps] }));
      this.dials.push(made);
      this.#word(() => made.rim.setAttribute("aria-label", this.labels[i ? "dial2" : "dial"] ?? ""));
    }
    this.words = element("div", "words");
    this.listen(false);

    this.element.append(this.#head(number), this.#face(), this.#controls());
    this.element.addEventListener("focusin", () => chosen(this));
    this.element.addEventListener("pointerdown", () => chosen(this));
    this.panel.element.addEventListener("wheel", (event) => this.dials[0]?.wheel(event), { passive: false });
    this.panel.light(facts.light);
    this.describe(facts);
  }

  describe(facts) {
    this.label.textContent = facts.label;
    this.#nameIt();
    this.link.hidden = !facts.link;
    if (facts.link) this.link.dataset.token = facts.link;
  }

  // Waited for: a frame that glows, a word on the head, and the name of the station says it first.
  due(isDue) {
    this.isDue = isDue;
    this.element.classList.toggle("due", isDue);
    this.turn.hidden = !isDue;
    this.#nameIt();
  }

  #nameIt() {
    const name = this.label.textContent;
    this.element.setAttribute("aria-label", this.isDue ? `${this.labels.due ?? ""}: ${name}` : name);
  }

  relabel(labels) {
    this.labels = labels;
    this.#nameIt();
    for (const put of this.#words) put();
  }

  #word(put) {
    this.#words.push(put);
    put();
  }

  // In the hand: takes lamp, bell and chart of the page onto its own plate, and STOP to where thumbs are.
  adopt(bridge, chart) {
    if (bridge.parentElement !== this.head) this.label.after(bridge);
    if (chart.parentElement !== this.element) this.element.append(chart);
    this.#stand("stop", this.controls);
  }

  // On a table again.
  release(bridge, chart) {
    if (bridge.parentElement !== document.body) document.body.prepend(bridge);
    const deck = document.querySelector(".deck");
    if (chart.parentElement !== deck) deck.append(chart);
    this.#stand("stop", this.head);
  }

  #stand(name, parent) {
    const key = this.keys.get(name);
    if (key && key.element.parentElement !== parent) parent.append(key.element);
  }

  // Only the station that is chosen is read out when it changes, so that a call is said once.
  listen(chosen) {
    this.words.setAttribute("aria-live", chosen ? "polite" : "off");
    this.element.classList.toggle("chosen", chosen);
  }

  // Read out once they stand still: a dial that is whirled would pile up sentences.
  say(lines) {
    this.dials[0]?.say(lines.at(-1) ?? "");
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => {
      this.words.replaceChildren(...lines.map((line) => element("p", "", line)));
    }, SAY_AFTER);
  }

  letAllGo() {
    for (const stop of this.#stops) stop();
    for (const key of this.keys.values()) key.letAllGo();
  }

  menu() {
    this.keys.get("ok")?.tap();
    this.keys.get("back")?.tap();
  }

  #head(number) {
    const head = element("header", "head");
    this.head = head;
    this.label = element("h3", "engraved");
    const place = element("kbd", "place", number < 9 ? String(number + 1) : "");
    place.setAttribute("aria-hidden", "true");
    this.link = element("button", "small link");
    this.link.type = "button";
    this.link.tabIndex = -1; // Tab goes from station to station; keyboard.js has a key for each button
    this.#word(() => {
      this.link.setAttribute("aria-label", this.labels["link-open"] ?? "");
      this.link.title = this.labels["link-open"] ?? "";
    });
    const menu = element("button", "small menu");
    this.#word(() => (menu.textContent = this.labels.menu ?? ""));
    menu.type = "button";
    menu.tabIndex = -1;
    menu.addEventListener("click", () => this.menu());
    menu.hidden = !(this.keys.has("ok") && this.keys.has("back"));
    this.turn = element("span", "turn");
    this.turn.hidden = true;
    this.turn.setAttribute("aria-hidden", "true"); // the name of the station says it
    this.#word(() => (this.turn.textContent = this.labels.due ?? ""));
    head.append(place, this.label, this.turn, this.link, menu);
    this.#engrave("stop", head);
    return head;
  }

  #face() {
    const face = element("div", "face");
    const bezel = element("div", "bezel");
    bezel.append(this.panel.element, this.words);
    face.append(bezel);
    return face;
  }

  #controls() {
    const controls = element("div", "controls");
    this.controls = controls;
    this.dials.forEach((dial, i) => {
      const mount = element("div", i ? "mount second" : "mount");
      mount.append(dial.element);
      if (!i && this.keys.has("push")) dial.element.append(this.keys.get("push").element);
      controls.append(mount);
      if (!i) controls.append(this.#step(dial, -1), this.#step(dial, 1));
    });
    const pair = element("div", "pair");
    for (const key of ["ok", "back"]) this.#engrave(key, pair);
    if (pair.children.length) controls.append(pair);
    const cross = element("div", "cross");
    for (const key of COURSES) this.#engrave(key, cross, `${key}.short`);
    if (cross.children.length) controls.append(cross);
    return controls;
  }

  // A dial that is turned by taps, for thumbs; held down it goes on turning.
  #step(dial, by) {
    const step = element("button", by < 0 ? "step less" : "step more", by < 0 ? "−" : "+");
    step.type = "button";
    step.tabIndex = -1;
    this.#word(() => step.setAttribute("aria-label", this.labels[by < 0 ? "less" : "more"] ?? ""));
    let again = 0;
    const stop = () => clearTimeout(again);
    this.#stops.push(stop);
    const turn = (wait) => {
      dial.turn(by);
      again = setTimeout(() => turn(AGAIN), wait);
    };
    step.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      step.setPointerCapture(event.pointerId);
      stop();
      turn(FIRST_AGAIN);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) step.addEventListener(end, stop);
    step.addEventListener("contextmenu", (event) => event.preventDefault());
    step.addEventListener("click", (event) => event.detail === 0 && dial.turn(by));
    return step;
  }

  #engrave(name, parent, label = name) {
    const key = this.keys.get(name);
    if (!key) return;
    const cap = element("span", "cap");
    this.#word(() => (cap.textContent = this.labels[label] ?? name));
    cap.setAttribute("aria-hidden", "true");
    key.element.append(cap);
    parent.append(key.element);
  }
}
