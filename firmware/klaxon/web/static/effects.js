// What is heard under the notes of some calls, made here of tones and noise: a klaxon, a ping, a torpedo that runs, a
// blast, a hull that groans. All others are the bell alone. It goes by the name of a call, so it tells no more than that.

const EFFECTS = new Map(Object.entries({
  "dive": klaxon,
  "dive-alarm": klaxon,
  "ping": ping,
  "pinged": ping,
  "asdic": ping,
  "torpedo-away": run,
  "torpedo": run,
  "hit": blast,
  "hit-direct": blast,
  "struck": blast,
  "struck-direct": blast,
  "damage": blast,
  "detonated": blast,
  "torpedo-hit": blast,
  "charges": blast,
  "bombs": blast,
  "deep": groan,
}));
const FAINT = 0.01; // what is left of a sound at its end: ears hear ratios, and no ratio gets to 0
const NOISE = 2; // seconds of noise that are made, once

let noise = null;

// Plays the effect of a call from `at` on. Returns all that sounds, for whoever silences it: nothing for most calls.
export function playEffect(audio, name, at, loudness) {
  const stage = new Stage(audio, at, loudness);
  EFFECTS.get(name)?.(stage);
  return stage.sources;
}

function klaxon(stage) {
  for (const start of [0, 0.8]) {
    const horn = stage.filter("bandpass", [[start, 900]], 0.8, stage.swell(start, [0.04, 0.55, 0.72], 1.2));
    for (const apart of [1, 1.013]) {
      const pitches = [[start, 150], [start + 0.14, 390], [start + 0.5, 400], [start + 0.72, 170]];
      stage.tone("sawtooth", pitches.map(([when, pitch]) => [when, pitch * apart]), 0.72, horn);
    }
  }
}

// One ping and what the sea throws back of it, as high as the bell's own.
function ping(stage) {
  for (const [start, loud, length] of [[0, 0.5, 1.1], [0.62, 0.12, 0.8], [1.05, 0.05, 0.7]])
    stage.tone("sine", [[start, 1244.5]], length, stage.swell(start, [0.01, 0.06, length], loud));
}

// Air that drives it out, then screws that go away.
function run(stage) {
  const air = stage.filter("bandpass", [[0, 2600], [0.7, 500]], 0.7, stage.swell(0, [0.03, 0.2, 0.8], 0.9));
  stage.noise(0, 0.8, air);
  const screws = stage.filter("lowpass", [[0.2, 900], [1.8, 200]], 1, stage.swell(0.2, [0.3, 0.6, 1.6], 0.5));
  for (const pitch of [92, 105]) stage.tone("sawtooth", [[0.2, pitch], [1.8, pitch * 0.8]], 1.6, screws); // they beat
}

function blast(stage) {
  const water = stage.filter("lowpass", [[0, 1400], [1.5, 70]], 0.5, stage.swell(0, [0.01, 0.15, 1.6], 1.6));
  stage.noise(0, 1.6, water);
  stage.tone("sine", [[0, 95], [0.6, 28]], 0.7, stage.swell(0, [0.01, 0.2, 0.7], 0.8));
}

function groan(stage) {
  const plates = stage.filter("bandpass", [[0, 240], [0.7, 520], [1.9, 180]], 6, stage.swell(0, [0.4, 1.1, 1.9], 2));
  for (const [low, high] of [[58, 83], [61, 79]])
    stage.tone("sawtooth", [[0, low], [0.8, high], [1.9, low * 0.8]], 1.9, plates);
}

// Where an effect is built: all times are seconds from its begin, all changes of pitch are [seconds, hertz].
class Stage {
  sources = [];

  constructor(audio, at, loudness) {
    this.audio = audio;
    this.at = at;
    this.loudness = loudness;
  }

  // A loudness that has grown at `risen`, stands until `held`, and has died away at `length`.
  swell(start, [risen, held, length], loud) {
    const swell = this.audio.createGain();
    const begin = this.at + start;
    const full = this.loudness * loud;
    swell.gain.setValueAtTime(0, begin);
    swell.gain.linearRampToValueAtTime(full, begin + risen);
    swell.gain.setValueAtTime(full, begin + held);
    swell.gain.exponentialRampToValueAtTime(full * FAINT, begin + length);
    swell.connect(this.audio.destination);
    return swell;
  }

  filter(type, pitches, sharpness, into) {
    const filter = this.audio.createBiquadFilter();
    filter.type = type;
    filter.Q.value = sharpness;
    this.#glide(filter.frequency, pitches);
    filter.connect(into);
    return filter;
  }

  tone(type, pitches, length, into) {
    const tone = this.audio.createOscillator();
    tone.type = type;
    this.#glide(tone.frequency, pitches);
    this.#play(tone, pitches[0][0], length, into);
  }

  noise(start, length, into) {
    const source = this.audio.createBufferSource();
    source.buffer = noise ??= hiss(this.audio);
    this.#play(source, start, length, into);
  }

  #play(source, start, length, into) {
    source.connect(into);
    source.start(this.at + start);
    source.stop(this.at + start + length);
    this.sources.push(source);
  }

  #glide(parameter, [[begin, first], ...later]) {
    parameter.setValueAtTime(first, this.at + begin);
    for (const [when, pitch] of later) parameter.exponentialRampToValueAtTime(pitch, this.at + when);
  }
}

function hiss(audio) {
  const made = audio.createBuffer(1, NOISE * audio.sampleRate, audio.sampleRate);
  const samples = made.getChannelData(0);
  for (let each = 0; each < samples.length; each++) samples[each] = Math.random() * 2 - 1;
  return made;
}
