import { FormatError, shown } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import {
  createTextCursor,
  nextLine,
  nextNumber,
  nextWord,
  restOfLine,
  shownWord,
  skipBlanks,
  skipNotFinite,
  type TextCursor,
} from '../io/textCursor.js';
import type { NotFiniteOptions } from './gltfAccessor.js';

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
  const view = viewOf(bytes);
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

export function numberAt(view: DataView, at: number, type: PlyType, isLittle: boolean): number {
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

/** PLY's numbers, under the names of 1994 and the later ones. */
const plyTypes = {
  char: 'int8',
  int8: 'int8',
  uchar: 'uint8',
  uint8: 'uint8',
  short: 'int16',
  int16: 'int16',
  ushort: 'uint16',
  uint16: 'uint16',
  int: 'int32',
  int32: 'int32',
  uint: 'uint32',
  uint32: 'uint32',
  float: 'float32',
  float32: 'float32',
  double: 'float64',
  float64: 'float64',
} as const;

export type PlyType = (typeof plyTypes)[keyof typeof plyTypes];

export const plyTypeBytes: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of the length before a list; null for a single number. */
  readonly countType: PlyType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Where the data begins, and the number of its first line. */
  readonly dataAt: number;
  readonly dataLine: number;
}

const encodings = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
/** No header of a body is near this long; a file without "end_header" must not be searched to its end as text. */
const longestHeader = 64 * 1024;

export function looksLikePly(bytes: Uint8Array): boolean {
  return bytes[0] === 0x70 && bytes[1] === 0x6c && bytes[2] === 0x79 && (bytes[3] === 0x0a || bytes[3] === 0x0d);
}

/** Reads a PLY header (Turk, "The PLY polygon file format", 1994). Throws FormatError with line and reason. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  if (!looksLikePly(bytes)) throw new FormatError('PLY', 'line 1', 'does not begin with "ply"');
  const cursor = createTextCursor(bytes.subarray(0, longestHeader));
  let encoding: PlyHeader['encoding'] | null = null;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  nextLine(cursor);
  while (nextLine(cursor)) {
    const word = nextWord(cursor);
    if (word === 'end_header') {
      if (encoding === null) throw fail(cursor, 'the header ends without "format"');
      return { encoding, elements, dataAt: dataStart(cursor), dataLine: cursor.line + 1 };
    }
    if (word === 'format') {
      const [kind, version] = restOfLine(cursor).split(/\s+/);
      encoding = encodings.find((each) => each === kind) ?? null;
      if (encoding === null) throw fail(cursor, `expected a format of ${encodings.join(', ')}, got ${shown(kind)}`);
      if (version !== '1.0') throw fail(cursor, `expected version 1.0, got ${shown(version ?? '')}`);
    } else if (word === 'element') {
      elements.push(readElement(cursor));
    } else if (word === 'property') {
      const element = elements.at(-1);
      if (element === undefined) throw fail(cursor, '"property" before any "element"');
      element.properties.push(readProperty(cursor));
    } else if (word !== 'comment' && word !== 'obj_info' && word !== '') {
      throw fail(cursor, `${shown(word)} in the header`);
    }
  }
  throw fail(cursor, 'the header has no "end_header"');
}

function readElement(cursor: TextCursor) {
  const [name, countText = ''] = restOfLine(cursor).split(/\s+/);
  const count = /^\d{1,10}$/.test(countText) ? Number(countText) : -1;
  if (count < 0) throw fail(cursor, `expected a count of element ${shown(name)}, got ${shown(countText)}`);
  return { name, count, properties: [] };
}

function readProperty(cursor: TextCursor): PlyProperty {
  const words = restOfLine(cursor).split(/\s+/);
  const isList = words[0] === 'list';
  const [countType, type] = isList
    ? [typeOf(cursor, words[1]), typeOf(cursor, words[2])]
    : [null, typeOf(cursor, words[0])];
  const name = words[isList ? 3 : 1];
  if (name === undefined) throw fail(cursor, 'a property without a name');
  return { name, type, countType };
}

function typeOf(cursor: TextCursor, word = ''): PlyType {
  if (Object.hasOwn(plyTypes, word)) return plyTypes[word as keyof typeof plyTypes];
  throw fail(cursor, `expected a type of PLY, got ${shown(word)}`);
}

/** Behind the line end of "end_header": one byte, or two where lines end in \r\n. */
function dataStart({ bytes, lineEnd }: TextCursor): number {
  return lineEnd + (bytes[lineEnd] === 0x0d && bytes[lineEnd + 1] === 0x0a ? 2 : 1);
}

function fail(cursor: TextCursor, reason: string): FormatError {
  return new FormatError('PLY', `line ${cursor.line}`, reason);
}
