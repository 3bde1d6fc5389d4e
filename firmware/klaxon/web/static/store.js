// What a browser remembers of how somebody likes a page. One that remembers nothing is no worse off.

export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`klaxon.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`klaxon.${name}`, JSON.stringify(value));
  } catch {
    // a private window: it is forgotten with the page
  }
}
