import { InputError } from '@leib/core';
import type { C3dAnalog, C3dProcessor } from './c3dParameters.js';
import { C3D_BLOCK, writeC3dFloat } from './c3dParameters.js';

export interface C3dMarkers {
  readonly rate: number;
  readonly labels: readonly string[];
  readonly frameCount: number;
  /** Metres; NaN where a marker was not seen. frameCount x labels.length x 3. */
  readonly positions: ArrayLike<number>;
  /** Signals beside the markers, in the units that their values have. */
  readonly analog?: Omit<C3dAnalog, 'rate'>;
}

export interface C3dWriteOptions {
  readonly processor?: C3dProcessor;
  /** Millimetres per unit: markers are then written as integers, as old programs want them; floats when absent. */
  readonly integerScale?: number;
}

const processorBytes: Readonly<Record<C3dProcessor, number>> = { intel: 84, dec: 85, mips: 86 };
/** The most that a word counts: longer trials have their length in parameters of their own. */
const mostInWord = 65535;
/** Labels of one parameter. */
const mostLabels = 255;

/** Markers as a C3D file, in millimetres. Residuals are written as zero. */
export function writeC3d(markers: C3dMarkers, options: C3dWriteOptions = {}): Uint8Array {
  const { processor = 'intel', integerScale } = options;
  const { rate, labels, frameCount, analog } = markers;
  if (labels.length > mostInWord)
    throw new InputError('labels', `expected at most ${mostInWord}, got ${labels.length}`);
  const isLittle = processor !== 'mips';
  const scale = integerScale ?? -1;
  const parameters = parameterBytes(markers, scale, processor);
  const parameterBlocks = Math.ceil(parameters.length / C3D_BLOCK);
  const dataBlock = 2 + parameterBlocks;
  const dataAt = (dataBlock - 1) * C3D_BLOCK;
  const analogPerFrame = analog ? analog.labels.length * analog.samplesPerFrame : 0;
  const frameBytes = (labels.length * 4 + analogPerFrame) * (scale < 0 ? 4 : 2);
  const bytes = new Uint8Array(Math.ceil((dataAt + frameCount * frameBytes) / C3D_BLOCK) * C3D_BLOCK);
  const view = new DataView(bytes.buffer);
  bytes[0] = 2;
  bytes[1] = 0x50;
  view.setUint16(2, labels.length, isLittle);
  view.setUint16(4, analogPerFrame, isLittle);
  view.setUint16(6, 1, isLittle);
  view.setUint16(8, Math.min(frameCount, mostInWord), isLittle);
  writeC3dFloat(view, 12, scale, processor);
  view.setUint16(16, dataBlock, isLittle);
  view.setUint16(18, analog?.samplesPerFrame ?? 0, isLittle);
  writeC3dFloat(view, 20, rate, processor);
  bytes.set(parameters, C3D_BLOCK);
  bytes[C3D_BLOCK + 2] = parameterBlocks;
  // DATA_START was not known before the parameters were written: it stands at a fixed place, first of all.
  view.setInt16(C3D_BLOCK + DATA_START_AT, dataBlock, isLittle);
  for (let frame = 0; frame < frameCount; frame++) {
    writeFrame(view, dataAt + frame * frameBytes, markers, frame, { scale, processor });
  }
  return bytes;
}

interface C3dStorage {
  /** Millimetres per unit of integers; negative: floats. */
  readonly scale: number;
  readonly processor: C3dProcessor;
}

function writeFrame(
  view: DataView,
  at: number,
  markers: C3dMarkers,
  frame: number,
  { scale, processor }: C3dStorage,
): void {
  const { labels, positions, analog } = markers;
  const size = scale < 0 ? 4 : 2;
  const put = (place: number, value: number, unit: number) => {
    if (scale < 0) writeC3dFloat(view, place, value, processor);
    else view.setInt16(place, Math.round(value / unit), processor !== 'mips');
  };
  for (let point = 0; point < labels.length; point++) {
    const from = (frame * labels.length + point) * 3;
    const isValid = Number.isFinite(positions[from] + positions[from + 1] + positions[from + 2]);
    const place = at + point * 4 * size;
    for (let k = 0; k < 3; k++) put(place + k * size, isValid ? positions[from + k] * 1000 : 0, scale);
    put(place + 3 * size, isValid ? 0 : -1, 1);
  }
  if (!analog) return;
  const perFrame = analog.labels.length * analog.samplesPerFrame;
  const place = at + labels.length * 4 * size;
  for (let i = 0; i < perFrame; i++) put(place + i * size, analog.values[frame * perFrame + i], 1);
}

/** In the parameters: four bytes, the group POINT (10), then the head of DATA_START. */
const DATA_START_AT = 4 + 10 + 2 + 10 + 2 + 2;

function parameterBytes(markers: C3dMarkers, scale: number, processor: C3dProcessor): Uint8Array {
  const { rate, labels, frameCount, analog } = markers;
  const isLittle = processor !== 'mips';
  const out: number[] = [1, 0x50, 0, processorBytes[processor]];
  const word = (value: number) =>
    isLittle ? [value & 0xff, (value >> 8) & 0xff] : [(value >> 8) & 0xff, value & 0xff];
  const long = (value: number) => [...word(value % 65536), ...word(Math.floor(value / 65536))];
  const text = (value: string) => Array.from(value, (letter) => letter.charCodeAt(0) & 0xff);
  const float = (value: number) => {
    const view = new DataView(new ArrayBuffer(4));
    writeC3dFloat(view, 0, value, processor);
    return [0, 1, 2, 3].map((i) => view.getUint8(i));
  };
  const add = (id: number, name: string, body: readonly number[]) =>
    out.push(name.length, id & 0xff, ...text(name), ...word(body.length + 3), ...body, 0);
  const parameter = (
    group: number,
    name: string,
    type: number,
    dimensions: readonly number[],
    data: readonly number[],
  ) => add(group, name, [type & 0xff, dimensions.length, ...dimensions, ...data]);
  const texts = (group: number, name: string, values: readonly string[]) => {
    const longest = Math.min(127, Math.max(1, ...values.map((value) => value.length)));
    const padded = values.flatMap((value) => text(value.padEnd(longest).slice(0, longest)));
    parameter(group, name, -1, [longest, values.length], padded);
  };
  add(-1, 'POINT', []);
  parameter(1, 'DATA_START', 2, [], word(0));
  parameter(1, 'USED', 2, [], word(labels.length));
  parameter(1, 'SCALE', 4, [], float(scale));
  parameter(1, 'RATE', 4, [], float(rate));
  parameter(1, 'FRAMES', 2, [], word(Math.min(frameCount, mostInWord)));
  if (frameCount > mostInWord) parameter(1, 'LONG_FRAMES', 4, [], float(frameCount));
  parameter(1, 'UNITS', -1, [2], text('mm'));
  for (let i = 0; i * mostLabels < Math.max(1, labels.length); i++) {
    texts(1, `LABELS${i === 0 ? '' : i + 1}`, labels.slice(i * mostLabels, (i + 1) * mostLabels));
  }
  if (frameCount > mostInWord) {
    add(-2, 'TRIAL', []);
    parameter(2, 'ACTUAL_START_FIELD', 2, [2], long(1));
    parameter(2, 'ACTUAL_END_FIELD', 2, [2], long(frameCount));
  }
  if (analog) {
    add(-3, 'ANALOG', []);
    parameter(3, 'USED', 2, [], word(analog.labels.length));
    parameter(3, 'RATE', 4, [], float(rate * analog.samplesPerFrame));
    texts(3, 'LABELS', analog.labels);
    texts(3, 'UNITS', analog.units);
  }
  out.push(0, 0);
  return Uint8Array.from(out);
}
