// Small things that every page is made of.

export function element(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

export function button(name, text, act) {
  const made = element("button", name, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// A shape in a drawing; a title is read to who cannot see it, and shown to who points at it.
export function shape(parent, tag, facts = {}, title = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
  if (title) shape(made, "title").textContent = title;
  parent.append(made);
  return made;
}

// Puts the words of the console where they belong.
export function label(labels) {
  for (const each of document.querySelectorAll("[data-label]"))
    each.textContent = labels[each.dataset.label] ?? each.textContent;
  for (const each of document.querySelectorAll("[data-name]"))
    each.setAttribute("aria-label", labels[each.dataset.name] ?? "");
}
