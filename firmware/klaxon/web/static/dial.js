// A dial: an endless knob with detents. Turned by its rim (mouse, pen, finger), by the wheel, or by keys.

const DETENT = 15; // degrees of a step, and of the picture
const NOTCH = 100, FINE = 40; // pixels of wheel to a step: of a mouse with notches, of a touch pad
const DEAD = 0.18; // of the knob's size round its centre, where an angle means nothing

export class Dial {
  #angle = 0;
  #count = 0;
  #wheel = 0;
  #grabbed = null;
  #waiting = 0;

  // `turned(steps)` is told at most once a frame.
  constructor(label, turned) {
    this.turned = turned;
    this.element = document.createElement("div");
    this.element.className = "dial";
    this.rim = document.createElement("div");
    this.rim.className = "rim";
    this.rim.tabIndex = -1;
    this.rim.setAttribute("role", "spinbutton");
    this.rim.setAttribute("aria-valuenow", "0");
    this.rim.setAttribute("aria-label", label);
    const skirt = document.createElement("div");
    skirt.className = "skirt";
    this.rim.append(skirt);
    this.element.append(this.rim);
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.rim.addEventListener("pointerdown", (event) => this.#grab(event));
    this.rim.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      this.rim.addEventListener(end, () => this.#letGo());
  }

  // What a screen reader says when the dial is turned: the line that tells what OK will do.
  say(text) {
    this.rim.setAttribute("aria-valuetext", text);
  }

  turn(steps) {
    if (!steps) return;
    if (!this.#waiting) requestAnimationFrame(() => this.tell());
    this.#waiting += steps;
    this.#count += steps;
    this.#angle += steps * DETENT;
    this.rim.style.setProperty("--angle", `${this.#angle}deg`);
    this.rim.setAttribute("aria-valuenow", String(this.#count));
  }

  wheel(event) {
    if (event.ctrlKey) return; // that is the browser's zoom
    event.preventDefault();
    const unit = [1, NOTCH / 3, NOTCH][event.deltaMode];
    const delta = (Math.abs(event.deltaY) >= Math.abs(event.deltaX) ? event.deltaY : event.deltaX) * unit;
    if (Math.abs(delta) >= NOTCH / 2) {
      this.#wheel = 0;
      this.turn(Math.sign(delta) * Math.max(1, Math.round(Math.abs(delta) / NOTCH)));
      return;
    }
    this.#wheel += delta;
    const steps = Math.trunc(this.#wheel / FINE);
    this.#wheel -= steps * FINE;
    this.turn(steps);
  }

  tell() {
    // The console takes no more than a hand can do; what is beyond is lost, as on a real dial.
    const steps = Math.max(-32, Math.min(32, this.#waiting));
    this.#waiting = 0;
    if (steps) this.turned(steps);
  }

  #where(event) {
    const box = this.element.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2;
    const y = event.clientY - box.top - box.height / 2;
    return Math.hypot(x, y) < box.width * DEAD ? null : (Math.atan2(y, x) * 180) / Math.PI;
  }

  #grab(event) {
    if (event.button) return;
    this.rim.setPointerCapture(event.pointerId);
    this.#grabbed = { pointer: event.pointerId, at: this.#where(event), rest: 0 };
    this.element.classList.add("held");
  }

  #drag(event) {
    const held = this.#grabbed;
    if (!held || held.pointer !== event.pointerId) return;
    const at = this.#where(event);
    if (at === null || held.at === null) {
      held.at = at;
      return;
    }
    held.rest += ((at - held.at + 540) % 360) - 180; // the shorter way round
    held.at = at;
    const steps = Math.trunc(held.rest / DETENT);
    held.rest -= steps * DETENT;
    this.turn(steps);
  }

  #letGo() {
    this.#grabbed = null;
    this.element.classList.remove("held");
  }
}
