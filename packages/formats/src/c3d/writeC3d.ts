import { InputError } from '@leib/core';
import type { C3dProcessor } from './c3dFile.js';
import { writeC3dFloat } from './c3dNumbers.js';

export interface C3dMarkers {
  readonly rate: number;
  readonly labels: readonly string[];
  readonly frameCount: number;
  /** Metres; NaN where a marker was not seen. frameCount x labels.length x 3. */
  readonly positions: ArrayLike<number>;
}

export interface C3dWriteOptions {
  readonly processor?: C3dProcessor;
  /** Millimetres per unit: markers are then written as integers, as old programs want them; floats when absent. */
  readonly integerScale?: number;
}

const BLOCK = 512;
const processorBytes: Readonly<Record<C3dProcessor, number>> = { intel: 84, dec: 85, mips: 86 };

/** Markers as a C3D file, in millimetres. Residuals are written as zero. */
export function writeC3d(markers: C3dMarkers, options: C3dWriteOptions = {}): Uint8Array {
  const { processor = 'intel', integerScale } = options;
  const { rate, labels, frameCount, positions } = markers;
  if (labels.length > 255) throw new InputError('labels', `expected at most 255 markers, got ${labels.length}`);
  if (frameCount > 65535) throw new InputError('frames', `expected at most 65535, got ${frameCount}`);
  const isLittle = processor !== 'mips';
  const scale = integerScale ?? -1;
  const size = integerScale === undefined ? 4 : 2;
  const parameters = parameterBytes(markers, scale, processor);
  const parameterBlocks = Math.ceil(parameters.length / BLOCK);
  const dataBlock = 2 + parameterBlocks;
  const dataAt = (dataBlock - 1) * BLOCK;
  const dataBytes = frameCount * labels.length * 4 * size;
  const bytes = new Uint8Array(Math.ceil((dataAt + dataBytes) / BLOCK) * BLOCK);
  const view = new DataView(bytes.buffer);
  bytes[0] = 2;
  bytes[1] = 0x50;
  view.setUint16(2, labels.length, isLittle);
  view.setUint16(6, 1, isLittle);
  view.setUint16(8, frameCount, isLittle);
  writeC3dFloat(view, 12, scale, processor);
  view.setUint16(16, dataBlock, isLittle);
  writeC3dFloat(view, 20, rate, processor);
  bytes.set(parameters, BLOCK);
  bytes[BLOCK + 2] = parameterBlocks;
  // DATA_START was not known before the parameters were written: it stands at a fixed place, first of all.
  view.setInt16(BLOCK + DATA_START_AT, dataBlock, isLittle);
  for (let i = 0; i < frameCount * labels.length; i++) {
    const at = dataAt + i * 4 * size;
    const isValid = Number.isFinite(positions[i * 3] + positions[i * 3 + 1] + positions[i * 3 + 2]);
    for (let k = 0; k < 3; k++) {
      const millimetres = isValid ? positions[i * 3 + k] * 1000 : 0;
      if (size === 4) writeC3dFloat(view, at + k * 4, millimetres, processor);
      else view.setInt16(at + k * 2, Math.round(millimetres / scale), isLittle);
    }
    if (size === 4) writeC3dFloat(view, at + 12, isValid ? 0 : -1, processor);
    else view.setInt16(at + 6, isValid ? 0 : -1, isLittle);
  }
  return bytes;
}

/** In the parameters: four bytes, the group POINT (10), then the head of DATA_START. */
const DATA_START_AT = 4 + 10 + 2 + 10 + 2 + 2;

function parameterBytes({ rate, labels, frameCount }: C3dMarkers, scale: number, processor: C3dProcessor): Uint8Array {
  const isLittle = processor !== 'mips';
  const out: number[] = [1, 0x50, 0, processorBytes[processor]];
  const word = (value: number) =>
    isLittle ? [value & 0xff, (value >> 8) & 0xff] : [(value >> 8) & 0xff, value & 0xff];
  const text = (value: string) => Array.from(value, (letter) => letter.charCodeAt(0) & 0xff);
  const float = (value: number) => {
    const view = new DataView(new ArrayBuffer(4));
    writeC3dFloat(view, 0, value, processor);
    return [0, 1, 2, 3].map((i) => view.getUint8(i));
  };
  const add = (id: number, name: string, body: readonly number[]) =>
    out.push(name.length, id & 0xff, ...text(name), ...word(body.length + 3), ...body, 0);
  add(-1, 'POINT', []);
  const parameter = (name: string, type: number, dimensions: readonly number[], data: readonly number[]) =>
    add(1, name, [type & 0xff, dimensions.length, ...dimensions, ...data]);
  parameter('DATA_START', 2, [], word(0));
  parameter('USED', 2, [], word(labels.length));
  parameter('SCALE', 4, [], float(scale));
  parameter('RATE', 4, [], float(rate));
  parameter('FRAMES', 2, [], word(frameCount));
  parameter('UNITS', -1, [2], text('mm'));
  const longest = Math.min(127, Math.max(1, ...labels.map((label) => label.length)));
  parameter(
    'LABELS',
    -1,
    [longest, labels.length],
    labels.flatMap((label) => text(label.padEnd(longest).slice(0, longest))),
  );
  out.push(0, 0);
  return Uint8Array.from(out);
}
