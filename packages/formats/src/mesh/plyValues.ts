import { FormatError } from '../formatError.js';
import {
  createTextCursor,
  nextLine,
  nextNumber,
  shownWord,
  skipBlanks,
  skipNotFinite,
  type TextCursor,
} from '../io/textCursor.js';
import type { NotFiniteOptions } from './gltfAccessor.js';
import { type PlyElement, type PlyHeader, type PlyType, plyTypeBytes } from './plyHeader.js';

/** One number after the other from the data of a PLY file, whichever way it is written. */
export interface PlyValues {
  /** Begins the next instance of an element. */
  begin(element: PlyElement, index: number): void;
  next(type: PlyType): number;
  /** Ends it. */
  end(): void;
  /** Passes over a whole element of single numbers, where that needs no reading; false where it does. */
  skipFixed(element: PlyElement): boolean;
  /** For messages: where the last number stood. */
  where(): string;
}

export function createPlyValues(bytes: Uint8Array, header: PlyHeader, options: NotFiniteOptions): PlyValues {
  return header.encoding === 'ascii' ? asciiValues(bytes, header, options) : binaryValues(bytes, header);
}

/** Fewest bytes an instance of an element can take. */
export function smallestInstance({ properties }: PlyElement, { encoding }: PlyHeader): number {
  // A number and a blank; the last line may lack its end.
  if (encoding === 'ascii') return properties.length * 2;
  return properties.reduce((sum, { type, countType }) => sum + plyTypeBytes[countType ?? type], 0);
}

function asciiValues(
  bytes: Uint8Array,
  { dataAt, dataLine }: PlyHeader,
  { keepsNotFinite = false }: NotFiniteOptions,
): PlyValues {
  const cursor: TextCursor = createTextCursor(bytes, dataAt, dataLine);
  let about = '';
  const where = () => `line ${cursor.line}`;
  return {
    begin({ name }, index) {
      about = `${name} ${index}`;
      do {
        if (!nextLine(cursor)) throw new FormatError('PLY', where(), `the file ends before ${about}`);
      } while (!skipBlanks(cursor));
    },
    next() {
      const value = nextNumber(cursor);
      if (Number.isNaN(value) && keepsNotFinite && skipNotFinite(cursor)) return value;
      if (Number.isNaN(value)) throw new FormatError('PLY', where(), `a number of ${about} is ${shownWord(cursor)}`);
      return value;
    },
    end() {
      if (skipBlanks(cursor)) throw new FormatError('PLY', where(), `${shownWord(cursor)} after the last of ${about}`);
    },
    skipFixed: () => false,
    where,
  };
}

function binaryValues(bytes: Uint8Array, { encoding, dataAt }: PlyHeader): PlyValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = encoding === 'binary_little_endian';
  let at = dataAt;
  let about = '';
  const where = () => `byte ${at}`;
  return {
    begin({ name }, index) {
      about = `${name} ${index}`;
    },
    next(type) {
      const start = at;
      if (start + plyTypeBytes[type] > bytes.length) {
        throw new FormatError('PLY', `byte ${bytes.length}`, `the file is cut off in ${about}`);
      }
      at += plyTypeBytes[type];
      return numberAt(view, start, type, isLittle);
    },
    end() {},
    skipFixed(element) {
      if (element.properties.some(({ countType }) => countType !== null)) return false;
      at += element.count * element.properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
      return true;
    },
    where,
  };
}

function numberAt(view: DataView, at: number, type: PlyType, isLittle: boolean): number {
  switch (type) {
    case 'int8':
      return view.getInt8(at);
    case 'uint8':
      return view.getUint8(at);
    case 'int16':
      return view.getInt16(at, isLittle);
    case 'uint16':
      return view.getUint16(at, isLittle);
    case 'int32':
      return view.getInt32(at, isLittle);
    case 'uint32':
      return view.getUint32(at, isLittle);
    case 'float32':
      return view.getFloat32(at, isLittle);
    case 'float64':
      return view.getFloat64(at, isLittle);
  }
}
