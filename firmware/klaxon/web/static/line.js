// The line to the console: a WebSocket that comes back by itself.

const FIRST_WAIT = 250, LONGEST_WAIT = 5000; // ms between two tries
const FULL_WAIT = 60000; // ms until we ask again whether somebody has left
const QUIET = 2500, PATIENCE = 2500; // ms of silence before we ask, and that we wait for an answer
const NOT_NOW = new Map([[4401, "bad-key"], [4411, "closed"], [4429, "full"], [4430, "tries"]]); // close codes after which trying again at once is no use

export class Line {
  #socket = null;
  #open = false;
  #tries = 0;
  #retry = 0;
  #pulse = 0;
  #heard = 0;
  #asked = 0;
  #lost = null;

  // `on` has: welcome(data), frame(bytes), message(name, data), state(name, since) with opening, open, lost, bad-key,
  // closed, full, and since when there is no line. `path` is where the console listens, `secret()` what opens it: an object, or
  // null where there is nothing to show.
  constructor(on, path = "/ws", secret = tokenInLink) {
    this.on = on;
    this.path = path;
    this.secret = secret;
    document.addEventListener("visibilitychange", () => (document.hidden || this.#socket ? this.#look() : this.#hurry()));
    addEventListener("online", () => this.#hurry());
    addEventListener("hashchange", () => this.open());
  }

  open() {
    clearTimeout(this.#retry);
    this.#drop();
    const secret = this.secret();
    if (!secret) return this.on.state("bad-key");
    if (!this.#tries) this.on.state("opening");
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, ...secret }));
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#lose(event.code);
    this.#heard = performance.now();
    this.#pulse = setInterval(() => this.#look(), 1000);
  }

  // What is said while there is no line is not kept for later: who said it has seen that nothing happened. The moment
  // goes with it, so that the console knows what a network has held back.
  send(message) {
    if (!this.#open || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ ...message, at: Math.round(performance.now()) }));
  }

  #hear(data) {
    this.#heard = performance.now();
    this.#asked = 0;
    if (typeof data !== "string") return this.on.frame(new Uint8Array(data));
    for (const [name, said] of Object.entries(JSON.parse(data))) {
      if (name === "welcome") {
        this.#tries = 0;
        this.#lost = null;
        this.#open = true;
        this.on.welcome(said);
        this.on.state("open");
        this.send({ ping: 0 }); // the first that carries a moment, while the line is known to be good
      } else if (name === "key") keepInLink(said);
      else if (name !== "pong") this.on.message(name, said);
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
    this.#lost ??= new Date(Date.now() - (performance.now() - this.#heard));
    this.#drop();
    const end = NOT_NOW.get(code);
    this.on.state(end ?? "lost", this.#lost);
    if (end && end !== "full") return;
    const wait = end ? FULL_WAIT : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    // Jitter: pages that lost the same console do not come back in the same moment.
    this.#retry = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  #hurry() {
    if (!this.#socket && this.#tries) this.open();
  }

  #drop() {
    clearInterval(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    this.#asked = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

// The key stands behind the #, which a browser sends to nobody; it travels in our first message only.
export function tokenInLink() {
  const token = location.hash.slice(1);
  return token ? { token } : null;
}

// The console has cut another key for this page: a page that is loaded anew has to show that one.
function keepInLink(token) {
  history.replaceState(null, "", `#${token}`);
}
