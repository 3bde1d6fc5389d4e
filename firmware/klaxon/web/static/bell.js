// The bell as a sound, and its twin that can be seen. A browser lets a page sound only after somebody has touched it.

import { playEffect } from "./effects.js";

const LOUD = 0.25;
const SEEN = 900; // ms that a call is seen, however short it sounds

export class Bell {
  #audio = null;
  #sounding = [];
  #flash = 0;
  #boat = "";
  muted = false;

  // `shown(boat, name, urgent)` is told whose bell rings what; ("", "") when it is over.
  constructor(shown) {
    this.shown = shown;
    for (const touch of ["pointerdown", "keydown"])
      addEventListener(touch, () => this.#wake(), { capture: true, passive: true });
  }

  get awake() {
    return this.#audio?.state === "running";
  }

  ring({ boat, name, notes, urgent, volume = 100 }) {
    this.hush();
    const length = notes.reduce((sum, [, ms]) => sum + ms, 0);
    this.#boat = boat;
    this.shown(boat, name, urgent && !this.muted);
    this.#flash = setTimeout(() => this.shown("", ""), Math.max(length, SEEN));
    if (this.muted || !this.awake) return;
    let at = this.#audio.currentTime + 0.02;
    const loudness = LOUD * (volume / 100) ** 2; // ears hear ratios
    for (const source of playEffect(this.#audio, name, at, loudness)) this.#keep(source);
    for (const [pitch, ms] of notes) {
      if (pitch) this.#strike(pitch, at, ms / 1000, loudness);
      at += ms / 1000;
    }
  }

  // Without a boat, whichever rings.
  hush(boat = this.#boat) {
    if (boat !== this.#boat) return;
    clearTimeout(this.#flash);
    this.shown("", "");
    this.#silence();
  }

  mute(muted) {
    this.muted = muted;
    if (muted) this.#silence();
  }

  #silence() {
    for (const source of this.#sounding.splice(0)) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
  }

  #wake() {
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") this.#audio.resume();
  }

  // A struck bell: the tone, and two partials out of tune with it that die sooner.
  #strike(pitch, at, seconds, loudness) {
    for (const [ratio, loud, part] of [[1, 1, 1], [2.01, 0.35, 0.6], [2.76, 0.2, 0.35]]) {
      const tone = this.#audio.createOscillator();
      const gain = this.#audio.createGain();
      tone.type = ratio === 1 ? "triangle" : "sine";
      tone.frequency.value = pitch * ratio;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loudness * loud, at + 0.006);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + Math.max(0.03, seconds * part));
      tone.connect(gain).connect(this.#audio.destination);
      tone.start(at);
      tone.stop(at + seconds + 0.02);
      this.#keep(tone);
    }
  }

  // Until it is over it can be silenced.
  #keep(source) {
    source.onended = () => (this.#sounding = this.#sounding.filter((each) => each !== source));
    this.#sounding.push(source);
  }
}
