import { ANSWER_COUNT, mirrorSigns, type ObserverModel, SIGNAL_COUNT } from './observerModel.js';

/** Normalised signals stay within this many standard deviations. */
const FARTHEST = 6;

type BothFeet = readonly [Float64Array, Float64Array];

/** Values inside one tick, rewritten by each. */
export interface ObserverWork {
  /** Normalised signals, and the parts of them that mirroring keeps and negates. */
  readonly input: Float64Array;
  readonly even: Float64Array;
  readonly odd: Float64Array;
  /** Gates of the left and of the right foot: from the signals, and from the cells. */
  readonly gates: BothFeet;
  readonly fed: BothFeet;
}

export function createObserverWork({ cellCount, evenParts, oddParts }: ObserverModel): ObserverWork {
  const createRows = () => new Float64Array(3 * cellCount);
  return {
    input: new Float64Array(SIGNAL_COUNT),
    even: new Float64Array(evenParts.length),
    odd: new Float64Array(oddParts.length),
    gates: [createRows(), createRows()],
    fed: [createRows(), createRows()],
  };
}

/**
 * One tick for both feet: cells and answers are rewritten.
 *   r = s(Wr x + Ur h), z = s(Wz x + Uz h), n = tanh(Wn x + r (Un h)), h' = (1 - z) n + z h
 */
export function runObserver(
  model: ObserverModel,
  work: ObserverWork,
  signals: Float64Array,
  cells: BothFeet,
  answers: BothFeet,
): void {
  splitSignals(model, signals, work);
  feedGates(model, cells, work);
  for (let side = 0; side < 2; side++) {
    updateCells(model.cellCount, work.gates[side], work.fed[side], cells[side]);
    readCells(model, cells[side], answers[side]);
  }
}

/** What mirroring keeps of the signals, and what it negates. */
function splitSignals(model: ObserverModel, signals: Float64Array, { input, even, odd }: ObserverWork): void {
  const { inputMeans, inverseScales, evenParts, oddParts } = model;
  for (let i = 0; i < SIGNAL_COUNT; i++) {
    const value = (signals[i] - inputMeans[i]) * inverseScales[i];
    input[i] = value > FARTHEST ? FARTHEST : value > -FARTHEST ? value : -FARTHEST;
  }
  for (let i = 0; i < evenParts.length; i++) {
    const a = evenParts[i][0];
    const b = evenParts[i][1];
    even[i] = a === b ? input[a] : (input[a] + mirrorSigns[a] * input[b]) / 2;
  }
  for (let i = 0; i < oddParts.length; i++) {
    const a = oddParts[i][0];
    const b = oddParts[i][1];
    odd[i] = a === b ? input[a] : (input[a] - mirrorSigns[a] * input[b]) / 2;
  }
}

/** Sums run side by side: one alone would wait for its own last addition. */
function feedGates(model: ObserverModel, cells: BothFeet, { even, odd, gates, fed }: ObserverWork): void {
  const { cellCount, evenWeights, oddWeights, inputBiases, cellWeights, cellBiases } = model;
  const leftCells = cells[0];
  const rightCells = cells[1];
  const leftGates = gates[0];
  const rightGates = gates[1];
  const leftFed = fed[0];
  const rightFed = fed[1];
  const rows = 3 * cellCount;
  const evenCount = model.evenParts.length;
  const oddCount = model.oddParts.length;
  let atEven = 0;
  let atOdd = 0;
  let atCell = 0;
  for (let row = 0; row < rows; row++) {
    let kept = inputBiases[row];
    let negated = 0;
    for (let i = 0; i < evenCount; i++) kept += evenWeights[atEven++] * even[i];
    for (let i = 0; i < oddCount; i++) negated += oddWeights[atOdd++] * odd[i];
    leftGates[row] = kept + negated;
    rightGates[row] = kept - negated;
    let leftA = cellBiases[row];
    let rightA = leftA;
    let leftB = 0;
    let rightB = 0;
    for (let i = 0; i < cellCount; i += 2) {
      const a = cellWeights[atCell];
      const b = cellWeights[atCell + 1];
      leftA += a * leftCells[i];
      rightA += a * rightCells[i];
      leftB += b * leftCells[i + 1];
      rightB += b * rightCells[i + 1];
      atCell += 2;
    }
    leftFed[row] = leftA + leftB;
    rightFed[row] = rightA + rightB;
  }
}

function updateCells(count: number, gate: Float64Array, back: Float64Array, cells: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const reset = 1 / (1 + Math.exp(-gate[i] - back[i]));
    const keep = 1 / (1 + Math.exp(-gate[count + i] - back[count + i]));
    // tanh x = 1 - 2 / (e^2x + 1)
    const candidate = 1 - 2 / (Math.exp(2 * (gate[2 * count + i] + reset * back[2 * count + i])) + 1);
    cells[i] = (1 - keep) * candidate + keep * cells[i];
  }
}

function readCells(
  { cellCount, outputWeights, outputBiases }: ObserverModel,
  cells: Float64Array,
  out: Float64Array,
): void {
  let at = 0;
  for (let answer = 0; answer < ANSWER_COUNT; answer++) {
    let a = outputBiases[answer];
    let b = 0;
    for (let i = 0; i < cellCount; i += 2) {
      a += outputWeights[at] * cells[i];
      b += outputWeights[at + 1] * cells[i + 1];
      at += 2;
    }
    out[answer] = a + b;
  }
}
