// Small forms of the desk: fields with one button, and choices that are taken at once.

import { element } from "./element.js";

// A line of fields with one button: what was typed goes to `take`. A field is [name, label, value, options or facts].
export function asker(fields, word, take) {
  const form = element("form", "row");
  for (const [name, label, value, more = {}] of fields) {
    const isLabelled = !Array.isArray(more) && Boolean(value || more.size); // a short field has no room for what it is
    const field = Array.isArray(more) ? choice(more, value) : Object.assign(element("input"), { value, placeholder: isLabelled ? "" : label, required: true, ...more });
    if (!Array.isArray(more)) field.defaultValue = value;
    field.name = name;
    field.setAttribute("aria-label", label);
    form.append(isLabelled ? labelled(label, field) : field);
  }
  form.append(element("button", "small", word));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(Object.fromEntries(new FormData(form)));
  });
  return form;
}

export function choice(options, chosen = "") {
  const made = element("select");
  made.append(...options.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
  return made;
}

// A choice that is taken at once; its first line says what it is.
export function chooser(word, options, take) {
  const made = choice([["", word], ...options]);
  made.className = "small";
  made.setAttribute("aria-label", word);
  made.addEventListener("change", () => {
    if (made.value) take(made.value);
    made.value = "";
  });
  return made;
}

export function labelled(text, field) {
  const made = element("label");
  made.append(element("span", "", text), field);
  return made;
}
