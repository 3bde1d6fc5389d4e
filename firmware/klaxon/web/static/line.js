// The line to the console: a WebSocket that comes back by itself.

const FIRST_WAIT = 250, LONGEST_WAIT = 5000; // ms between two tries
const QUIET = 4000, PATIENCE = 4000; // ms of silence before we ask, and that we wait for an answer
const FOR_GOOD = new Map([[4401, "bad-key"], [4429, "full"]]); // close codes after which trying again is no use

export class Line {
  #socket = null;
  #tries = 0;
  #retry = 0;
  #pulse = 0;
  #heard = 0;
  #asked = 0;

  // `on` has: welcome(data), frame(bytes), message(name, data), state(name) with opening, open, lost, bad-key, full.
  constructor(on) {
    this.on = on;
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#hurry());
    addEventListener("hashchange", () => this.open());
  }

  open() {
    clearTimeout(this.#retry);
    this.#drop();
    // The key stands behind the #, which a browser sends to nobody; it travels in our first message only.
    const token = location.hash.slice(1);
    if (!token) return this.on.state("bad-key");
    if (!this.#tries) this.on.state("opening");
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, token }));
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#lose(event.code);
    this.#heard = performance.now();
    this.#pulse = setInterval(() => this.#look(), 1000);
  }

  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(data) {
    this.#heard = performance.now();
    this.#asked = 0;
    if (typeof data !== "string") return this.on.frame(new Uint8Array(data));
    for (const [name, said] of Object.entries(JSON.parse(data))) {
      if (name === "welcome") {
        this.#tries = 0;
        this.on.welcome(said);
        this.on.state("open");
      } else if (name !== "pong") this.on.message(name, said);
    }
  }

  // A network that vanishes closes nothing, so who hears nothing has to ask. Hidden pages are let sleep.
  #look() {
    if (document.hidden || !this.#socket) return;
    const now = performance.now();
    if (this.#asked && now - this.#asked > PATIENCE) this.#lose(0);
    else if (!this.#asked && now - this.#heard > QUIET) {
      this.#asked = now;
      this.send({ ping: 1 });
    }
  }

  #lose(code) {
    this.#drop();
    const end = FOR_GOOD.get(code);
    this.on.state(end ?? "lost");
    if (end) return;
    // Jitter: pages that lost the same console do not come back in the same moment.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => this.open(), wait);
  }

  #hurry() {
    if (!this.#socket && this.#tries) this.open();
  }

  #drop() {
    clearInterval(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
