// A key of a station: down as long as something holds it. A finger, a mouse, a key of the keyboard may hold it at once.

const TAP = 90; // ms that a key stays down which was clicked by no finger: by a screen reader, say

export class Key {
  #holders = new Set();

  constructor(name, label, moved) {
    this.moved = moved;
    this.element = document.createElement("button");
    this.element.type = "button";
    this.element.className = `key ${name}`;
    this.element.dataset.key = name;
    this.element.tabIndex = -1;
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.element.setPointerCapture(event.pointerId); // the key stays ours when the finger slips off
      this.hold(`pointer ${event.pointerId}`);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      this.element.addEventListener(end, (event) => this.letGo(`pointer ${event.pointerId}`));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
    this.element.addEventListener("click", (event) => {
      if (event.detail === 0 && !this.#holders.size) this.tap();
    });
  }

  hold(who) {
    const free = !this.#holders.size;
    this.#holders.add(who);
    if (free) this.#show(true);
  }

  letGo(who) {
    if (this.#holders.delete(who) && !this.#holders.size) this.#show(false);
  }

  tap() {
    this.hold("tap");
    setTimeout(() => this.letGo("tap"), TAP);
  }

  letAllGo() {
    if (!this.#holders.size) return;
    this.#holders.clear();
    this.#show(false);
  }

  #show(down) {
    this.element.classList.toggle("down", down);
    this.moved(down);
  }
}
