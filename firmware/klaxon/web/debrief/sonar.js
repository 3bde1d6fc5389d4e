// Captain Sonar: both boats on one chart. Red is solid and filled, Blue dashed and hollow: colour only helps.

const CELL = 20, EDGE = 14; // units of a cell, and of the letters round the chart
const SIGNS = { // 12 by 12, round the middle
  weapons: "M-1-6h2v2l2 1 2-1 1 2-2 1v2l2 1-1 2-2-1-2 1v2h-2v-2l-2-1-2 1-1-2 2-1v-2l-2-1 1-2 2 1 2-1z",
  detection: "M0-6a6 6 0 1 0 .01 0zM0-3a3 3 0 1 1-.01 0z",
  special: "M2-6a6 6 0 1 0 4 8a5 5 0 0 1-4-8z",
  radiation: "M0-1.500L-3.500-6h7zM1.300.8L6 1.500 3 6zM-1.300.8L-6 1.500-3 6z",
};

drawings.sonar = (place, sides, legend) => {
  const { grid, edge } = story.begin.chart;
  const rows = grid.split("\n");
  const width = rows[0].length, height = rows.length;
  const at = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];
  const shown = (name) => `${story.columns[at(name)[0]]}${name.slice(1)}`;
  const middle = (name) => at(name).map((n) => (n + 0.5) * CELL);
  const names = Object.keys(story.boats);

  const chart = shape(place, "svg", { class: "chart", viewBox: `${-EDGE} ${-EDGE} ${width * CELL + EDGE + 3} ${height * CELL + EDGE + 3}`, role: "img" });
  const spoken = shape(chart, "title");
  shape(chart, "rect", { class: "water", width: width * CELL, height: height * CELL });
  // The number of each sector, large and faint under everything else.
  const across = Math.ceil(width / edge), far = (from, most) => (from + Math.min(most, from + edge)) / 2 * CELL;
  for (let n = 0; n < across * Math.ceil(height / edge); n++)
    shape(chart, "text", {
      class: "sector",
      transform: `translate(${far(n % across * edge, width)} ${far(Math.floor(n / across) * edge, height)}) scale(${edge / 5})`,
    }).textContent = n + 1;
  rows.forEach((row, y) => [...row].forEach((cell, x) => {
    if (story.facts.land.includes(cell)) shape(chart, "rect", { class: "island", x: x * CELL, y: y * CELL, width: CELL, height: CELL });
    else shape(chart, "circle", { class: "point", cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL, r: 0.9 });
  }));
  for (let x = edge; x < width; x += edge) shape(chart, "line", { class: "seam", x1: x * CELL, x2: x * CELL, y1: 0, y2: height * CELL });
  for (let y = edge; y < height; y += edge) shape(chart, "line", { class: "seam", y1: y * CELL, y2: y * CELL, x1: 0, x2: width * CELL });
  shape(chart, "rect", { class: "rim", width: width * CELL, height: height * CELL });
  for (let x = 0; x < width; x++) shape(chart, "text", { class: "mark", x: (x + 0.5) * CELL, y: -4 }).textContent = story.columns[x];
  for (let y = 0; y < height; y++) shape(chart, "text", { class: "mark", x: -EDGE / 2 - 1, y: (y + 0.5) * CELL + 3 }).textContent = y + 1;
  const layer = shape(chart, "g");

  const legs = sailed();
  const shots = story.steps.map((step) => step.events.filter(([type]) => type === "blast").map(([, facts]) => facts));

  // Every leg that a boat has sailed up to each step: surfacing ends one, a course that is taken back shortens one.
  function sailed() {
    const done = Object.fromEntries(names.map((name) => [name, []]));
    return story.steps.map(({ truth }, n) => {
      for (const name of names) {
        const route = truth.boats[name].route;
        const before = n ? story.steps[n - 1].truth.boats[name].route : [];
        if (before.length > 1 && route.length === 1 && route[0] === before.at(-1)) done[name] = [...done[name], before];
      }
      return { ...done };
    });
  }

  function path(route) {
    return `M${route.map((name) => middle(name).join(" ")).join("L")}`;
  }

  function mine(parent, boat, [x, y], title = "") {
    const group = shape(parent, "g", { class: `mine ${boat}`, transform: `translate(${x} ${y})` }, title);
    for (let turn = 0; turn < 360; turn += 45) shape(group, "line", { y1: -7, y2: -4, transform: `rotate(${turn})` });
    shape(group, "circle", { r: 4 });
  }

  function guess(parent, boat, [x, y], title = "") {
    shape(parent, "path", { class: `guess ${boat}`, d: `M${x - 7} ${y}h14M${x} ${y - 7}v14` }, title);
  }

  function blast(parent, facts, title = "") {
    const [x, y] = at(facts.at);
    shape(parent, "rect", { class: `reach ${facts.by}`, x: (x - 1) * CELL, y: (y - 1) * CELL, width: 3 * CELL, height: 3 * CELL }, title);
    shape(parent, "rect", { class: `core ${facts.by}`, x: x * CELL, y: y * CELL, width: CELL, height: CELL });
  }

  function burst(parent, [x, y], title = "") {
    shape(parent, "path", { class: "burst", d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8` }, title);
  }

  function show(number) {
    const { truth } = story.steps[number];
    layer.replaceChildren();
    shots.slice(0, number).flat().forEach((facts) => burst(layer, middle(facts.at), `${word(facts.weapon)} ${shown(facts.at)}`));
    for (const name of names) for (const route of legs[number][name]) shape(layer, "path", { class: `old ${name}`, d: path(route) });
    for (const name of names) if (truth.boats[name].route.length > 1) shape(layer, "path", { class: `route ${name}`, d: path(truth.boats[name].route) });
    for (const facts of shots[number]) {
      blast(layer, facts, `${word(facts.weapon)} ${shown(facts.at)}`);
      const from = truth.boats[facts.by].at;
      if (facts.weapon === "torpedo" && from) shape(layer, "path", { class: `flight ${facts.by}`, d: path([from, facts.at]) });
    }
    for (const name of names) {
      const boat = truth.boats[name];
      for (const point of boat.mines) mine(layer, name, middle(point), label("mine", { boat: story.boats[name], at: shown(point) }));
      if (boat.guess) guess(layer, name, middle(boat.guess), label("guess", { boat: story.boats[name], at: shown(boat.guess) }));
    }
    const together = truth.boats[names[0]].at === truth.boats[names[1]].at;
    names.forEach((name, n) => {
      const boat = truth.boats[name];
      if (!boat.at) return;
      const [x, y] = middle(boat.at);
      hull(layer, name, together ? [x + (n ? 5 : -5), y] : [x, y], label("at", { boat: story.boats[name], at: shown(boat.at), sector: boat.sector }));
    });
    spoken.textContent = names.map((name) => standing(name, truth.boats[name])).join(". ");
    for (const name of names) cards[name](truth.boats[name]);
  }

  function standing(name, boat) {
    return boat.at ? label("at", { boat: story.boats[name], at: shown(boat.at), sector: boat.sector }) : `${story.boats[name]}: ${label("nowhere")}`;
  }

  // Beside the chart: what each boat's own sheets showed.
  function card(name) {
    const made = element("article", `card ${name}`);
    const head = element("h2"), where = element("p", "where"), harm = element("p", "harm");
    named(head, name);
    const gauges = element("dl", "gauges"), panel = element("div", "panel");
    made.append(head, where, harm, gauges, panel);
    sides.append(made);
    const boxes = {}, symbols = {};
    for (const [system, [, most]] of Object.entries(story.begin.boats[name].gauges)) {
      const row = element("div");
      boxes[system] = element("dd");
      boxes[system].append(...Array.from({ length: most }, () => element("i")));
      row.append(element("dt", "", word(system)), boxes[system]);
      gauges.append(row);
    }
    panel.setAttribute("role", "img");
    for (const symbol of story.facts.symbols) {
      let section = panel.querySelector(`[data-section="${symbol.section}"]`);
      if (!section) {
        section = element("span", "section");
        section.dataset.section = symbol.section;
        section.append(element("b", "", word(symbol.section)));
        panel.append(section);
      }
      const sign = shape(section, "svg", { viewBox: "-9 -9 18 18", class: "symbol" }, word(symbol.name));
      shape(sign, "path", { class: "kind", d: SIGNS[symbol.kind], "fill-rule": "evenodd" });
      shape(sign, "path", { class: "cross", d: "M-8-8L8 8M8-8L-8 8" });
      symbols[symbol.name] = sign;
    }
    return (boat) => {
      where.textContent = boat.at ? label("where", { at: shown(boat.at), sector: boat.sector }) : label("nowhere");
      if (boat.surfaced) where.textContent += `, ${label("surfaced")}`;
      const lost = story.facts.lost_at;
      harm.replaceChildren(element("span", "", label("damage", { damage: boat.damage, most: lost })), boxed(boat.damage, lost));
      for (const [system, [filled, most]] of Object.entries(boat.gauges)) {
        [...boxes[system].children].forEach((box, n) => box.classList.toggle("full", n < filled));
        boxes[system].setAttribute("aria-label", `${filled}/${most}`);
        boxes[system].parentElement.classList.toggle("ready", filled === most);
      }
      for (const [symbol, sign] of Object.entries(symbols)) sign.classList.toggle("crossed", boat.panel.includes(symbol));
      panel.setAttribute("aria-label", label("broken", { symbols: boat.panel.map(word).join(", ") || "-" }));
    };
  }

  function boxed(filled, most) {
    const row = element("span", "boxes");
    row.setAttribute("aria-hidden", "true");
    row.append(...Array.from({ length: most }, (_, n) => element("i", n < filled ? "full" : "")));
    return row;
  }

  const cards = Object.fromEntries(names.map((name) => [name, card(name)]));

  // The legend: each sign as it is drawn, and what it means.
  function entry(text, draw) {
    const item = element("li");
    const sign = shape(item, "svg", { viewBox: "-15 -10 30 20", "aria-hidden": "true" });
    draw(sign);
    item.append(element("span", "", text));
    legend.querySelector("ul").append(item);
  }
  for (const name of names) {
    const boat = story.boats[name];
    entry(label("legend.boat", { boat }), (sign) => hull(sign, name, [0, 0]));
    entry(label("legend.route", { boat }), (sign) => shape(sign, "path", { class: `route ${name}`, d: "M-15 0h30" }));
    entry(label("legend.old", { boat }), (sign) => shape(sign, "path", { class: `old ${name}`, d: "M-15 0h30" }));
    entry(label("legend.mine", { boat }), (sign) => mine(sign, name, [0, 0]));
    entry(label("legend.guess", { boat }), (sign) => guess(sign, name, [0, 0]));
  }
  entry(label("legend.blast"), (sign) => shape(sign, "rect", { class: "reach red", x: -9, y: -9, width: 18, height: 18 }));
  entry(label("legend.burst"), (sign) => burst(sign, [0, 0]));
  for (const [kind, d] of Object.entries(SIGNS)) entry(word(kind), (sign) => shape(sign, "path", { class: "kind", d, "fill-rule": "evenodd" }));
  entry(label("legend.broken"), (sign) => shape(sign, "path", { class: "cross", d: "M-8-8L8 8M8-8L-8 8" }));
  legend.hidden = false;

  const damage = (number) => Object.fromEntries(names.map((name) => [name, story.steps[number].truth.boats[name].damage]));
  return { show, damage, most: story.facts.lost_at };
};
