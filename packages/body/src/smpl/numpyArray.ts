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

/** "\x93NUMPY". */
const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const longestHeader = 64 * 1024;

/**
 * Parses a .npy file (numpy.lib.format, "Format Version 1.0" to 3.0). Its header is a Python dictionary of three known
 * keys, matched by patterns. Throws FormatError with the array's name and a reason.
 */
export function readNpy(bytes: Uint8Array, name: string): StoredArray {
  const fail = (reason: string) => new FormatError('SMPL', name, reason);
  if (bytes.length < 12 || magic.some((byte, i) => bytes[i] !== byte))
    throw fail('expected a .npy file, got other bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = bytes[6] >= 2;
  const headerAt = isWide ? 12 : 10;
  const headerBytes = isWide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (headerBytes > longestHeader || headerAt + headerBytes > bytes.length) throw fail('the header is cut off');
  const header = latin1Text(bytes.subarray(headerAt, headerAt + headerBytes));
  const descr = /'descr'\s*:\s*'([<>=|]?[A-Za-z]\d{0,4})'/.exec(header)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(header)?.[1];
  if (descr === undefined || order === undefined || shape === undefined) {
    throw fail(`header: expected descr, fortran_order and shape, got ${JSON.stringify(header.slice(0, 80).trim())}`);
  }
  return {
    descr,
    isFortranOrder: order === 'True',
    shape: (shape.match(/\d+/g) ?? []).map(Number),
    data: bytes.subarray(headerAt + headerBytes),
  };
}

/** Most codes per call of fromCharCode: the number of arguments is limited. */
const chunkLength = 8192;

/** One character per byte. TextDecoder's "latin1" is Windows-1252, which differs from 0x80 to 0x9f. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength));
  }
  return text;
}
