import { type ByteSource, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import { fileLimits } from '../limits/fileLimits.js';
import { type C3dLayout, findC3dLayout, samplesPerFrame } from './c3dLayout.js';
import {
  C3D_BLOCK,
  type C3dAnalog,
  type C3dFile,
  type C3dNumbers,
  type C3dParameters,
  type C3dProcessor,
  c3dNumbers,
  fail,
  labelsOf,
  numberOf,
  readC3dParameters,
  textOf,
  unsigned,
} from './c3dParameters.js';

/** The second byte of every C3D file. */
const MAGIC = 0x50;
const processors: Readonly<Record<number, C3dProcessor>> = { 84: 'intel', 85: 'dec', 86: 'mips' };
/** A marker farther away than this was not measured, metres. */
const farthest = 10_000;
/** Frames per second of a file that does not say it. */
const usualRate = 100;

export function looksLikeC3d(bytes: Uint8Array): boolean {
  return bytes.length >= C3D_BLOCK && bytes[1] === MAGIC && bytes[0] > 0 && bytes[0] < 32;
}

/**
 * Reads a C3D file (the C3D File Format User Guide, Motion Lab Systems): markers as integers or floats, from Intel, DEC
 * and SGI machines, and analog signals. Throws FormatError with byte and reason.
 */
export function parseC3d(bytes: Uint8Array): C3dFile {
  if (!looksLikeC3d(bytes)) throw fail('', 'expected a C3D file, whose second byte is 0x50');
  const parametersAt = (bytes[0] - 1) * C3D_BLOCK;
  if (parametersAt + 4 > bytes.length) throw fail(`byte ${parametersAt}`, 'the file ends before its parameters');
  const processor = processors[bytes[parametersAt + 3]];
  if (processor === undefined) {
    throw fail(
      `byte ${parametersAt + 3}`,
      `processor ${bytes[parametersAt + 3]}, expected 84 (Intel), 85 (DEC) or 86 (MIPS)`,
    );
  }
  const numbers = c3dNumbers(bytes, processor);
  const saidEnd = parametersAt + Math.max(1, bytes[parametersAt + 2]) * C3D_BLOCK;
  const dataEnd = (numbers.uint16(16) - 1) * C3D_BLOCK;
  const read = readC3dParameters(bytes, numbers, parametersAt, Math.min(bytes.length, Math.max(saidEnd, dataEnd)));
  const { parameters } = read;
  const layout = findC3dLayout(numbers, parameters, parametersAt, bytes.length);
  const rate = rateOf(numbers, parameters);
  const notes = [...read.notes, ...layout.notes];
  if (rate === null) notes.push(`the file does not say its rate; ${usualRate} Hz were assumed`);
  const { frameCount, pointCount } = layout;
  const points = readPoints(numbers, layout, metresPer(textOf(parameters, 'POINT:UNITS')));
  if (points.wildCount > 0) {
    notes.push(
      `${points.wildCount} places of markers are not finite or beyond ${farthest / 1000} km; they are left out`,
    );
  }
  return {
    processor,
    rate: rate ?? usualRate,
    firstFrame: numbers.uint16(6),
    frameCount,
    labels: labelsOf(parameters, 'POINT', pointCount),
    positions: points.positions,
    residuals: points.residuals,
    analog: readAnalog(numbers, parameters, layout, rate ?? usualRate),
    parameters,
    notes,
  };
}

/** Frames per second, from the first place that has them; null where none has. */
function rateOf(numbers: C3dNumbers, parameters: C3dParameters): number | null {
  const analog = numberOf(parameters, 'ANALOG:RATE');
  const rates = [
    numberOf(parameters, 'POINT:RATE'),
    numbers.float(20),
    numberOf(parameters, 'TRIAL:CAMERA_RATE'),
    analog === null ? null : analog / samplesPerFrame(numbers, parameters),
  ];
  return rates.find((rate) => rate !== null && rate >= fileLimits.leastHz && rate <= fileLimits.mostHz) ?? null;
}

function readPoints(
  numbers: C3dNumbers,
  { dataAt, frameBytes, frameCount, pointCount, scale }: C3dLayout,
  toMetres: number,
): Pick<C3dFile, 'positions' | 'residuals'> & { readonly wildCount: number } {
  const isFloat = scale < 0;
  const size = isFloat ? 4 : 2;
  const positions = new Float64Array(frameCount * pointCount * 3);
  const residuals = new Float64Array(frameCount * pointCount);
  let wildCount = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let point = 0; point < pointCount; point++) {
      const at = dataAt + frame * frameBytes + point * 4 * size;
      const out = frame * pointCount + point;
      // The fourth word: cameras in its high byte, residual in its low one; negative where the marker was not seen.
      const word = isFloat ? Math.round(numbers.float(at + 12)) : numbers.int16(at + 6);
      const coordinate = (k: number) =>
        toMetres * (isFloat ? numbers.float(at + k * 4) : numbers.int16(at + k * 2) * scale);
      const isSeen = word >= 0;
      const isValid = isSeen && [0, 1, 2].every((k) => Math.abs(coordinate(k)) <= farthest);
      if (isSeen && !isValid) wildCount++;
      residuals[out] = isValid ? (word & 0xff) * Math.abs(scale) * toMetres : -1;
      for (let k = 0; k < 3; k++) positions[out * 3 + k] = isValid ? coordinate(k) : Number.NaN;
    }
  }
  return { positions, residuals, wildCount };
}

const units: readonly (readonly [pattern: RegExp, metres: number])[] = [
  [/^(mm|milli)/, 0.001],
  [/^(cm|centi)/, 0.01],
  [/^(dm|deci)/, 0.1],
  [/^(in|")/, 0.0254],
  [/^(f[to]|feet)/, 0.3048],
  [/^m($|et)/, 1],
];

/** Millimetres are the format's own unit, and that of files without one. */
function metresPer(unit: string | null): number {
  const word = unit?.trim().toLowerCase() ?? '';
  return units.find(([pattern]) => pattern.test(word))?.[1] ?? 0.001;
}

function readAnalog(
  numbers: C3dNumbers,
  parameters: C3dParameters,
  { dataAt, frameBytes, frameCount, pointCount, analogPerFrame, scale }: C3dLayout,
  rate: number,
): C3dAnalog | null {
  const perFrame = samplesPerFrame(numbers, parameters);
  if (analogPerFrame < perFrame) return null;
  const channels = Math.floor(analogPerFrame / perFrame);
  const isFloat = scale < 0;
  const size = isFloat ? 4 : 2;
  const general = numberOf(parameters, 'ANALOG:GEN_SCALE') ?? 1;
  const numberAt = (name: string, i: number, otherwise: number) => {
    const parameter = parameters.get(name);
    return parameter?.type === 'number' ? (parameter.values[i] ?? otherwise) : otherwise;
  };
  const isUnsigned = textOf(parameters, 'ANALOG:FORMAT')?.trim().toUpperCase() === 'UNSIGNED';
  const gains = Array.from({ length: channels }, (_, i) => numberAt('ANALOG:SCALE', i, 1) * general);
  const zeros = Array.from({ length: channels }, (_, i) => {
    const zero = numberAt('ANALOG:OFFSET', i, 0);
    return isUnsigned ? unsigned(zero) : zero;
  });
  const values = new Float64Array(frameCount * perFrame * channels);
  for (let frame = 0; frame < frameCount; frame++) {
    const from = dataAt + frame * frameBytes + pointCount * 4 * size;
    for (let i = 0; i < perFrame * channels; i++) {
      const place = from + i * size;
      const raw = isFloat ? numbers.float(place) : isUnsigned ? numbers.uint16(place) : numbers.int16(place);
      values[frame * perFrame * channels + i] = (raw - zeros[i % channels]) * gains[i % channels];
    }
  }
  const unitOf = parameters.get('ANALOG:UNITS');
  return {
    labels: labelsOf(parameters, 'ANALOG', channels),
    units: Array.from({ length: channels }, (_, i) => (unitOf?.type === 'text' ? (unitOf.values[i] ?? '').trim() : '')),
    rate: rate * perFrame,
    values,
    samplesPerFrame: perFrame,
  };
}

/** Reads a C3D file, gzip'd or not. Throws FormatError with byte and reason. */
export async function readC3d(source: ByteSource): Promise<C3dFile> {
  return parseC3d(await gunzipIfNeeded(await toBytes(source)));
}
