import { FormatError } from '../formatError.js';
import type { C3dAnalog, C3dFile, C3dParameter, C3dProcessor } from './c3dFile.js';
import { type C3dNumbers, c3dNumbers } from './c3dNumbers.js';

/** Files are made of blocks of this many bytes; the first one is number 1. */
const BLOCK = 512;
/** The second byte of every C3D file. */
const MAGIC = 0x50;
const processors: Readonly<Record<number, C3dProcessor>> = { 84: 'intel', 85: 'dec', 86: 'mips' };

export function looksLikeC3d(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK && bytes[1] === MAGIC && bytes[0] > 0 && bytes[0] < 32;
}

function fail(where: string, reason: string): FormatError {
  return new FormatError('C3D', where, reason);
}

/**
 * Reads a C3D file (the C3D File Format User Guide, Motion Lab Systems): markers as integers or floats, from Intel, DEC
 * and SGI machines, and analog signals. Throws FormatError with byte and reason.
 */
export function parseC3d(bytes: Uint8Array): C3dFile {
  if (!looksLikeC3d(bytes)) throw fail('', 'expected a C3D file, whose second byte is 0x50');
  const parametersAt = (bytes[0] - 1) * BLOCK;
  if (parametersAt + 4 > bytes.length) throw fail(`byte ${parametersAt}`, 'the file ends before its parameters');
  const processor = processors[bytes[parametersAt + 3]];
  if (processor === undefined) {
    throw fail(
      `byte ${parametersAt + 3}`,
      `processor ${bytes[parametersAt + 3]}, expected 84 (Intel), 85 (DEC) or 86 (MIPS)`,
    );
  }
  const numbers = c3dNumbers(bytes, processor);
  const parameters = readParameters(bytes, numbers, parametersAt);
  const pointCount = unsigned(numberOf(parameters, 'POINT:USED') ?? numbers.uint16(2));
  const frameCount = countFrames(numbers, parameters);
  const scale = numberOf(parameters, 'POINT:SCALE') ?? numbers.float(12);
  const rate = numberOf(parameters, 'POINT:RATE') ?? numbers.float(20);
  if (!(rate > 0)) throw fail('parameter POINT:RATE', `expected a number above 0, got ${rate}`);
  const dataAt = (unsigned(numberOf(parameters, 'POINT:DATA_START') ?? numbers.uint16(16)) - 1) * BLOCK;
  const isFloat = scale < 0;
  const size = isFloat ? 4 : 2;
  const analogPerFrame = numbers.uint16(4);
  const frameBytes = (pointCount * 4 + analogPerFrame) * size;
  if (dataAt < BLOCK || dataAt + frameCount * frameBytes > bytes.length) {
    const held = Math.max(0, Math.floor((bytes.length - dataAt) / Math.max(1, frameBytes)));
    throw fail(`byte ${bytes.length}`, `the file ends after ${held} of ${frameCount} frames`);
  }
  const toMetres = metresPer(textOf(parameters, 'POINT:UNITS'));
  const positions = new Float64Array(frameCount * pointCount * 3);
  const residuals = new Float64Array(frameCount * pointCount);
  for (let frame = 0; frame < frameCount; frame++) {
    for (let point = 0; point < pointCount; point++) {
      const at = dataAt + frame * frameBytes + point * 4 * size;
      const out = frame * pointCount + point;
      // The fourth word: cameras in its high byte, residual in its low one; negative where the marker was not seen.
      const word = isFloat ? Math.round(numbers.float(at + 12)) : numbers.int16(at + 6);
      const isValid = word >= 0;
      residuals[out] = isValid ? (word & 0xff) * Math.abs(scale) * toMetres : -1;
      for (let k = 0; k < 3; k++) {
        const value = isFloat ? numbers.float(at + k * 4) : numbers.int16(at + k * 2) * scale;
        positions[out * 3 + k] = isValid ? value * toMetres : Number.NaN;
      }
    }
  }
  return {
    processor,
    rate,
    firstFrame: numbers.uint16(6),
    frameCount,
    labels: labelsOf(parameters, 'POINT', pointCount),
    positions,
    residuals,
    analog: readAnalog(numbers, parameters, {
      dataAt,
      frameBytes,
      frameCount,
      pointCount,
      analogPerFrame,
      rate,
      isFloat,
    }),
    parameters,
  };
}

/** The header counts to 65535; longer trials have the count in parameters, in one of two ways. */
function countFrames(numbers: C3dNumbers, parameters: ReadonlyMap<string, C3dParameter>): number {
  const start = longNumber(parameters, 'TRIAL:ACTUAL_START_FIELD');
  const end = longNumber(parameters, 'TRIAL:ACTUAL_END_FIELD');
  if (start !== null && end !== null && end >= start) return end - start + 1;
  const inHeader = numbers.uint16(8) - numbers.uint16(6) + 1;
  const inParameters = numberOf(parameters, 'POINT:FRAMES');
  const count = Math.max(inHeader, inParameters === null ? 0 : unsigned(inParameters));
  if (count < 0)
    throw fail('byte 8', `the last frame, ${numbers.uint16(8)}, comes before the first, ${numbers.uint16(6)}`);
  return count;
}

/** Two words, the low one first. */
function longNumber(parameters: ReadonlyMap<string, C3dParameter>, name: string): number | null {
  const parameter = parameters.get(name);
  if (parameter?.type !== 'number' || parameter.values.length < 2) return null;
  return unsigned(parameter.values[0]) + 65536 * unsigned(parameter.values[1]);
}

function unsigned(word: number): number {
  return word < 0 ? word + 65536 : word;
}

function metresPer(unit: string | null): number {
  switch (unit?.trim().toLowerCase()) {
    case 'm':
      return 1;
    case 'cm':
      return 0.01;
    case 'in':
      return 0.0254;
    case 'dm':
      return 0.1;
    case 'ft':
      return 0.3048;
    default:
      // Millimetres are the format's own unit, and that of files without one.
      return 0.001;
  }
}

interface DataShape {
  readonly dataAt: number;
  readonly frameBytes: number;
  readonly frameCount: number;
  readonly pointCount: number;
  readonly analogPerFrame: number;
  readonly rate: number;
  readonly isFloat: boolean;
}

function readAnalog(
  numbers: C3dNumbers,
  parameters: ReadonlyMap<string, C3dParameter>,
  { dataAt, frameBytes, frameCount, pointCount, analogPerFrame, rate, isFloat }: DataShape,
): C3dAnalog | null {
  const samplesPerFrame = numbers.uint16(18);
  if (analogPerFrame === 0 || samplesPerFrame === 0) return null;
  const channels = Math.floor(analogPerFrame / samplesPerFrame);
  const general = numberOf(parameters, 'ANALOG:GEN_SCALE') ?? 1;
  const scales = parameters.get('ANALOG:SCALE');
  const offsets = parameters.get('ANALOG:OFFSET');
  const at = (parameter: C3dParameter | undefined, i: number, otherwise: number) =>
    parameter?.type === 'number' ? (parameter.values[i] ?? otherwise) : otherwise;
  const isUnsigned = textOf(parameters, 'ANALOG:FORMAT')?.trim().toUpperCase() === 'UNSIGNED';
  const values = new Float64Array(frameCount * samplesPerFrame * channels);
  const size = isFloat ? 4 : 2;
  for (let frame = 0; frame < frameCount; frame++) {
    const from = dataAt + frame * frameBytes + pointCount * 4 * size;
    for (let i = 0; i < samplesPerFrame * channels; i++) {
      const channel = i % channels;
      const place = from + i * size;
      const raw = isFloat ? numbers.float(place) : isUnsigned ? numbers.uint16(place) : numbers.int16(place);
      const zero = isUnsigned ? unsigned(at(offsets, channel, 0)) : at(offsets, channel, 0);
      values[frame * samplesPerFrame * channels + i] = (raw - zero) * at(scales, channel, 1) * general;
    }
  }
  const units = parameters.get('ANALOG:UNITS');
  return {
    labels: labelsOf(parameters, 'ANALOG', channels),
    units: Array.from({ length: channels }, (_, i) => (units?.type === 'text' ? (units.values[i] ?? '').trim() : '')),
    rate: rate * samplesPerFrame,
    values,
    samplesPerFrame,
  };
}

/** LABELS holds up to 255 names; LABELS2, LABELS3 ... hold the others. What has no name is called by its number. */
function labelsOf(parameters: ReadonlyMap<string, C3dParameter>, group: string, count: number): string[] {
  const names: string[] = [];
  for (let i = 1; names.length < count; i++) {
    const more = parameters.get(`${group}:LABELS${i === 1 ? '' : i}`);
    if (more?.type !== 'text') break;
    names.push(...more.values);
  }
  return Array.from({ length: count }, (_, i) => names[i]?.trim() || `${i + 1}`);
}

function numberOf(parameters: ReadonlyMap<string, C3dParameter>, name: string): number | null {
  const parameter = parameters.get(name);
  return parameter?.type === 'number' && parameter.values.length > 0 ? parameter.values[0] : null;
}

function textOf(parameters: ReadonlyMap<string, C3dParameter>, name: string): string | null {
  const parameter = parameters.get(name);
  return parameter?.type === 'text' && parameter.values.length > 0 ? parameter.values[0] : null;
}

/** Groups and parameters are a chain, in any order: a group has a negative number, its parameters the positive one. */
function readParameters(bytes: Uint8Array, numbers: C3dNumbers, start: number): ReadonlyMap<string, C3dParameter> {
  const end = Math.min(bytes.length, start + Math.max(1, bytes[start + 2]) * BLOCK);
  const groups = new Map<number, string>();
  const found: { readonly group: number; readonly name: string; readonly parameter: C3dParameter }[] = [];
  let at = start + 4;
  while (at + 2 <= end) {
    const nameLength = Math.abs(signedByte(bytes[at]));
    const id = signedByte(bytes[at + 1]);
    if (nameLength === 0 || id === 0) break;
    const linkAt = at + 2 + nameLength;
    if (linkAt + 2 > end) throw fail(`byte ${at}`, 'a parameter’s name runs past the end of the parameters');
    const name = latinText(bytes, at + 2, nameLength).toUpperCase();
    const link = numbers.uint16(linkAt);
    if (id < 0) groups.set(-id, name);
    else found.push({ group: id, name, parameter: readParameter(bytes, numbers, linkAt + 2, end, name) });
    if (link === 0) break;
    at = linkAt + link;
  }
  return new Map(found.map(({ group, name, parameter }) => [`${groups.get(group) ?? group}:${name}`, parameter]));
}

function readParameter(bytes: Uint8Array, numbers: C3dNumbers, at: number, end: number, name: string): C3dParameter {
  const type = signedByte(bytes[at]);
  const dimensionCount = bytes[at + 1];
  const dimensions = Array.from(bytes.subarray(at + 2, at + 2 + dimensionCount));
  const count = dimensions.reduce((product, dimension) => product * dimension, 1);
  const dataAt = at + 2 + dimensionCount;
  if (dataAt + count * Math.abs(type) > end) throw fail(`parameter ${name}`, 'runs past the end of the parameters');
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
  if (read === undefined) throw fail(`parameter ${name}`, `expected type -1, 1, 2 or 4, got ${type}`);
  return { type: 'number', dimensions, values: Array.from({ length: count }, (_, i) => read(dataAt + i * type)) };
}

function signedByte(byte: number): number {
  return byte > 127 ? byte - 256 : byte;
}

function latinText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
