import { FormatError } from '@leib/formats';

/** Numbers in row-major order: the last index runs fastest, whatever the order in the file. */
export interface NumpyArray {
  readonly shape: readonly number[];
  readonly values: Float64Array;
}

/** An array as stored in a file. */
export interface StoredArray {
  readonly shape: readonly number[];
  /** numpy's dtype string: byte order, kind, bytes, as in "<f8". */
  readonly descr: string;
  readonly isFortranOrder: boolean;
  readonly data: Uint8Array;
}

type Read = (view: DataView, at: number, isLittle: boolean) => number;

const readers: Readonly<Record<string, Read>> = {
  b1: (view, at) => view.getUint8(at),
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at, isLittle) => view.getInt16(at, isLittle),
  u2: (view, at, isLittle) => view.getUint16(at, isLittle),
  i4: (view, at, isLittle) => view.getInt32(at, isLittle),
  u4: (view, at, isLittle) => view.getUint32(at, isLittle),
  i8: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)),
  u8: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)),
  f4: (view, at, isLittle) => view.getFloat32(at, isLittle),
  f8: (view, at, isLittle) => view.getFloat64(at, isLittle),
};

/** Whether a dtype is one of numbers that can be read here, rather than objects or text. */
export function isNumeric(descr: string): boolean {
  return /^[<>=|]?(?:b1|[iu][1248]|f[48])$/.test(descr);
}

/** Bytes of one number of a dtype; 1 where it is not one of numbers. */
export function itemBytesOf(descr: string): number {
  return isNumeric(descr) ? Number(descr.at(-1)) : 1;
}

/** Throws FormatError where the data does not fit the shape. */
export function decodeArray({ shape, descr, isFortranOrder, data }: StoredArray, name: string): NumpyArray {
  if (!isNumeric(descr)) throw new FormatError('SMPL', name, `expected numbers, got dtype ${JSON.stringify(descr)}`);
  const kind = descr.slice(-2);
  const count = shape.reduce((product, length) => product * length, 1);
  const itemBytes = Number(kind[1]);
  if (!Number.isSafeInteger(count) || count * itemBytes !== data.length) {
    throw new FormatError(
      'SMPL',
      name,
      `expected ${count * itemBytes} bytes for the shape ${shapeText(shape)}, got ${data.length}`,
    );
  }
  const isLittle = !descr.startsWith('>');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = new Float64Array(count);
  const read = readers[kind];
  if (!isFortranOrder || shape.length < 2) {
    for (let i = 0; i < count; i++) values[i] = read(view, i * itemBytes, isLittle);
    return { shape, values };
  }
  // Stored with the first index running fastest.
  const index = new Uint32Array(shape.length);
  const strides = new Float64Array(shape.length);
  for (let axis = shape.length - 1, stride = 1; axis >= 0; stride *= shape[axis], axis--) strides[axis] = stride;
  for (let i = 0, at = 0; i < count; i++) {
    values[at] = read(view, i * itemBytes, isLittle);
    for (let axis = 0; axis < shape.length; axis++) {
      at += strides[axis];
      if (++index[axis] < shape[axis]) break;
      at -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return { shape, values };
}

export function shapeText(shape: readonly number[]): string {
  return `(${shape.join(', ')})`;
}
