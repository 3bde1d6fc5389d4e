// Settings of the hall: begin a tournament or lay it aside, how games are set up, check-in by phone, the big screen.

import { button, element } from "./element.js";
import { showList } from "./desk_list.js";
import { choice, labelled } from "./forms.js";

const SYSTEMS = ["swiss", "round-robin", "knock-out", "ranking"];

export function showSettings(desk, { tournament, settings, tables, offers }) {
  const names = tables.map(({ id, name }) => [id, name]);
  const sections = tournament
    ? [
        ["options", [offers.options, settings.options], () => optionsForm(desk, offers.options, settings.options)],
        ["check-in", settings.checks_in, () => section(desk.say("check-in"), toggle(desk, settings.checks_in, ["checks.on", "checks.off"], (open) => desk.act("check-ins", { open })))],
      ]
    : [["begin", offers.games, () => beginning(desk, offers.games)]];
  sections.push(
    ["followed", [settings.followed, settings.delay, names], () => section(desk.say("view.followed"), following(desk, settings, names))],
    ["home", settings.home, () => section(desk.say("home"), toggle(desk, settings.home, ["home.on", "home.off"], (on) => desk.act("home", { on })))],
  );
  if (tournament) sections.push(["close", tournament.name, () => closing(desk, tournament)]);
  showList(document.querySelector(".at-settings"), sections, { key: ([name]) => name, facts: ([, facts]) => facts, draw: ([, , draw]) => draw() });
}

function section(title, ...parts) {
  const made = element("section", "card");
  made.append(element("h2", "", title), ...parts);
  return made;
}

function toggle(desk, isOn, [on, off], change) {
  const made = element("p", "row");
  made.append(element("span", "word", desk.say(isOn ? on : off)), button("small", desk.say(isOn ? "switch-off" : "switch-on"), () => change(!isOn)));
  return made;
}

function beginning(desk, games) {
  const form = element("form", "begin");
  const name = labelled(desk.say("tournament.name"), Object.assign(element("input"), { name: "name", required: true, maxLength: 40 }));
  const game = labelled(desk.say("game"), Object.assign(choice(games), { name: "game" }));
  const system = labelled(desk.say("system"), Object.assign(choice(SYSTEMS.map((each) => [each, desk.say(`system.${each}`)])), { name: "system" }));
  const rounds = labelled(desk.say("rounds"), Object.assign(element("input"), { name: "rounds", type: "number", min: 1, max: 20, defaultValue: 5 }));
  const played = game.querySelector("select"), paired = system.querySelector("select");
  played.addEventListener("change", () => (paired.value = played.value === "uboot" ? "ranking" : "swiss")); // crews of one boat are ranked
  form.append(name, game, system, rounds, element("button", "plate", desk.say("tournament.begin")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const facts = Object.fromEntries(new FormData(form));
    desk.act("begin", { ...facts, rounds: Number(facts.rounds) });
  });
  return section(desk.say("tournament"), form);
}

// How all games of the tournament are set up; what is left as usual is not sent.
function optionsForm(desk, offered, chosen) {
  const form = element("form", "begin options"), rest = element("details");
  rest.append(element("summary", "", desk.say("more")));
  for (const option of offered) {
    const field = labelled(option.words, optionField(option, chosen[option.name] ?? option.usual));
    (option.first || option.name in chosen ? form : rest).append(field);
  }
  form.append(rest, element("button", "small", desk.say("options.keep")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const usual = Object.fromEntries(offered.map(({ name, usual: value }) => [name, value]));
    const changed = [...new FormData(form)].filter(([name, value]) => value !== usual[name]);
    desk.act("options", { options: Object.fromEntries(changed) });
  });
  return section(desk.say("options"), form);
}

function optionField({ name, values, low, high, step }, value) {
  if (values?.length) return Object.assign(choice(values, value), { name });
  const made = Object.assign(element("input"), { name, required: true, defaultValue: value });
  return low === undefined ? made : Object.assign(made, { type: "number", min: low, max: high, step });
}

function following(desk, { followed, delay }, names) {
  const form = element("form", "row");
  const seconds = Object.assign(element("input"), { name: "delay", type: "number", min: 0, max: 3600, defaultValue: delay });
  const table = Object.assign(choice([["", desk.say("followed.nobody")], ...names], followed), { name: "table" });
  form.append(labelled(desk.say("followed.table"), table), labelled(desk.say("followed.delay"), seconds), element("button", "small", desk.say("followed.show")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const facts = new FormData(form);
    desk.act("follow", { table: facts.get("table"), delay: Number(facts.get("delay")) });
  });
  return form;
}

function closing(desk, { name }) {
  const close = button("small grave", desk.say("close"), () => desk.sure(desk.say("sure.close", { name })) && desk.act("close"));
  return section(desk.say("tournament"), element("p", "word", name), close);
}
