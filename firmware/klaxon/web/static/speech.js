// Calls that are spoken, by the browser's own voice, where it has one for the language. The console sends only what
// everybody at the table may know. A page of one station is silent until it is asked: four phones on one table would
// say everything four times.

import { keep, kept } from "./store.js";

const WAITING = 3; // sentences that may wait; what is older than that is no news any more
const RATE = 1.1;

export class Speech {
  #waiting = [];
  #current = null;
  #muted = false;
  #isWhole = false;
  changed = () => {}; // called when there is a voice where there was none

  constructor() {
    this.synthesis = globalThis.speechSynthesis;
    this.synthesis?.addEventListener?.("voiceschanged", () => this.changed()); // a browser may load them late
  }

  // Whether this browser can speak a language at all.
  offered(language) {
    return Boolean(this.#voice(language));
  }

  get on() {
    return kept(this.#isWhole ? "speech" : "speech.station", this.#isWhole);
  }

  // The page of a whole console speaks unless somebody switches it off.
  place(isWhole) {
    this.#isWhole = isWhole;
  }

  toggle() {
    keep(this.#isWhole ? "speech" : "speech.station", !this.on);
    if (!this.on) this.hush();
  }

  mute(muted) {
    this.#muted = muted;
    if (muted) this.hush();
  }

  // Nothing to say is to be silent.
  say([text, language] = []) {
    if (!text) return this.hush();
    const voice = this.#voice(language);
    if (!voice || this.#muted || !this.on) return;
    const sentence = new SpeechSynthesisUtterance(text);
    sentence.voice = voice;
    sentence.lang = voice.lang;
    sentence.rate = RATE;
    sentence.onend = sentence.onerror = () => this.#next(sentence);
    this.#waiting = [...this.#waiting, sentence].slice(-WAITING);
    if (!this.#current) this.#next(null);
  }

  hush() {
    this.#waiting = [];
    this.#current = null;
    this.synthesis?.cancel();
  }

  // One that was silenced ends too: it brings on no other.
  #next(ended) {
    if (ended !== this.#current) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current) this.synthesis.speak(this.#current);
  }

  #voice(language) {
    const able = this.synthesis?.getVoices().filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language) ?? [];
    return able.find(({ localService }) => localService) ?? able[0]; // one on this machine needs no network
  }
}
