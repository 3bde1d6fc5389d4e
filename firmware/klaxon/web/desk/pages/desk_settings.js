// Settings of the hall: begin a tournament, check-in by phone, the table on the big screen, Home Assistant.

import { button, element } from "./element.js";

const SYSTEMS = ["swiss", "round-robin", "knock-out", "ranking"];
const GAMES = ["sonar", "steam", "uboot"];

export function showSettings(desk, { tournament, settings, tables }) {
  const names = tables.map(({ id, name }) => [id, name]);
  desk.part(".at-settings", [Boolean(tournament), settings, names], (place) => {
    if (!tournament) place.append(beginning(desk));
    else place.append(section(desk.say("check-in"), toggle(desk, settings.checks_in, [desk.say("checks.on"), desk.say("checks.off")], (open) => desk.act("check-ins", { open }))));
    place.append(section(desk.say("view.followed"), following(desk, settings, names)));
    place.append(section(desk.say("home"), toggle(desk, settings.home, [desk.say("home.on"), desk.say("home.off")], (on) => desk.act("home", { on }))));
  });
}

function section(title, ...parts) {
  const made = element("section", "card");
  made.append(element("h2", "", title), ...parts);
  return made;
}

function toggle(desk, isOn, [on, off], change) {
  const made = element("p", "row");
  made.append(element("span", "word", isOn ? on : off), button("small", desk.say(isOn ? "switch-off" : "switch-on"), () => change(!isOn)));
  return made;
}

function beginning(desk) {
  const form = element("form", "begin");
  const name = labelled(desk.say("tournament.name"), Object.assign(element("input"), { name: "name", required: true, maxLength: 40 }));
  const game = labelled(desk.say("game"), select("game", GAMES.map((each) => [each, desk.say(`game.${each}`)])));
  const system = labelled(desk.say("system"), select("system", SYSTEMS.map((each) => [each, desk.say(`system.${each}`)])));
  const rounds = labelled(desk.say("rounds"), Object.assign(element("input"), { name: "rounds", type: "number", min: 1, max: 20, value: 5 }));
  form.append(name, game, system, rounds, element("button", "plate", desk.say("tournament.begin")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const facts = Object.fromEntries(new FormData(form));
    desk.act("begin", { ...facts, rounds: Number(facts.rounds) });
  });
  return section(desk.say("tournament"), form);
}

function following(desk, { followed, delay }, names) {
  const form = element("form", "row");
  const seconds = Object.assign(element("input"), { name: "delay", type: "number", min: 0, max: 3600, value: delay });
  form.append(labelled(desk.say("followed.table"), select("table", [["", desk.say("followed.nobody")], ...names], followed)), labelled(desk.say("followed.delay"), seconds), element("button", "small", desk.say("followed.show")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const facts = new FormData(form);
    desk.act("follow", { table: facts.get("table"), delay: Number(facts.get("delay")) });
  });
  return form;
}

function select(name, options, chosen = "") {
  const made = Object.assign(element("select"), { name });
  made.append(...options.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
  return made;
}

function labelled(text, field) {
  const made = element("label");
  made.append(element("span", "", text), field);
  return made;
}
