// Debriefs between rounds: each plays by itself in a frame, one after the other, and then from the beginning.

const LAST_LOOK = 8000; // ms that the end of a game stands

export class DebriefShow {
  #frame;
  #games = [];
  #at = 0;
  #timer = 0;

  constructor(frame) {
    this.#frame = frame;
    addEventListener("message", ({ source, origin, data }) => {
      if (source === frame.contentWindow && origin === location.origin && data === "debrief-over") this.#timer = setTimeout(() => this.#next(), LAST_LOOK);
    });
  }

  // Plays these games; what plays already goes on.
  play(games) {
    const links = games.map(({ debrief }) => debrief);
    if (JSON.stringify(links) === JSON.stringify(this.#games)) return;
    this.#games = links;
    this.#at = -1;
    this.#frame.hidden = !links.length;
    this.#next();
  }

  #next() {
    clearTimeout(this.#timer);
    if (!this.#games.length) return this.#frame.removeAttribute("src");
    this.#at = (this.#at + 1) % this.#games.length;
    const lang = document.documentElement.lang;
    this.#frame.src = "about:blank"; // the same game again is loaded again
    setTimeout(() => (this.#frame.src = `${this.#games[this.#at]}?lang=${lang}#show`), 50);
  }
}
