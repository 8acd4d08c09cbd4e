import { ANSWER_COUNT, type ObserverModel, SIGNAL_COUNT } from './observerModel.js';

/** Normalised signals stay within this many standard deviations. */
const FARTHEST = 6;

// Scratch.
const input = new Float64Array(SIGNAL_COUNT);
const gates = new Float64Array(3 * 64);
const fed = new Float64Array(3 * 64);

/**
 * One tick for one foot: cells and answers are rewritten.
 *   r = s(Wr x + Ur h), z = s(Wz x + Uz h), n = tanh(Wn x + r (Un h)), h' = (1 - z) n + z h
 */
export function runObserver(model: ObserverModel, signals: Float64Array, cells: Float64Array, out: Float64Array): void {
  const { cellCount, inputMeans, inverseScales, inputWeights, inputBiases, cellWeights, cellBiases } = model;
  for (let i = 0; i < SIGNAL_COUNT; i++) {
    const value = (signals[i] - inputMeans[i]) * inverseScales[i];
    input[i] = value > FARTHEST ? FARTHEST : value > -FARTHEST ? value : -FARTHEST;
  }
  const rows = 3 * cellCount;
  let at = 0;
  let atCell = 0;
  for (let row = 0; row < rows; row++) {
    let sum = inputBiases[row];
    for (let i = 0; i < SIGNAL_COUNT; i++) sum += inputWeights[at++] * input[i];
    gates[row] = sum;
    let back = cellBiases[row];
    for (let i = 0; i < cellCount; i++) back += cellWeights[atCell++] * cells[i];
    fed[row] = back;
  }
  for (let i = 0; i < cellCount; i++) {
    const reset = 1 / (1 + Math.exp(-gates[i] - fed[i]));
    const keep = 1 / (1 + Math.exp(-gates[cellCount + i] - fed[cellCount + i]));
    // tanh x = 1 - 2 / (e^2x + 1)
    const candidate = 1 - 2 / (Math.exp(2 * (gates[2 * cellCount + i] + reset * fed[2 * cellCount + i])) + 1);
    cells[i] = (1 - keep) * candidate + keep * cells[i];
  }
  const { outputWeights, outputBiases } = model;
  at = 0;
  for (let answer = 0; answer < ANSWER_COUNT; answer++) {
    let sum = outputBiases[answer];
    for (let i = 0; i < cellCount; i++) sum += outputWeights[at++] * cells[i];
    out[answer] = sum;
  }
}
