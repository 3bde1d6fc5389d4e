// Crews: who is here, who came by phone, standings, and what an arbiter may change.

import { button, element } from "./element.js";
import { showList } from "./desk_list.js";
import { asker, chooser } from "./forms.js";
import { standings } from "./words.js";

export function showCrews(desk, { tournament, crews = [], standings: lines = [], kept_apart: apart = [] }, checkIn) {
  desk.part(".enter", [Boolean(tournament), checkIn], (place) => {
    if (!tournament) return place.append(element("p", "", desk.say("round.begin-first")));
    place.append(asker([["name", desk.say("crew.name"), "", { maxLength: 40 }]], desk.say("crew.enter"), ({ name }) => desk.tournament("Enter", { name }, (refused) => {
      const field = place.querySelector("input");
      if (!refused) field.value = "";
      field.focus();
    })));
    if (checkIn) place.append(element("p", "address", desk.say("crew.phones", { link: checkIn.replace("http://", "") })));
  });
  showList(document.querySelector(".crews"), crews, {
    key: ({ number }) => number,
    facts: (crew) => [crew, tournament?.system, crews.map(({ name }) => name)],
    draw: (crew) => line(desk, crew, crews, tournament),
  });
  desk.part(".apart", apart, (place) => {
    for (const { pair: [crew, other], crews: names } of apart) {
      const made = element("li");
      made.append(element("span", "word", desk.say("apart", { crews: names.join(" – ") })), button("small", desk.say("let-meet"), () => desk.tournament("LetMeet", { crew, other })));
      place.append(made);
    }
  });
  desk.part(".at-crews .standings", lines, (place) => {
    if (!lines.length) return;
    const file = element("a", "small", desk.say("standings.file"));
    file.href = "/standings.csv";
    place.append(element("h2", "", desk.say("standings")), standings(desk.labels, lines), file, button("small", desk.say("print"), () => window.print()));
  });
}

function line(desk, { number, name, here, by_phone: byPhone }, crews, tournament) {
  const made = element("li", here ? "here" : "gone");
  made.append(element("span", "number", number), element("strong", "crew", name));
  made.append(element("span", "word", [here ? "" : desk.say("crew.gone"), byPhone ? desk.say("crew.by-phone") : ""].filter(Boolean).join(" · ")));
  const others = crews.filter((other) => other.number !== number).map((other) => [other.number, other.name]);
  made.append(
    button("small", desk.say(here ? "crew.leave" : "crew.return"), () => desk.tournament(here ? "Leave" : "Return", { crew: number })),
    button("small", desk.say("crew.rename"), () => rename(desk, number, name)),
  );
  if (tournament?.system === "swiss") made.append(chooser(desk.say("crew.apart"), others, (other) => desk.tournament("KeepApart", { crew: number, other: Number(other) })));
  if (tournament?.system !== "ranking" && tournament?.played) made.append(chooser(desk.say("crew.exchange"), others, (other) => desk.tournament("Exchange", { crew: number, other: Number(other) })));
  return made;
}

function rename(desk, crew, name) {
  const other = window.prompt(desk.say("crew.name"), name);
  if (other) desk.tournament("Rename", { crew, name: other });
}
