// Since when there is no line: a clock that runs while somebody waits.

export class Since {
  #from = null;
  #timer = 0;

  constructor(place) {
    this.place = place;
  }

  // `from` is a date, or null where the line is open again. The pattern has {time} and {seconds}.
  show(from, pattern) {
    clearInterval(this.#timer);
    this.#from = from;
    if (!from) return;
    const tell = () => {
      const seconds = Math.max(0, Math.round((Date.now() - this.#from) / 1000));
      const time = this.#from.toLocaleTimeString(document.documentElement.lang);
      this.place.textContent = pattern.replace("{time}", time).replace("{seconds}", seconds);
    };
    tell();
    this.#timer = setInterval(tell, 1000);
  }
}
