import { InputError } from '@leib/core';
import { createPriorKernel, paddedRows, type QuantisedMatrix } from './priorKernel.js';
import { FEATURE_COUNT, OUTPUT_COUNT, priorLags } from './priorLayout.js';
import type { NoveltyGroup, PriorModel } from './priorModel.js';

const magic = 'LEIBPRIO';
const version = 1;
const headerBytes = 16;
const countBytes = 32;
/** The sums of wider matrices could overflow. */
const mostColumns = 512;

/**
 * Reads a weight file (lab/training/export.py describes the bytes). Throws an InputError that says what is wrong with a file
 * that is no prior, of another version, cut short or damaged.
 */
export function loadPrior(bytes: Uint8Array, options: { readonly simd?: boolean } = {}): PriorModel {
  const view = checkHeader(bytes);
  const { features, embedding, hidden, head, outputs, groupCount, groupFloats } = readCounts(view);
  const shapes = {
    embed: [embedding, features],
    input: [3 * hidden, embedding],
    state: [3 * hidden, hidden],
    firstState: [head, hidden],
    firstEmbed: [head, embedding],
    last: [outputs, head],
  } as const;
  const plan = planFile(bytes.length, shapes, 2 * features + groupFloats, [
    embedding,
    3 * hidden,
    3 * hidden,
    head,
    outputs,
  ]);

  let at = headerBytes + countBytes;
  const floats = (length: number) => {
    const values = Float64Array.from({ length }, (_, i) => view.getFloat32(at + i * 4, true));
    at += length * 4;
    if (values.every(Number.isFinite)) return values;
    throw new InputError('prior', 'expected finite numbers, got others; build the file again');
  };
  const featureMeans = floats(features);
  const featureScales = floats(features);
  const novelty = { groups: readGroups(floats(groupFloats), groupCount) };

  const kernel = createPriorKernel(plan.weightBytes, mostColumns, paddedRows(3 * hidden), options);
  let weightsAt = 0;
  const matrix = ([rowCount, columnCount]: readonly [number, number]): QuantisedMatrix => {
    const paddedColumns = padColumns(columnCount);
    const placed = { rowCount, columnCount, paddedColumns, weightsAt, rowScales: floats(rowCount) };
    weightsAt += paddedRows(rowCount) * paddedColumns;
    return placed;
  };
  const matrices = {
    embed: matrix(shapes.embed),
    input: matrix(shapes.input),
    state: matrix(shapes.state),
    firstState: matrix(shapes.firstState),
    firstEmbed: matrix(shapes.firstEmbed),
    last: matrix(shapes.last),
  };
  const biases = {
    embed: floats(embedding),
    input: floats(3 * hidden),
    state: floats(3 * hidden),
    first: floats(head),
    last: floats(outputs),
    none: new Float64Array(head),
  };
  for (const { rowCount, paddedColumns, weightsAt: to } of Object.values(matrices)) {
    const size = rowCount * paddedColumns;
    kernel.weights.set(new Int8Array(bytes.buffer, bytes.byteOffset + at, size), to);
    at += size;
  }
  return {
    embeddingCount: embedding,
    hiddenCount: hidden,
    headCount: head,
    featureMeans,
    featureScales,
    novelty,
    matrices,
    biases,
    kernel,
  };
}

function checkHeader(bytes: Uint8Array): DataView {
  if (bytes.length < headerBytes + countBytes || text(bytes, magic.length) !== magic) {
    throw new InputError('prior, byte 0', `expected ${magic}, got other bytes; use the package's prior.bin`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) throw new InputError('prior, version', `expected ${version}, got ${found}`);
  if (bytes.length % 4 !== 0 || checksumWords(view, headerBytes) !== view.getUint32(12, true)) {
    throw new InputError(
      'prior, checksum',
      'expected that of its bytes, got another; the file is damaged, load it again',
    );
  }
  return view;
}

/** Sizes of the network; they must be those that this build was written for. */
function readCounts(view: DataView) {
  const counts = Array.from({ length: countBytes / 4 }, (_, i) => view.getUint32(headerBytes + i * 4, true));
  const [features, embedding, hidden, head, outputs, lagCount, groupCount, groupFloats] = counts;
  if (features !== FEATURE_COUNT || outputs !== OUTPUT_COUNT || lagCount !== priorLags.length) {
    throw new InputError(
      'prior, sizes',
      `expected ${FEATURE_COUNT} features and ${OUTPUT_COUNT} outputs, got ${features} and ${outputs}`,
    );
  }
  return { features, embedding, hidden, head, outputs, groupCount, groupFloats };
}

/** Checks that the sizes add up to the file before anything is read by them. */
function planFile(
  length: number,
  shapes: Readonly<Record<string, readonly [number, number]>>,
  tableFloats: number,
  biasCounts: readonly number[],
): { readonly weightBytes: number } {
  let floatCount = tableFloats;
  let storedBytes = 0;
  let weightBytes = 0;
  for (const [rowCount, columnCount] of Object.values(shapes)) {
    if (columnCount > mostColumns)
      throw new InputError('prior, sizes', `expected at most ${mostColumns} columns, got ${columnCount}`);
    floatCount += rowCount;
    storedBytes += rowCount * padColumns(columnCount);
    weightBytes += paddedRows(rowCount) * padColumns(columnCount);
  }
  for (const biasCount of biasCounts) floatCount += biasCount;
  const expected = headerBytes + countBytes + floatCount * 4 + storedBytes;
  if (length !== expected + 3 - ((expected + 3) % 4)) {
    throw new InputError('prior', `expected ${expected} bytes by its sizes, got ${length}`);
  }
  return { weightBytes };
}

/** Each group: how many features, which, and the rows of its triangle. */
function readGroups(numbers: Float64Array, groupCount: number): readonly NoveltyGroup[] {
  let at = 0;
  const groups = Array.from({ length: groupCount }, (): NoveltyGroup => {
    const count = numbers[at];
    const features = Int16Array.from(numbers.subarray(at + 1, at + 1 + count));
    const size = (count * (count + 1)) / 2;
    const triangle = numbers.slice(at + 1 + count, at + 1 + count + size);
    at += 1 + count + size;
    return { features, triangle };
  });
  const isWhole = groups.every(({ features }) => features.every((index) => index >= 0 && index < FEATURE_COUNT));
  if (at !== numbers.length || !isWhole)
    throw new InputError('prior, novelty table', 'expected known features and the stated size, got others');
  return groups;
}

function padColumns(count: number): number {
  return (count + 15) & ~15;
}

function text(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}

/** FNV-1a over 32-bit words. */
function checksumWords(view: DataView, from: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < view.byteLength; at += 4) value = Math.imul(value ^ view.getUint32(at, true), 0x01000193);
  return value >>> 0;
}
