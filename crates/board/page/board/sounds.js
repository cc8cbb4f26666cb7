// Sounds of moves, captures, checks and the end of a game, made from noise and tones: no files.

import { followsByMove, isPlayedElsewhere, on, store } from "../core/store.js";

/** @import { TableView } from "../messages.d.ts" */

/** @typedef {{ tone?: number, noise?: number, length: number, gain: number, at?: number }} Part */

/** @type {AudioContext | null} Made at the first sound, because browsers allow sound only after a click or a key. */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;

export function initSounds() {
  on("state", () => {
    const { previous, state } = store;
    const sound = previous && soundOf(previous, state);
    if (sound) play(sound);
  });
}

/** Returns the sound for a change from one state to another, or null if no move was made. */
export function soundOf(/** @type {TableView} */ before, /** @type {TableView} */ now) {
  if (now.game !== before.game) return null;
  if (now.end && !before.end) return "end";
  if (!followsByMove(before, now)) return isPlayedElsewhere(before, now) ? "move" : null;
  if (now.check) return "check";
  return Object.keys(now.pieces).length < Object.keys(before.pieces).length ? "capture" : "move";
}

/** @type {{ [name: string]: Part[] }} */
const SOUNDS = {
  tick: [{ tone: 1200, length: 0.05, gain: 0.12 }],
  move: [
    { noise: 2600, length: 0.05, gain: 0.5 },
    { tone: 190, length: 0.07, gain: 0.5 },
  ],
  capture: [
    { noise: 1900, length: 0.06, gain: 0.6 },
    { tone: 150, length: 0.09, gain: 0.6 },
    { noise: 3200, length: 0.04, gain: 0.4, at: 0.06 },
  ],
  check: [
    { noise: 2600, length: 0.05, gain: 0.5 },
    { tone: 660, length: 0.12, gain: 0.14, at: 0.02 },
    { tone: 880, length: 0.16, gain: 0.12, at: 0.1 },
  ],
  end: [
    { tone: 523, length: 0.22, gain: 0.14 },
    { tone: 659, length: 0.22, gain: 0.14, at: 0.14 },
    { tone: 392, length: 0.45, gain: 0.14, at: 0.28 },
  ],
};

/** Makes a sound, if the person wants any. */
export function play(/** @type {string} */ name) {
  if (!store.settings.sound) return;
  // A page that nobody has touched may not make sounds.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const part of SOUNDS[name]) playPart(audio, part);
}

/** The languages of voices that are called otherwise than those of texts. */
const VOICES = { "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" };

/** Says a text in the language of the page, if the person wants that. Returns whether it does. */
export function speak(/** @type {string} */ text) {
  const synthesis = globalThis.speechSynthesis;
  if (!store.settings.spoken || !synthesis) return false;
  const utterance = new SpeechSynthesisUtterance(text);
  const { lang } = document.documentElement;
  utterance.lang = /** @type {Record<string, string>} */ (VOICES)[lang] ?? lang;
  // What is late is not said any more.
  synthesis.cancel();
  synthesis.speak(utterance);
  return true;
}

function playPart(/** @type {AudioContext} */ audio, /** @type {Part} */ { tone, noise: pitch, length, gain, at = 0 }) {
  const start = audio.currentTime + at;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  const source = tone
    ? new OscillatorNode(audio, { type: "sine", frequency: tone })
    : new AudioBufferSourceNode(audio, { buffer: noiseBuffer(audio) });
  const last = tone
    ? source
    : source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 }));
  last.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

function noiseBuffer(/** @type {AudioContext} */ audio) {
  if (noise) return noise;
  noise = new AudioBuffer({ length: audio.sampleRate / 5, sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return noise;
}
