// How large everything is: the largest panels with which all stations are seen at once. Panels grow by whole pixels of
// the screen; the keys grow with the room that is left.

// Sizes in pixels of the style sheet, which says the same.
const FRAME = { across: 36, down: 84 }; // of a station round its panel: bezel, plate, and the head above
const GAP = 8, LOW = 480, BOAT = 32, BRIDGE = 42;
const UNITS = [2, 1.85, 1.7, 1.5, 1.35, 1.2, 1.1, 1, 0.92, 0.82]; // how large keys and dials may be
const SMALLEST = 1.5; // pixels of the style sheet to a pixel of a panel: below it nobody can read
const AMPLE = 6, AMPLE_IN_HAND = 5; // and above it nobody reads better
const IN_HAND = 600; // what is narrower is held in a hand, whatever works it

// Where the keys stand, and the room they take there at unit 1.
const SHAPES = {
  below: { across: 290, down: 116 }, // in a row under the panel
  tower: { across: 176, down: 226 }, // in two rows under it
  beside: { across: 186, down: 232 }, // in two rows to its right
};
// One station in two hands: what thumbs work stands at the lower edge or at both sides. `frame` is what stands round the
// panel besides; `more` is the row of course keys or second dial.
const HELD = {
  upright: { across: 300, down: 166, more: 176, frame: { across: 36, down: 92 } },
  sideways: { across: 350, down: 330, more: 0, frame: { across: 46, down: 84 } },
};

// The chart beside the stations: strips that are tried, as parts of the screen, and what it needs to be of use.
const STRIPS = [0.42, 0.36, 0.3, 0.25, 0.2];
const USEFUL = 240, USEFUL_IN_HAND = 150; // pixels of its edge
const WORTH = 0.6; // of their size that panels may shrink to for it
const READABLE = 3; // and above this size they shrink gladly

// As `arrange`, with room for a chart where it is wanted: `chart` is { side, size }, side "" where there is none for it.
export function arrangeWithChart(wanted, crews, single, panel, screen, station) {
  const alone = arrange(crews, single, panel, screen, station);
  const none = { ...alone, chart: { side: "", size: 0 } };
  if (!wanted || alone.shape === "sideways") return none;
  const strips = alone.shape === "upright" ? within(screen) : beside(screen);
  const found = strips.map(({ side, size, width, height }) => ({
    ...arrange(crews, single, panel, { ...screen, width, height, whole: screen.width }, station),
    chart: { side, size },
  }));
  const ofUse = found.filter(({ chart }) => chart.size >= (chart.side === "within" ? USEFUL_IN_HAND : USEFUL));
  const seen = ofUse.filter(({ scrolls }) => !scrolls); // rather a smaller chart than stations that have to be scrolled to
  const useful = seen.length || alone.shape === "upright" ? seen : ofUse; // in a hand OK stays in reach, chart or not
  const largest = (some) => some.sort((one, other) => other.chart.size - one.chart.size)[0];
  const free = useful.filter(({ size }) => size >= Math.min(alone.size, READABLE));
  const shrunk = useful.filter(({ size }) => size >= Math.max(SMALLEST, alone.size * WORTH));
  return largest(free) ?? largest(shrunk.filter(({ size }) => size === Math.max(...shrunk.map((each) => each.size)))) ?? none;
}

function beside({ width, height }) {
  const right = STRIPS.map((part) => ({ side: "right", strip: Math.floor(width * part) }));
  const below = STRIPS.map((part) => ({ side: "below", strip: Math.floor(height * part) }));
  return [
    ...right.map(({ side, strip }) => ({ side, size: Math.min(strip - 24, height - BRIDGE - 40), width: width - strip, height })),
    ...below.map(({ side, strip }) => ({ side, size: Math.min(strip - 24, width), width, height: height - strip })),
  ];
}

// In the hand it stands between panel and keys.
function within({ width, height }) {
  return [...STRIPS, 0.17].map((part) => Math.floor(height * part)).map((strip) => (
    { side: "within", size: Math.min(strip - 10, width - 20), width, height: height - strip }));
}

// `crews` is how many stations of each boat are seen, `single` says that the page is for one station alone, `station` is
// the first. Returns { shape, columns, factor, unit }.
export function arrange(crews, single, panel, screen, station) {
  const { width, height, ratio, byFinger } = screen;
  if (single && station && (byFinger || Math.min(screen.whole ?? width, height) < IN_HAND)) return inHand(panel, screen, station);
  const heads = single ? (height > LOW ? BRIDGE : 0) : BRIDGE + crews.length * BOAT;
  let best = null;
  for (let columns = 1; columns <= Math.max(...crews, 1); columns++) {
    const rows = crews.reduce((sum, crew) => sum + Math.ceil(crew / columns), 0);
    const room = {
      across: (width - (columns - 1) * GAP) / columns - FRAME.across,
      down: (height - heads - rows * GAP) / Math.max(1, rows) - FRAME.down,
    };
    for (const shape of Object.keys(SHAPES))
      for (const unit of UNITS) {
        const size = fit(panel, room, SHAPES[shape], shape === "beside", unit, ratio);
        const found = { shape, columns, unit, size };
        if (size && (!best || better(found, best))) best = found;
      }
  }
  best ??= scrolling(panel, width, ratio);
  return { ...best, factor: Math.round(best.size * ratio) };
}

// Larger panels first, up to a size beyond which larger keys are worth more.
function better(one, other, ample = AMPLE) {
  const [mine, theirs] = [one, other].map(({ size }) => Math.min(size, ample));
  if (mine !== theirs) return mine > theirs;
  return one.unit !== other.unit ? one.unit > other.unit : one.size > other.size;
}

// Returns how large a pixel of a panel can be, 0 where the keys alone are too large or nobody could read it.
function fit(panel, room, keys, beside, unit, ratio) {
  const across = keys.across * unit, down = keys.down * unit;
  if (beside ? room.down < down : room.across < across) return 0;
  const left = beside ? { across: room.across - across, down: room.down } : { across: room.across, down: room.down - down };
  const factor = Math.floor(Math.min((left.across * ratio) / panel.width, (left.down * ratio) / panel.height) + 1e-6);
  return factor / ratio < SMALLEST ? 0 : factor / ratio;
}

// Below the smallest unit a key would be too small for a thumb.
function inHand(panel, { width, height, ratio, whole }, station) {
  const shape = whole || height >= width ? "upright" : "sideways";
  const { frame, more, ...keys } = HELD[shape];
  const down = keys.down + (station.keys.has("north") || station.dials.length > 1 ? more : 0);
  const room = { across: width - frame.across, down: height - frame.down };
  const beside = shape === "sideways";
  if (beside) room.down = height - GAP; // the keys stand beside the head, too
  let best = null;
  for (const unit of UNITS) {
    let size = fit(panel, room, { ...keys, down }, beside, unit, ratio);
    if (beside) size = Math.min(size, Math.floor(((height - frame.down) * ratio) / panel.height + 1e-6) / ratio);
    const found = { shape, columns: 1, unit, size };
    if (size && (!best || better(found, best, AMPLE_IN_HAND))) best = found;
  }
  best ??= { shape, columns: 1, unit: UNITS.at(-1), size: Math.max(1, Math.floor((room.across * ratio) / panel.width)) / ratio, scrolls: true };
  return { ...best, factor: Math.round(best.size * ratio) };
}

// There is no room for all: as wide as they go, and the page scrolls.
function scrolling(panel, width, ratio) {
  const columns = Math.max(1, Math.floor((width + GAP) / (panel.width * 2 + FRAME.across + GAP)));
  const across = (width - (columns - 1) * GAP) / columns - FRAME.across;
  const size = Math.max(1, Math.floor((across * ratio) / panel.width + 1e-6)) / ratio;
  const unit = UNITS.find((each) => each <= Math.min(1.35, across / SHAPES.below.across)) ?? across / SHAPES.below.across;
  return { shape: "below", columns, unit, size, scrolls: true };
}
