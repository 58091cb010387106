/** Synthesizes all sounds, so no sound files are loaded, and vibrates to some sounds. */

import { settings } from './settings.svelte';

export type Sound =
  | 'lay'
  | 'draw'
  | 'joker'
  | 'turn'
  | 'no'
  | 'chat'
  | 'won'
  | 'lost'
  | 'over'
  | 'hurry'
  | 'hand'
  | 'pass'
  | 'last'
  | 'up';
type Note = readonly [frequency: number, at: number, length: number, loudness: number];

const NOTES: Record<Exclude<Sound, 'lay' | 'draw'>, readonly Note[]> = {
  turn: [
    [659, 0, 0.16, 0.16],
    [880, 0.11, 0.3, 0.14],
  ],
  no: [
    [220, 0, 0.12, 0.14],
    [175, 0.09, 0.2, 0.14],
  ],
  chat: [[988, 0, 0.09, 0.06]],
  // the bells of the jester's cap
  joker: [
    [1568, 0, 0.18, 0.07],
    [2093, 0.06, 0.22, 0.06],
    [2637, 0.13, 0.35, 0.05],
  ],
  won: [
    [523, 0, 0.2, 0.13],
    [659, 0.12, 0.2, 0.13],
    [784, 0.24, 0.2, 0.13],
    [1047, 0.36, 0.75, 0.13],
    [1319, 0.52, 0.6, 0.08],
    [1568, 0.6, 0.8, 0.06],
  ],
  lost: [
    [494, 0, 0.22, 0.11],
    [440, 0.16, 0.22, 0.11],
    [330, 0.32, 0.6, 0.11],
  ],
  // the lid falls on fourteen tiles, and the hand rings
  hand: [
    [98, 0, 0.3, 0.3],
    [131, 0.02, 0.25, 0.2],
    [523, 0.1, 0.5, 0.08],
    [784, 0.2, 0.6, 0.08],
    [1047, 0.3, 1.1, 0.08],
  ],
  over: [[440, 0, 0.35, 0.1]],
  hurry: [[1175, 0, 0.05, 0.07]],
  // a clock on the table is heard by all players around it: the turn passes, ten seconds are left, the time is up
  pass: [[523, 0, 0.09, 0.2]],
  last: [
    [1047, 0, 0.12, 0.2],
    [1047, 0.18, 0.12, 0.2],
  ],
  up: [
    [392, 0, 0.3, 0.3],
    [294, 0.28, 0.6, 0.3],
  ],
};

/** Vibrations in milliseconds, alternating with pauses. */
const PULSES: Partial<Record<Sound, number[]>> = {
  lay: [8],
  draw: [14],
  joker: [8, 50, 8, 50, 12],
  won: [24, 70, 24, 70, 60],
  hand: [45, 60, 24],
  pass: [20],
  last: [60, 90, 60],
  up: [120, 80, 120, 80, 240],
};

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  // browsers allow sounds only after the first interaction
  if (!context && !navigator.userActivation?.hasBeenActive) return null;
  // on devices with a switch for silence, sounds follow it
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'ambient';
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Play a sound, unless the user has turned sounds off. */
export function playSound(which: Sound): void {
  const at = audio();
  if (!at) return;
  if (which === 'lay' || which === 'joker') click(at, 2200, 0.035, 0.3);
  if (which === 'draw') click(at, 900, 0.07, 0.22);
  else if (which !== 'lay') for (const note of NOTES[which]) ring(at, note);
}

/** Vibrate, unless the user has turned this off. Browsers ignore it until the first touch. */
export function vibrate(which: Sound): void {
  const pulses = PULSES[which];
  if (settings.haptics && pulses && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pulses);
}

function ring(at: AudioContext, [frequency, later, length, loudness]: Note): void {
  const start = at.currentTime + later;
  const tone = at.createOscillator();
  const volume = at.createGain();
  tone.type = 'triangle';
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0008, start + length);
  tone.connect(volume).connect(at.destination);
  tone.start(start);
  tone.stop(start + length + 0.05);
}

/** Play the sound of a tile on wood: a short burst of noise through a narrow filter. */
function click(at: AudioContext, frequency: number, length: number, loudness: number): void {
  const frames = Math.ceil(at.sampleRate * length);
  const noise = at.createBuffer(1, frames, at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const volume = at.createGain();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = 1.4;
  volume.gain.value = loudness;
  source.buffer = noise;
  source.connect(filter).connect(volume).connect(at.destination);
  source.start();
}
