// The organiser's page: every table with its health, the round, crews, results and settings.

import { element } from "./element.js";
import { Gallery } from "./gallery.js";
import { showCrews } from "./desk_crews.js";
import { showResults } from "./desk_results.js";
import { showRound } from "./desk_round.js";
import { showSettings } from "./desk_settings.js";
import { showTables } from "./desk_tables.js";
import { RoundClock } from "./round_clock.js";
import { progress, say } from "./words.js";

const form = document.querySelector(".pin"), given = form.querySelector("input");
const said = document.querySelector(".said");
let pin = "", token = location.hash.slice(1), count = 0;
const roundClock = new RoundClock(document.querySelector(".round-clock"));
const waiting = new Map(); // number of an act -> what is done with its answer

const page = new Gallery("desk", () => (token ? { token } : pin ? { pin } : null), {
  picture,
  state(name) {
    form.hidden = !["bad-key", "closed"].includes(name);
    if (form.hidden) return;
    document.body.classList.toggle("refused", name === "bad-key" && Boolean(pin));
    pin = token = given.value = "";
    given.focus();
  },
  welcome(facts) {
    token = facts.token ?? token;
    document.body.classList.remove("refused");
    waiting.clear();
  },
  message(what, { n, refused }) {
    if (what !== "answer") return;
    said.textContent = refused;
    waiting.get(n)?.(refused);
    waiting.delete(n);
  },
});

// What the parts of the page work with: words, acts, and drawing anew only what has changed.
const desk = {
  say: (name, facts) => say(page.labels, name, facts),
  get labels() {
    return page.labels;
  },
  act(what, facts = {}, done = () => {}) {
    said.textContent = "";
    count += 1;
    waiting.set(count, done);
    page.line.send({ n: count, act: { do: what, ...facts } });
  },
  tournament(act, facts = {}, done = undefined) {
    desk.act("tournament", { act: { act, ...facts } }, done);
  },
  part: (selector, facts, draw) => page.part(selector, facts, draw),
  // Asks before something that cannot be taken back, or that all tables notice.
  sure: (question) => window.confirm(question),
};

function picture(report) {
  const { tournament, round, connected, disk, trouble, tried, clock, check_in: checkIn } = report;
  roundClock.show(clock, page.labels);
  page.part(".tournament", tournament, (place) => place.append(tournament ? `${tournament.name} · ${tournament.game}` : ""));
  page.part(".progress", [tournament, round?.open], (place) => place.append(progress(page.labels, { tournament, round })));
  const alarms = [connected ? "" : desk.say("alarm.broker"), disk ? desk.say("alarm.disk", { why: disk }) : "", trouble, tried ? desk.say("alarm.tried", { count: tried }) : ""].filter(Boolean);
  page.part(".alarms", alarms, (place) => place.append(...alarms.map((alarm) => element("li", "", alarm))));
  showTables(desk, report);
  showRound(desk, report);
  showCrews(desk, report, checkIn);
  showResults(desk, report);
  showSettings(desk, report);
}

for (const tab of document.querySelectorAll(".views button"))
  tab.addEventListener("click", () => {
    document.body.dataset.view = tab.dataset.to;
    mark();
  });

function mark() {
  for (const tab of document.querySelectorAll(".views button")) tab.setAttribute("aria-pressed", tab.dataset.to === document.body.dataset.view);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  pin = given.value.trim();
  if (pin) page.line.open();
});
mark();
page.line.open();
