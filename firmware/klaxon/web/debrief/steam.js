// Steam Torpedo: the sea with both boats, and each boat with its compartments, bow where it heads. Colour only helps.

const SECTOR = 50, LANE = 22; // units of a sector, and of a boat's way through all of them
const CREW = "c1234";
const POINTS = { plain: "□", oxygen: "●", empty: "○", damage: "✕" };

drawings.steam = (place, sides, legend) => {
  const names = Object.keys(story.boats);
  const wide = 5 * SECTOR, high = names.length * LANE;
  const sea = shape(place, "svg", { class: "chart sea", viewBox: `0 0 ${wide} ${high + 12}`, role: "img" });
  const spoken = shape(sea, "title");
  shape(sea, "rect", { class: "water", width: wide, height: high });
  for (let n = 0; n < 5; n++) {
    if (n) shape(sea, "line", { class: "seam", x1: n * SECTOR, x2: n * SECTOR, y1: 0, y2: high });
    shape(sea, "text", { class: "mark", x: (n + 0.5) * SECTOR, y: high + 10 }).textContent = n + 1;
  }
  shape(sea, "rect", { class: "rim", width: wide, height: high });
  const layer = shape(sea, "g");

  const where = (name, sector) => label("steam.sea", { boat: story.boats[name], sector });
  const harm = (boat) => Object.values(boat.cells).reduce((sum, cell) => sum + cell.damage, 0);
  const damage = (number) => Object.fromEntries(names.map((name) => [name, harm(story.steps[number].truth.boats[name])]));

  function show(number) {
    const { truth } = story.steps[number];
    layer.replaceChildren();
    // Red's side of the sea is the lower one.
    names.forEach((name, n) => hull(layer, name, [(truth.sectors[name] - 0.5) * SECTOR, high - (n + 0.5) * LANE], where(name, truth.sectors[name])));
    spoken.textContent = names.map((name) => where(name, truth.sectors[name])).join(". ");
    for (const name of names) cards[name](truth);
  }

  function card(name) {
    const made = element("article", `card ${name}`);
    const head = element("h2"), stands = element("p", "harm"), cells = element("div", "cells");
    named(head, name);
    made.append(head, stands, cells);
    sides.append(made);
    return (truth) => {
      const boat = truth.boats[name];
      if (!rows(boat).length) { // it is not laid out yet: the cards that were picked
        stands.textContent = "";
        cells.replaceChildren(...truth.chosen[name].map((picked) => element("div", "cell picked", titled(truth, picked))));
        return;
      }
      const men = Object.values(boat.crew).filter((man) => man.at).length;
      stands.textContent = label("steam.stands", { air: boat.oxygen, men, damage: harm(boat) });
      cells.replaceChildren(...rows(boat).map((at) => compartment(truth, name, at, boat.cells[at])));
    };
  }

  // The far row and the near one, from the stern to the bow where the boat heads right.
  function rows(boat) {
    const columns = boat.heading === "right" ? [..."edcba"] : [..."abcde"];
    return [1, 2].flatMap((row) => columns.map((column) => `${column}${row}`)).filter((at) => boat.cells[at]);
  }

  // A box of one's own may have cards that no catalogue knows.
  function titled(truth, card) {
    return word(card) === card ? truth.deck.cards.find(({ id }) => id === card).name : word(card);
  }

  function compartment(truth, name, at, cell) {
    const made = element("div", cell.destroyed ? "cell destroyed" : "cell");
    const inside = names.flatMap((owner) => [...CREW]
      .map((man) => [man, truth.boats[owner].crew[man]])
      .filter(([, found]) => found.on === name && found.at === at)
      .map(([man, { ready }]) => ({ man: owner === name ? word(man) : `${story.boats[owner][0]}${word(man)}`, ready })));
    const title = titled(truth, cell.card);
    const facts = { ...cell, at, name: title };
    const said = cell.destroyed ? label("steam.lost", facts) : label("steam.cell", facts);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", [said, ...inside.map(({ man }) => man)].join(", "));
    made.title = said;
    const men = element("span", "men");
    men.append(...inside.map(({ man, ready }) => element(ready ? "b" : "i", "", man)));
    const points = Object.entries(POINTS).map(([kind, sign]) => sign.repeat(cell[kind])).join("");
    made.append(element("span", "at", at), element("span", "title", title), men, element("span", "points", points));
    return made;
  }

  function entry(sign, text) {
    const item = element("li");
    item.append(sign, element("span", "", text));
    legend.querySelector("ul").append(item);
  }

  const cards = Object.fromEntries(names.map((name) => [name, card(name)]));
  const points = (kind) => element("span", "points", POINTS[kind]);
  const man = (tag) => {
    const men = element("span", "men");
    men.append(element(tag, "", "1"));
    return men;
  };
  entry(points("plain"), label("steam.plain"));
  entry(points("oxygen"), label("steam.oxygen"));
  entry(points("empty"), label("steam.empty"));
  entry(points("damage"), label("steam.damage"));
  entry(man("b"), label("steam.ready"));
  entry(man("i"), label("steam.exhausted"));
  legend.hidden = false;
  const most = Math.max(1, ...story.steps.flatMap((_, number) => Object.values(damage(number))));
  return { show, damage, most };
};
