// Lists at the desk: only an entry whose facts have changed is drawn anew, and what somebody types there stays.

const shown = new WeakMap(); // list -> Map: key -> what an entry was drawn from, and its element

// `draw` makes the element of an item; it is asked again when `facts` of the item, or the language, have changed.
export function showList(place, items, { key, facts = (item) => item, draw }) {
  const before = shown.get(place) ?? new Map(), now = new Map();
  let focus = null;
  for (const item of items) {
    const told = JSON.stringify([document.documentElement.lang, facts(item)]), old = before.get(key(item));
    if (old?.told === told) now.set(key(item), old);
    else {
      const made = draw(item);
      if (old) focus = carryOver(old.made, made) ?? focus;
      now.set(key(item), { told, made });
    }
  }
  shown.set(place, now);
  const wanted = [...now.values()].map(({ made }) => made);
  for (const each of [...place.children]) if (!wanted.includes(each)) each.remove();
  wanted.forEach((made, i) => {
    if (place.children[i] !== made) place.insertBefore(made, place.children[i] ?? null);
  });
  focus?.focus();
}

// Takes what somebody has typed, opened or chosen along; returns the field that had the focus.
function carryOver(from, to) {
  const fields = new Map(named(to));
  let focus = null;
  for (const [name, was] of named(from)) {
    const is = fields.get(name);
    if (!is) continue;
    if (is.tagName === "DETAILS") is.open = was.open;
    else if (is.tagName === "SELECT") is.value = [...is.options].some(({ value }) => value === was.value) ? was.value : is.value;
    else if (was.value !== was.defaultValue) is.value = was.value;
    if (document.activeElement === was) focus = is;
  }
  return focus;
}

function named(made) {
  return [...made.querySelectorAll("input, select, details")].map((each, i) => [`${each.tagName} ${each.getAttribute("aria-label") ?? i}`, each]);
}
