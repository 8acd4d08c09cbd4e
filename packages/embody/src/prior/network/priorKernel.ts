import { type SumRows, simdModuleBytes, type WebAssemblyHost } from './simdModule.js';

/** int8 rows with a scale each: y = scale * (weights . x). */
export interface QuantisedMatrix {
  /** As many as there are outputs. */
  readonly rowCount: number;
  /** Inputs; rows in memory are padded with zeros to paddedColumns, a multiple of 16. */
  readonly columnCount: number;
  readonly paddedColumns: number;
  /** Byte address of the first row in the kernel's memory. */
  readonly weightsAt: number;
  readonly rowScales: Float64Array;
}

/**
 * Memory and scratch of all matrix products of one network. Products are exact integer sums, so that the fast and the
 * plain way give the same bits; only the rounding of the values to int16 is lost.
 */
export interface PriorKernel {
  readonly isSimd: boolean;
  readonly sumRows: SumRows;
  /** Byte addresses. */
  readonly valuesAt: number;
  readonly sumsAt: number;
  readonly weights: Int8Array;
  /** Scratch: the vector to be multiplied, as int16. */
  readonly values: Int16Array;
  /** Scratch: what sumRows() found. */
  readonly sums: Int32Array;
  /** What one step of `values` is worth; written with them. */
  valueStep: number;
}

/** Largest value of an int16 vector. 512 columns of 127 times this stay below 2^31. */
const largest = 32767;
const pageSize = 65536;

/** @param options.simd false takes the plain way even where SIMD exists: to compare the two. */
export function createPriorKernel(
  weightBytes: number,
  mostColumns: number,
  mostRows: number,
  options: { readonly simd?: boolean } = {},
): PriorKernel {
  const valuesAt = align(weightBytes);
  const sumsAt = align(valuesAt + mostColumns * 2);
  const pageCount = Math.ceil((sumsAt + mostRows * 4) / pageSize);
  const fast = options.simd === false ? null : instantiate(pageCount);
  const buffer = fast?.buffer ?? new ArrayBuffer(pageCount * pageSize);
  const kernel = {
    valuesAt,
    sumsAt,
    weights: new Int8Array(buffer, 0, weightBytes),
    values: new Int16Array(buffer, valuesAt, mostColumns),
    sums: new Int32Array(buffer, sumsAt, mostRows),
    valueStep: 0,
  };
  return { ...kernel, isSimd: fast !== null, sumRows: fast?.sumRows ?? plainSumRows(buffer) };
}

/** Rounds a vector to int16 for the products that follow. */
export function quantiseValues(kernel: PriorKernel, x: Float64Array, count: number, paddedCount: number): void {
  let peak = 0;
  for (let i = 0; i < count; i++) {
    const size = x[i] < 0 ? -x[i] : x[i];
    if (size > peak) peak = size;
  }
  const { values } = kernel;
  const share = peak > 0 ? largest / peak : 0;
  // Round half up: as Math.round, without the call.
  for (let i = 0; i < count; i++) values[i] = Math.floor(x[i] * share + 0.5);
  for (let i = count; i < paddedCount; i++) values[i] = 0;
  kernel.valueStep = peak / largest;
}

/** out = bias + matrix * (the vector that was quantised last). */
export function multiplyMatrix(
  kernel: PriorKernel,
  matrix: QuantisedMatrix,
  bias: Float64Array,
  out: Float64Array,
): void {
  const { rowCount, rowScales } = matrix;
  const { sums, valueStep } = kernel;
  kernel.sumRows(matrix.weightsAt, kernel.valuesAt, kernel.sumsAt, paddedRows(rowCount), matrix.paddedColumns);
  for (let row = 0; row < rowCount; row++) out[row] = bias[row] + sums[row] * rowScales[row] * valueStep;
}

/** Rows are taken four at a time. */
export function paddedRows(rowCount: number): number {
  return (rowCount + 3) & ~3;
}

function align(address: number): number {
  return (address + 15) & ~15;
}

interface FastRows {
  readonly sumRows: SumRows;
  readonly buffer: ArrayBuffer;
}

/** null where the host has no WebAssembly, or none with SIMD. */
function instantiate(pageCount: number): FastRows | null {
  const { WebAssembly: host } = globalThis as { readonly WebAssembly?: WebAssemblyHost };
  if (host === undefined) return null;
  try {
    const memory = new host.Memory({ initial: pageCount, maximum: pageCount });
    const { exports } = new host.Instance(new host.Module(simdModuleBytes), { env: { memory } });
    return { sumRows: (exports as { rows: SumRows }).rows, buffer: memory.buffer };
  } catch {
    return null;
  }
}

/** The same sums in plain JavaScript. */
function plainSumRows(buffer: ArrayBuffer): SumRows {
  const bytes = new Int8Array(buffer);
  const shorts = new Int16Array(buffer);
  const words = new Int32Array(buffer);
  return (weights, values, sums, rowCount, columnCount) => {
    for (let row = 0; row < rowCount; row++) {
      const start = weights + row * columnCount;
      const from = values >> 1;
      let sum = 0;
      for (let column = 0; column < columnCount; column++) sum += bytes[start + column] * shorts[from + column];
      words[(sums >> 2) + row] = sum;
    }
  };
}
