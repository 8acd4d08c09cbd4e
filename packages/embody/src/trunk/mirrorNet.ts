/**
 * A small network that treats left and right alike by construction. Its inputs are even (unchanged when the person is
 * mirrored) or odd (negated), and so are its outputs. Each pair of hidden units sees the person and the mirrored one:
 *
 *   p = tanh(W e + V o + b)    m = tanh(W e - V o + b)    even = A (p + m)/2 + c    odd = B (p - m)/2
 */
export interface MirrorNetData {
  readonly evenCount: number;
  readonly oddCount: number;
  readonly hiddenCount: number;
  readonly evenOutputCount: number;
  readonly oddOutputCount: number;
  /** Inputs are centred (even ones) and scaled; beyond `clip` they say no more. */
  readonly evenMeans: readonly number[];
  readonly evenScales: readonly number[];
  readonly oddScales: readonly number[];
  readonly clip: number;
  /** Hidden unit after hidden unit: W then V then b. hiddenCount x (evenCount + oddCount + 1). */
  readonly hidden: readonly number[];
  /** A, then B, output after output: (evenOutputCount + oddOutputCount) x hiddenCount. */
  readonly output: readonly number[];
  /** c. evenOutputCount. */
  readonly outputBias: readonly number[];
}

/** The same, flat and ready to run. */
export interface MirrorNet {
  readonly evenCount: number;
  readonly oddCount: number;
  readonly hiddenCount: number;
  readonly evenOutputCount: number;
  readonly oddOutputCount: number;
  readonly clip: number;
  readonly evenMeans: Float64Array;
  readonly scales: Float64Array;
  readonly hidden: Float64Array;
  readonly output: Float64Array;
  readonly outputBias: Float64Array;
  /** Scratch of solveMirrorNet(), written before it is read. */
  readonly inputs: Float64Array;
  readonly sums: Float64Array;
  readonly differences: Float64Array;
}

export function buildMirrorNet(data: MirrorNetData): MirrorNet {
  const { evenCount, oddCount, hiddenCount } = data;
  return {
    evenCount,
    oddCount,
    hiddenCount,
    evenOutputCount: data.evenOutputCount,
    oddOutputCount: data.oddOutputCount,
    clip: data.clip,
    evenMeans: Float64Array.from(data.evenMeans),
    scales: Float64Array.from([...data.evenScales, ...data.oddScales]),
    hidden: Float64Array.from(data.hidden),
    output: Float64Array.from(data.output),
    outputBias: Float64Array.from(data.outputBias),
    inputs: new Float64Array(evenCount + oddCount),
    sums: new Float64Array(hiddenCount),
    differences: new Float64Array(hiddenCount),
  };
}

/** Writes the even outputs, then the odd ones. */
export function solveMirrorNet(net: MirrorNet, even: Float64Array, odd: Float64Array, out: Float64Array): void {
  readInputs(net, even, odd);
  runHidden(net);
  const { hiddenCount, evenOutputCount, oddOutputCount, output, outputBias, sums, differences } = net;
  const count = evenOutputCount + oddOutputCount;
  for (let i = 0; i < count; i++) {
    const units = i < evenOutputCount ? sums : differences;
    const row = i * hiddenCount;
    // Two sums at a time: each addition would wait for the one before.
    let a = i < evenOutputCount ? outputBias[i] : 0;
    let b = 0;
    let h = 0;
    for (; h + 1 < hiddenCount; h += 2) {
      a += output[row + h] * units[h];
      b += output[row + h + 1] * units[h + 1];
    }
    if (h < hiddenCount) a += output[row + h] * units[h];
    out[i] = a + b;
  }
}

function readInputs(net: MirrorNet, even: Float64Array, odd: Float64Array): void {
  const { evenCount, oddCount, clip, evenMeans, scales, inputs } = net;
  for (let i = 0; i < evenCount; i++) {
    const value = (even[i] - evenMeans[i]) * scales[i];
    inputs[i] = value < -clip ? -clip : value > clip ? clip : value;
  }
  for (let i = 0; i < oddCount; i++) {
    const value = odd[i] * scales[evenCount + i];
    inputs[evenCount + i] = value < -clip ? -clip : value > clip ? clip : value;
  }
}

function runHidden({ evenCount, oddCount, hiddenCount, hidden, inputs, sums, differences }: MirrorNet): void {
  const inputCount = evenCount + oddCount;
  for (let h = 0; h < hiddenCount; h++) {
    const row = h * (inputCount + 1);
    const e = hidden[row + inputCount] + dotRange(hidden, row, inputs, 0, evenCount);
    const o = dotRange(hidden, row, inputs, evenCount, inputCount);
    // tanh x = 1 - 2 / (e^2x + 1), and both of the pair share the two powers.
    const powerEven = Math.exp(2 * e);
    const powerOdd = Math.exp(2 * o);
    const p = 1 - 2 / (powerEven * powerOdd + 1);
    const m = 1 - 2 / (powerEven / powerOdd + 1);
    sums[h] = (p + m) / 2;
    differences[h] = (p - m) / 2;
  }
}

/** Sum of weights[row + i] inputs[i] from `start` to before `end`; four sums at a time, for none to wait. */
function dotRange(weights: Float64Array, row: number, inputs: Float64Array, start: number, end: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = start;
  for (; i + 3 < end; i += 4) {
    a += weights[row + i] * inputs[i];
    b += weights[row + i + 1] * inputs[i + 1];
    c += weights[row + i + 2] * inputs[i + 2];
    d += weights[row + i + 3] * inputs[i + 3];
  }
  for (; i < end; i++) a += weights[row + i] * inputs[i];
  return a + b + (c + d);
}
