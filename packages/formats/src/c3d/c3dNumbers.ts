import type { C3dProcessor } from './c3dFile.js';

/** Numbers as each kind of machine stores them. */
export interface C3dNumbers {
  readonly processor: C3dProcessor;
  int16(at: number): number;
  uint16(at: number): number;
  float(at: number): number;
}

export function c3dNumbers(bytes: Uint8Array, processor: C3dProcessor): C3dNumbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
