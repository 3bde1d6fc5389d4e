// On duty: a touch after which a phone may sound and shake, and keeps its screen lit.

const SHAKE = [160, 80, 160]; // ms on, off, on

export class Duty {
  #lock = null;
  #taken = false;

  constructor(place) {
    this.place = place;
    place.addEventListener("click", () => this.take());
    document.addEventListener("visibilitychange", () => this.#keepAwake());
  }

  // Asks whoever opened the page to take the station over; once is enough.
  offer(wanted) {
    this.place.hidden = this.#taken || !wanted;
    this.place.classList.toggle("sleepy", !("wakeLock" in navigator));
  }

  take() {
    this.#taken = true;
    this.place.hidden = true;
    this.#keepAwake();
  }

  // For those who cannot hear: what is urgent is felt, unless the page is silenced.
  shake() {
    if (this.#taken) navigator.vibrate?.(SHAKE);
  }

  // A browser takes the lock away from a page that is hidden; it is asked for again when the page is back.
  async #keepAwake() {
    if (!this.#taken || document.hidden || this.#lock || !("wakeLock" in navigator)) return;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => (this.#lock = null));
    } catch {
      this.#lock = null; // a phone that saves its battery refuses; the game goes on
    }
  }
}
