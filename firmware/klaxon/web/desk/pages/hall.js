// A screen in the hall: all tables at a glance, where each crew plays, or one table that is followed.

import { scanned } from "./door_sign.js";
import { element } from "./element.js";
import { Gallery } from "./gallery.js";
import { DebriefShow } from "./debrief_show.js";
import { roll } from "./roll.js";
import { RoundClock } from "./round_clock.js";
import { ON_WALL, clock, crews, outcome, progress, say, standings } from "./words.js";
import { offerWholeScreen } from "./whole_screen.js";

const VIEWS = ["hall", "door", "followed"];
const asked = new URLSearchParams(location.search).get("view");
const view = VIEWS.includes(asked) ? asked : "hall";
document.body.dataset.view = view;
for (const link of document.querySelectorAll(".views a")) if (link.search === `?view=${view}`) link.setAttribute("aria-current", "page");

const show = new DebriefShow(document.querySelector(".show")), roundClock = new RoundClock(document.querySelector(".round-clock"));
const page = new Gallery("hall", () => ({}), { picture });

function picture({ tournament, round, clock: timer, show: past = [], standings: lines = [], tables = [], followed, check_in: checkIn }) {
  const { labels } = page;
  const game = tournament ? `${tournament.name} · ${tournament.game}` : "";
  page.part(".tournament", game, (place) => place.append(game));
  page.part(".progress", [tournament, round?.open], (place) => place.append(progress(labels, { tournament, round })));
  document.body.dataset.crowd = tables.length > 12 ? "many" : "few";
  const encounters = round?.encounters ?? [];
  page.part(".fleet", [tables, encounters], (place) => place.append(...tables.map((table) => card(table, encounters))));
  page.part(".standings", lines, (place) => lines.length && place.append(element("h2", "", say(labels, "standings")), standings(labels, lines, ON_WALL)));
  page.part(".where", encounters, (place) => place.append(...encounters.map(where)));
  page.part(".check-in", [checkIn, tournament], (place) => invite(place, checkIn, tournament));
  roundClock.show(timer, labels);
  if (view === "followed") show.play(past);
  const tableau = past.length ? null : followed?.tableau;
  document.querySelector(".stage").hidden = !tableau;
  document.querySelector(".nothing").hidden = Boolean(tableau || past.length);
  if (view === "followed" && past.length) document.querySelector(".tournament").textContent = say(labels, "show");
  if (tableau) page.draw({ ...tableau, title: undefined });
  if (view === "followed" && tableau) {
    document.querySelector(".tournament").textContent = followed.name;
    page.part(".progress", followed, (place) => place.append(tableau.standing ?? ""));
  }
}

// A table at a glance: what is played there, by whom, and how it stands.
function card({ name, standing, state, game, boats, now, outcome: over, slots, playing }, encounters) {
  const { labels } = page;
  const made = element("article", `table ${standing} ${state}`);
  made.append(element("h2", "", name));
  const sitting = encounters.find(({ n }) => playing.endsWith(`/${n}`));
  if (sitting) made.append(crews(labels, sitting));
  else if (Object.keys(boats).length) made.append(element("span", "pair", Object.values(boats).join(" · ")));
  const words = standing === "here" ? say(labels, `state.${over ? "over" : state}`) : say(labels, `standing.${standing}`);
  const line = element("p", "how");
  line.append(element("span", "word", words || state));
  if (game && state !== "lobby") line.append(element("span", "game", game));
  if (now && !over && state !== "lobby") line.append(element("time", "", clock(now)));
  made.append(line);
  const result = sitting ? outcome(labels, { ...sitting, open: false }) : "";
  if (result) made.append(element("p", "result", result));
  if (slots?.game && !sitting) made.append(element("p", "slot", say(labels, "walk-up", slots)));
  return made;
}

function where(encounter) {
  const { labels } = page;
  const made = element("li", encounter.open ? "" : "done");
  const at = encounter.table || (encounter.bye ? "–" : say(labels, "waits"));
  made.append(element("strong", "at", at), crews(labels, encounter), element("span", "result", outcome(labels, encounter)));
  return made;
}

function invite(place, checkIn, tournament) {
  const { labels } = page;
  if (!tournament) return place.append(element("p", "", say(labels, "none")));
  place.append(element("h2", "", say(labels, "check-in")));
  if (!checkIn) return place.append(element("p", "", say(labels, "check-in.nobody")));
  place.append(scanned(checkIn.rows, say(labels, "check-in")), element("p", "address", checkIn.link.replace("http://", "")));
}

offerWholeScreen();
roll();
page.line.open();
