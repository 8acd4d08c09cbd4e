import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';

/** Files are made of blocks of this many bytes; the first one is number 1. */
export const C3D_BLOCK = 512;

/** Parameters by "GROUP:NAME", in upper case. */
export type C3dParameters = ReadonlyMap<string, C3dParameter>;

interface ReadC3dParameters {
  readonly parameters: C3dParameters;
  /** Parameters that could not be read, in words. */
  readonly notes: readonly string[];
}

interface NamedParameter {
  readonly group: number;
  readonly name: string;
  readonly parameter: C3dParameter;
}

/**
 * Groups and parameters are a chain, in any order: a group has a negative number, its parameters the positive one. The chain ends by itself;
 * the count of blocks in front of it is often too small, so that only the data after it is a bound. A parameter that is damaged is left out.
 */
export function readC3dParameters(
  bytes: Uint8Array,
  numbers: C3dNumbers,
  start: number,
  end: number,
): ReadC3dParameters {
  const groups = new Map<number, string>();
  const found: NamedParameter[] = [];
  const notes: string[] = [];
  let at = start + 4;
  /** Bytes that values may take up: parameters that overlap would be read again and again. */
  let room = end - start;
  while (at + 2 <= end) {
    const nameLength = Math.abs(signedByte(bytes[at]));
    const id = signedByte(bytes[at + 1]);
    if (nameLength === 0 || id === 0) break;
    const linkAt = at + 2 + nameLength;
    if (linkAt + 2 > end) throw fail(`byte ${at}`, 'a parameter’s name runs past the end of the parameters');
    const name = latinText(bytes, at + 2, nameLength).toUpperCase();
    const link = numbers.uint16(linkAt);
    if (id < 0) groups.set(-id, name);
    else {
      const parameter = readParameter(bytes, numbers, linkAt + 2, Math.min(end, linkAt + 2 + room));
      if (typeof parameter !== 'string') room -= parameter.values.length;
      if (typeof parameter === 'string') notes.push(`parameter ${name}: ${parameter}; it is left out`);
      else found.push({ group: id, name, parameter });
    }
    if (link === 0) break;
    at = linkAt + link;
  }
  const entries = found.map(
    ({ group, name, parameter }) => [`${groups.get(group) ?? group}:${name}`, parameter] as const,
  );
  return { parameters: new Map(entries), notes };
}

export function fail(where: string, reason: string): FormatError {
  return new FormatError('C3D', where, reason);
}

/** The first number of a parameter. */
export function numberOf(parameters: C3dParameters, name: string): number | null {
  const parameter = parameters.get(name);
  return parameter?.type === 'number' && parameter.values.length > 0 ? parameter.values[0] : null;
}

/** The first text of a parameter. */
export function textOf(parameters: C3dParameters, name: string): string | null {
  const parameter = parameters.get(name);
  return parameter?.type === 'text' && parameter.values.length > 0 ? parameter.values[0] : null;
}

/** Words have no sign where they count something. */
export function unsigned(word: number): number {
  return word < 0 ? word + 65536 : word;
}

/** LABELS holds up to 255 names; LABELS2, LABELS3 ... hold the others. What has no name is called by its number. */
export function labelsOf(parameters: C3dParameters, group: string, count: number): string[] {
  const names: string[] = [];
  for (let i = 1; names.length < count; i++) {
    const more = parameters.get(`${group}:LABELS${i === 1 ? '' : i}`);
    if (more?.type !== 'text') break;
    for (const value of more.values) names.push(value);
  }
  return Array.from({ length: count }, (_, i) => names[i]?.trim() || `${i + 1}`);
}

/** A parameter's value, or what is wrong with it. */
function readParameter(bytes: Uint8Array, numbers: C3dNumbers, at: number, end: number): C3dParameter | string {
  const type = signedByte(bytes[at]);
  const dimensionCount = bytes[at + 1];
  const dimensions = Array.from(bytes.subarray(at + 2, at + 2 + dimensionCount));
  const count = dimensions.reduce((product, dimension) => product * dimension, 1);
  const dataAt = at + 2 + dimensionCount;
  if (!(dataAt + count * Math.abs(type) <= end)) return 'it runs past the end of the parameters';
  if (type === -1) {
    // The first dimension is the length of each text.
    const length = dimensionCount === 0 ? 1 : dimensions[0];
    const texts = length === 0 ? 0 : count / length;
    // Padded with blanks, by some programs (Motive) with zero bytes.
    const values = Array.from({ length: texts }, (_, i) =>
      latinText(bytes, dataAt + i * length, length).replace(/[\0\s]+$/, ''),
    );
    return { type: 'text', dimensions, values };
  }
  const read = { 1: (i: number) => bytes[i], 2: numbers.int16, 4: numbers.float }[type];
  if (read === undefined) return `expected type -1, 1, 2 or 4, got ${type}`;
  return { type: 'number', dimensions, values: Array.from({ length: count }, (_, i) => read(dataAt + i * type)) };
}

function signedByte(byte: number): number {
  return byte > 127 ? byte - 256 : byte;
}

function latinText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Numbers as each kind of machine stores them. */
export interface C3dNumbers {
  readonly processor: C3dProcessor;
  int16(at: number): number;
  uint16(at: number): number;
  float(at: number): number;
}

export function c3dNumbers(bytes: Uint8Array, processor: C3dProcessor): C3dNumbers {
  const view = viewOf(bytes);
  const isLittle = processor !== 'mips';
  return {
    processor,
    int16: (at) => view.getInt16(at, isLittle),
    uint16: (at) => view.getUint16(at, isLittle),
    float: processor === 'dec' ? (at) => decFloat(view, at) : (at) => view.getFloat32(at, isLittle),
  };
}

const swapped = new DataView(new ArrayBuffer(4));

/**
 * A DEC F float: sign, 8 bits of exponent with a bias of 128 for a mantissa in 0.5..1, 23 bits; its two words are the
 * other way round. Read as an IEEE float (bias 127, mantissa 1..2) it is four times too large.
 */
function decFloat(view: DataView, at: number): number {
  swapped.setUint16(0, view.getUint16(at, true));
  swapped.setUint16(2, view.getUint16(at + 2, true));
  return swapped.getFloat32(0) / 4;
}

/** The other way: bytes of a number for a machine. */
export function writeC3dFloat(view: DataView, at: number, value: number, processor: C3dProcessor): void {
  if (processor !== 'dec') {
    view.setFloat32(at, value, processor === 'intel');
    return;
  }
  swapped.setFloat32(0, value * 4);
  view.setUint16(at, swapped.getUint16(0), true);
  view.setUint16(at + 2, swapped.getUint16(2), true);
}

/** Byte orders of the machines that C3D files come from. Intel is what everything writes today. */
export type C3dProcessor = 'intel' | 'dec' | 'mips';

/** One parameter as the file has it. Names are upper case. */
export type C3dParameter =
  | { readonly type: 'text'; readonly dimensions: readonly number[]; readonly values: readonly string[] }
  | { readonly type: 'number'; readonly dimensions: readonly number[]; readonly values: readonly number[] };

/** Signals that were recorded beside the markers: force plates, muscles, switches. */
export interface C3dAnalog {
  readonly labels: readonly string[];
  readonly units: readonly string[];
  /** Samples per second. */
  readonly rate: number;
  /** Scaled values, sample after sample. frameCount x samplesPerFrame x labels.length. */
  readonly values: Float64Array;
  readonly samplesPerFrame: number;
}

/** Markers through time. The axes are the file's own; optical systems mostly have Z up. */
export interface C3dFile {
  readonly processor: C3dProcessor;
  /** Frames per second. */
  readonly rate: number;
  /** Number of the first frame in its trial; files count from 1. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly labels: readonly string[];
  /** Metres. frameCount x labels.length x 3. NaN where a marker was not seen. */
  readonly positions: Float64Array;
  /** How far the cameras disagreed about each marker, metres; -1 where it was not seen. frameCount x labels.length. */
  readonly residuals: Float64Array;
  readonly analog: C3dAnalog | null;
  /** Everything else, by "GROUP:NAME". */
  readonly parameters: ReadonlyMap<string, C3dParameter>;
  /** What of the file could not be read, or was assumed, in words. */
  readonly notes: readonly string[];
}
