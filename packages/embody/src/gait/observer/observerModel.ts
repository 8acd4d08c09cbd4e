import { BuildError } from '@leib/core';

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
 * et al., "Learning phrase representations using RNN encoder-decoder", 2014) of some 2000 numbers learns it.
 */
export interface ObserverModel {
  readonly cellCount: number;
  readonly inputMeans: Float64Array;
  readonly inverseScales: Float64Array;
  readonly inputWeights: Float64Array;
  readonly inputBiases: Float64Array;
  readonly cellWeights: Float64Array;
  readonly cellBiases: Float64Array;
  readonly outputWeights: Float64Array;
  readonly outputBiases: Float64Array;
}

export function buildObserver(weights: ObserverWeights): ObserverModel {
  const { cellCount } = weights;
  const read = (name: Exclude<keyof ObserverWeights, 'cellCount'>, length: number) => {
    const values = Float64Array.from(weights[name]);
    if (values.length !== length || !values.every(Number.isFinite)) {
      throw new BuildError(`observer: ${name} must be ${length} numbers.`);
    }
    return values;
  };
  return {
    cellCount,
    inputMeans: read('inputMeans', SIGNAL_COUNT),
    inverseScales: read('inputScales', SIGNAL_COUNT).map((scale) => 1 / scale),
    inputWeights: read('inputWeights', 3 * cellCount * SIGNAL_COUNT),
    inputBiases: read('inputBiases', 3 * cellCount),
    cellWeights: read('cellWeights', 3 * cellCount * cellCount),
    cellBiases: read('cellBiases', 3 * cellCount),
    outputWeights: read('outputWeights', ANSWER_COUNT * cellCount),
    outputBiases: read('outputBiases', ANSWER_COUNT),
  };
}
