// What umpire and spectators share: the line, the tableau that comes down it, and how it is drawn.

import { chart, hull, track } from "./chart.js";
import { doorSign } from "./door_sign.js";
import { element, label, shape } from "./element.js";
import { Line } from "./line.js";
import { Since } from "./since.js";

const AT_ONCE = 60; // calls that are kept on a page

export class Gallery {
  labels = {};
  language = new URLSearchParams(location.search).get("lang"); // what somebody wishes for, null: what the console speaks
  tableau = {};
  #veil = document.querySelector(".veil");
  #tongue = document.querySelector(".tongue");
  #since = new Since(document.querySelector(".since"));
  #drawn = new Map(); // part of the page -> what it was drawn from

  // `on` has: welcome(facts), picture(tableau), and where it wants to know, state(name), tries(count),
  // and message(name, data) for what else comes.
  constructor(role, secret, on) {
    this.on = on;
    this.line = new Line({
      state: (name, from = null) => this.#stand(name, from),
      welcome: (facts) => this.#welcome(facts),
      message: (name, said) => {
        if (name === "tableau") this.#take(said);
        else if (name === "door") this.#showDoor(said);
        else if (name === "tries") this.on.tries?.(said);
        else this.on.message?.(name, said);
      },
      frame: () => {},
    }, `/ws/${role}`, () => this.#wishing(secret()));
    this.#tongue.addEventListener("change", () => {
      this.language = this.#tongue.value;
      this.line.open();
    });
    document.querySelector(".retry").addEventListener("click", () => this.line.open());
  }

  #wishing(secret) {
    return secret && this.language ? { ...secret, language: this.language } : secret;
  }

  #stand(name, from) {
    this.#since.show(name === "lost" ? from : null, this.labels["lost.since"] ?? "");
    this.#veil.dataset.state = name;
    this.on.state?.(name);
  }

  #welcome(facts) {
    this.labels = facts.labels;
    this.tableau = {};
    this.#drawn.clear();
    document.documentElement.lang = facts.language;
    label(this.labels);
    const known = Object.entries(facts.languages);
    this.#tongue.replaceChildren(...known.map(([code, name]) => new Option(name, code, false, code === facts.language)));
    this.#tongue.hidden = known.length < 2;
    this.on.welcome?.(facts);
  }

  #take({ set, drop }) {
    const now = { ...this.tableau, ...set };
    for (const gone of drop) delete now[gone];
    this.tableau = now;
    document.body.dataset.state = now.state;
    this.on.picture(now);
  }

  #showDoor(sign) {
    const place = document.querySelector(".doorway");
    place.hidden = !sign;
    if (sign) place.replaceChildren(doorSign(sign, this.labels));
  }

  // Draws a part of the page anew where what it shows has changed; what somebody reads or works stays otherwise.
  part(selector, facts, draw) {
    const place = document.querySelector(selector);
    if (!place) return; // not on this page
    const told = JSON.stringify(facts ?? null);
    if (this.#drawn.get(selector) === told) return;
    this.#drawn.set(selector, told);
    place.replaceChildren();
    draw(place);
  }

  // The parts that both pages have.
  draw(tableau) {
    const { title = "", standing, whose = "", outcome = "", turn = "", boats = [], drawing, calls = [] } = tableau;
    const names = Object.fromEntries(boats.map(({ boat, name }) => [boat, name]));
    this.part(".title", title, (place) => place.append(title));
    this.part(".standing", standing, (place) => place.append(standing));
    this.part(".behind", tableau.behind ?? 0, (place) => {
      if (tableau.behind) place.append((this.labels["gallery.behind"] ?? "").replace("{seconds}", tableau.behind));
    });
    this.part(".whose", [turn, whose, outcome], (place) => {
      place.dataset.boat = outcome ? "" : turn;
      place.append(outcome || whose);
    });
    this.part(".drawing", [drawing, names], (place) => {
      if (drawing?.kind === "chart") chart(place, drawing, names, this.#spoken(boats));
    });
    this.part(".boats", [boats, drawing], (place) => {
      for (const boat of boats) place.append(this.#card(boat, drawing));
    });
    this.part(".calls", calls, (place) => {
      for (const call of calls.slice(-AT_ONCE).reverse()) place.append(this.#call(call));
    });
  }

  #spoken(boats) {
    return boats.map(({ name, facts }) => `${name}: ${facts.map((fact) => fact.join(" ")).join(", ")}`).join(". ");
  }

  #card({ boat, name, facts }, drawing) {
    const card = element("article", `card ${boat}`);
    const head = element("h2");
    hull(shape(head, "svg", { viewBox: "-10 -10 20 20", class: "badge", "aria-hidden": "true" }), boat, [0, 0], name);
    head.append(name);
    const list = element("dl");
    for (const [what, value] of facts) {
      const row = element("div");
      row.append(element("dt", "", what), element("dd", "", value));
      list.append(row);
    }
    card.append(head, list);
    const points = drawing?.boats?.[boat]?.track ?? [];
    if (points.length > 1) track(card, boat, points, this.labels["gallery.track"] ?? "");
    return card;
  }

  #call({ clock, boat, text }) {
    const item = element("li", boat);
    item.append(element("time", "", clock), element("span", "", text));
    return item;
  }
}
