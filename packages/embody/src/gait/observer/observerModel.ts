import { InputError } from '@leib/core';

/** Which signal of the person is which of the mirror image, and with which sign: hands change places, left is right. */
export const mirrorOrder: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 8, 9, 10, 17, 18, 19, 14, 15, 16];
export const mirrorSigns: readonly number[] = [1, -1, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1];

/** The signals of the person's mirror image. */
export function mirrorSignals(signals: Float64Array, out: Float64Array): void {
  for (let i = 0; i < mirrorOrder.length; i++) out[i] = signals[mirrorOrder[i]] * mirrorSigns[i];
}

/** Signals the observer reads, in this order; `readSignals` says what each is. */
export const SIGNAL_COUNT = 20;
/** What it says about one foot, see ObservedFoot. */
export const ANSWER_COUNT = 10;
/** It runs at this rate whatever the frames', so that it hears the same at 60, 72, 90 and 120 Hz. */
export const OBSERVER_HZ = 60;

/** The observer as data. Rows of the three gates follow each other: reset, update, candidate. */
export interface ObserverWeights {
  readonly cellCount: number;
  readonly inputMeans: readonly number[];
  readonly inputScales: readonly number[];
  /** 3 cellCount x SIGNAL_COUNT. */
  readonly inputWeights: readonly number[];
  readonly inputBiases: readonly number[];
  /** 3 cellCount x cellCount. */
  readonly cellWeights: readonly number[];
  readonly cellBiases: readonly number[];
  /** ANSWER_COUNT x cellCount. */
  readonly outputWeights: readonly number[];
  readonly outputBiases: readonly number[];
}

/**
 * Reads the rhythm of one foot, the left one; the right foot's is read by the same weights from the mirrored signals,
 * so a mirrored person gets mirrored feet. A person's head bobs twice and sways once per stride and the hands swing
 * against the legs: enough to tell which foot stands when, not for a formula to tell it. A gated recurrent unit (Cho
 * et al., "Learning phrase representations using RNN encoder-decoder", 2014) of some 3500 numbers learns it.
 */
export interface ObserverModel {
  readonly cellCount: number;
  readonly inputMeans: Float64Array;
  readonly inverseScales: Float64Array;
  /**
   * What mirroring keeps of the signals, and what it negates, has weights of its own: W x = E e + O o for the left foot,
   * E e - O o for the right, so the signals are gone through once. 3 cellCount x `parts.length` each.
   */
  readonly evenWeights: Float64Array;
  readonly oddWeights: Float64Array;
  readonly inputBiases: Float64Array;
  readonly cellWeights: Float64Array;
  readonly cellBiases: Float64Array;
  readonly outputWeights: Float64Array;
  readonly outputBiases: Float64Array;
  /** Pairs of signals that mirroring exchanges, and signals that are their own mirror image (then both are the same). */
  readonly evenParts: readonly (readonly [number, number])[];
  readonly oddParts: readonly (readonly [number, number])[];
}

const signals = Array.from({ length: SIGNAL_COUNT }, (_, signal) => signal);
const pairs = signals
  .filter((signal) => mirrorOrder[signal] > signal)
  .map((signal) => [signal, mirrorOrder[signal]] as const);
const alone = (sign: number) =>
  signals
    .filter((signal) => mirrorOrder[signal] === signal && mirrorSigns[signal] === sign)
    .map((signal) => [signal, signal] as const);
const evenParts = [...alone(1), ...pairs];
const oddParts = [...alone(-1), ...pairs];

export function buildObserver(weights: ObserverWeights): ObserverModel {
  const { cellCount } = weights;
  const read = (name: Exclude<keyof ObserverWeights, 'cellCount'>, length: number) => {
    const values = Float64Array.from(weights[name]);
    if (values.length !== length || !values.every(Number.isFinite)) {
      throw new InputError(`observer.${name}`, `expected ${length} finite numbers, got ${values.length} values`);
    }
    return values;
  };
  if (!(cellCount >= 2 && cellCount <= 64 && cellCount % 2 === 0)) {
    throw new InputError('observer.cellCount', `expected an even number from 2 to 64, got ${cellCount}`);
  }
  const inputWeights = read('inputWeights', 3 * cellCount * SIGNAL_COUNT);
  const gather = (parts: readonly (readonly [number, number])[], sign: 1 | -1) =>
    Float64Array.from({ length: 3 * cellCount * parts.length }, (_, i) => {
      const row = Math.floor(i / parts.length) * SIGNAL_COUNT;
      const [a, b] = parts[i % parts.length];
      return a === b ? inputWeights[row + a] : inputWeights[row + a] + sign * mirrorSigns[a] * inputWeights[row + b];
    });
  return {
    cellCount,
    inputMeans: read('inputMeans', SIGNAL_COUNT),
    inverseScales: read('inputScales', SIGNAL_COUNT).map((scale) => 1 / scale),
    evenWeights: gather(evenParts, 1),
    oddWeights: gather(oddParts, -1),
    inputBiases: read('inputBiases', 3 * cellCount),
    cellWeights: read('cellWeights', 3 * cellCount * cellCount),
    cellBiases: read('cellBiases', 3 * cellCount),
    outputWeights: read('outputWeights', ANSWER_COUNT * cellCount),
    outputBiases: read('outputBiases', ANSWER_COUNT),
    evenParts,
    oddParts,
  };
}
