/** Adapts the reader's last layer to the tiles of confirmed photos. */

import { COLOURS, NUMBERS } from '../reader/layer';
import type { LastLayer } from '../reading';

/** A tile that the user has confirmed. */
export interface Sample {
  /** The inputs of the last layer, as bytes to be multiplied by *scale*. */
  readonly features: Uint8Array;
  readonly scale: number;
  /** The index of the number: 0 for 1, and 13 for a joker. */
  readonly number: number;
  /** The index of the colour in `krbo`, or -1 for a joker. */
  readonly colour: number;
}

export interface Limits {
  /** The divisor of the outputs before the softmax. */
  readonly temperature: number;
  /** Returns whether there is time for another epoch. */
  readonly hasTime: () => boolean;
}

const EPOCHS = 60;
const KEPT_BACK = 4; // one photo in this many
const BETTER = 0.98; // the loss of those photos, relative to the published layer
const PULL = 0.001; // towards the published layer, relative to the steepest curvature
const OUTPUTS = NUMBERS + COLOURS; // the remaining outputs never change
const LARGEST = 127;

/** The last layer in floats. */
interface Layer {
  readonly inputs: number;
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

function exact({ weights, scales, biases }: LastLayer): Layer {
  const inputs = weights.length / scales.length;
  return {
    inputs,
    weights: Float32Array.from(weights, (each, i) => each * scales[Math.floor(i / inputs)]!),
    biases,
  };
}

/** Round the outputs that may have changed. */
function rounded({ inputs, weights, biases }: Layer, before: LastLayer): LastLayer {
  const to = { weights: before.weights.slice(), scales: before.scales.slice(), biases: Float32Array.from(biases) };
  for (let o = 0; o < OUTPUTS; o++) {
    const own = weights.subarray(o * inputs, (o + 1) * inputs);
    const scale = own.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-12) / LARGEST;
    own.forEach((weight, i) => (to.weights[o * inputs + i] = Math.round(weight / scale)));
    to.scales[o] = scale;
  }
  return to;
}

/**
 * Adapt a layer to photos. It is tried first without one photo in four: returns null if those are then read no better,
 * or if there are fewer than two photos.
 */
export function refit(
  published: LastLayer,
  photos: readonly (readonly Sample[])[],
  limits: Limits,
): LastLayer | null {
  const layer = exact(published);
  const isKept = (_: unknown, i: number): boolean => (photos.length - 1 - i) % KEPT_BACK === 0;
  const kept = photos.filter(isKept).flat();
  const used = photos.filter((photo, i) => !isKept(photo, i)).flat();
  if (!kept.length || !used.length) return null;
  const { temperature, hasTime } = limits;
  let epochs = 0;
  const tried = descended(layer, used, temperature, (epoch) => (epochs = epoch) < EPOCHS && hasTime());
  const adapted = rounded(tried, published);
  if (lossOf(exact(adapted), kept, temperature) > BETTER * lossOf(layer, kept, temperature)) return null;
  return rounded(
    descended(layer, photos.flat(), temperature, (epoch) => epoch < epochs),
    published,
  );
}

/** Return the mean cross-entropy of number and colour. */
function lossOf(layer: Layer, samples: readonly Sample[], temperature: number): number {
  const inputs = layer.inputs;
  let loss = 0;
  for (const { features, scale, number, colour } of samples) {
    const logits = new Float64Array(OUTPUTS);
    for (let o = 0; o < OUTPUTS; o++) {
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += layer.weights[o * inputs + i]! * features[i]!;
      logits[o] = (sum * scale + layer.biases[o]!) / temperature;
    }
    loss += errorsOf(logits, number, colour);
  }
  return loss / samples.length;
}

/** Replace logits by probabilities minus the wanted ones. Returns the cross-entropy. */
function errorsOf(logits: Float64Array, number: number, colour: number): number {
  const numbers = logits.subarray(0, NUMBERS);
  const colours = logits.subarray(NUMBERS);
  if (colour >= 0) return softmaxError(numbers, number) + softmaxError(colours, colour);
  colours.fill(0);
  return softmaxError(numbers, number);
}

function softmaxError(logits: Float64Array, wanted: number): number {
  const most = Math.max(...logits);
  const sum = logits.reduce((all, logit) => all + Math.exp(logit - most), 0);
  const loss = Math.log(sum) + most - logits[wanted]!;
  logits.forEach((logit, i) => (logits[i] = Math.exp(logit - most) / sum - Number(i === wanted)));
  return loss;
}

/** The inputs of samples minus their mean, which make gradient descent much faster; the last one is for biases. */
interface Inputs {
  readonly mean: Float32Array;
  readonly rows: readonly Float32Array[];
  /** The mean square of a row. */
  readonly square: number;
  readonly one: number;
}

function inputsOf(samples: readonly Sample[], inputs: number): Inputs {
  const mean = new Float32Array(inputs);
  for (const { features, scale } of samples)
    for (let i = 0; i < inputs; i++) mean[i]! += (features[i]! * scale) / samples.length;
  const rows = samples.map(({ features, scale }) =>
    Float32Array.from({ length: inputs + 1 }, (_, i) => (i < inputs ? features[i]! * scale - mean[i]! : 0)),
  );
  const square = rows.reduce((sum, row) => sum + row.reduce((all, value) => all + value * value, 0), 0);
  const one = Math.sqrt(square / rows.length / 8) || 1;
  for (const row of rows) row[inputs] = one;
  return { mean, rows, square: square / rows.length + one * one, one };
}

/** Descend by Nesterov's method. The step suits the steepest curvature that the loss can have. */
function descended(
  layer: Layer,
  samples: readonly Sample[],
  temperature: number,
  goesOn: (epoch: number) => boolean,
): Layer {
  const { inputs } = layer;
  const size = inputs + 1;
  const { mean, rows, square, one } = inputsOf(samples, inputs);
  const first = new Float32Array(OUTPUTS * size);
  for (let o = 0; o < OUTPUTS; o++) {
    const own = layer.weights.subarray(o * inputs, (o + 1) * inputs);
    first.set(own, o * size);
    first[o * size + inputs] =
      (layer.biases[o]! + own.reduce((sum, weight, i) => sum + weight * mean[i]!, 0)) / one;
  }
  const curvature = square / (2 * temperature * temperature);
  const pull = PULL * curvature;
  const rate = 1 / (curvature + pull);
  let weights = first.slice();
  let ahead = first.slice();
  for (let epoch = 0; goesOn(epoch); epoch++) {
    const slope = slopeOf(ahead, rows, samples, temperature);
    const next = ahead.map((weight, i) => weight - rate * (slope[i]! + pull * (weight - first[i]!)));
    const momentum = epoch / (epoch + 3);
    ahead = next.map((weight, i) => weight + momentum * (weight - weights[i]!));
    weights = next;
  }
  const adapted = { inputs, weights: layer.weights.slice(), biases: layer.biases.slice() };
  for (let o = 0; o < OUTPUTS; o++) {
    const own = weights.subarray(o * size, o * size + inputs);
    adapted.weights.set(own, o * inputs);
    adapted.biases[o] =
      weights[o * size + inputs]! * one - own.reduce((sum, weight, i) => sum + weight * mean[i]!, 0);
  }
  return adapted;
}

/** Return the gradient of the mean cross-entropy. */
function slopeOf(
  weights: Float32Array,
  rows: readonly Float32Array[],
  samples: readonly Sample[],
  temperature: number,
): Float32Array {
  const slope = new Float32Array(weights.length);
  const errors = new Float64Array(OUTPUTS);
  rows.forEach((row, at) => {
    const size = row.length;
    for (let o = 0; o < OUTPUTS; o++) {
      let sum = 0;
      for (let i = 0, w = o * size; i < size; i++, w++) sum += weights[w]! * row[i]!;
      errors[o] = sum / temperature;
    }
    errorsOf(errors, samples[at]!.number, samples[at]!.colour);
    for (let o = 0; o < OUTPUTS; o++) {
      const by = errors[o]! / (temperature * rows.length);
      if (Math.abs(by) < 1e-9) continue;
      for (let i = 0, w = o * size; i < size; i++, w++) slope[w]! += by * row[i]!;
    }
  });
  return slope;
}
