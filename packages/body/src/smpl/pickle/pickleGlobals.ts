import { decodeArray, isNumeric, latin1Text, type StoredArray } from '../numpyArray.js';
import { pickleError } from './pickleInput.js';

/** Values of a pickle: plain data only. Classes and functions are kept as their names. */
export type PickleValue =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | PickleList
  | PickleDict
  | PickleGlobal
  | PickleDtype
  | PickleArray
  | PickleObject;

/** A list, tuple or set. */
export interface PickleList {
  readonly kind: 'list';
  readonly items: PickleValue[];
}

interface PickleDict {
  readonly kind: 'dict';
  readonly entries: Map<string, PickleValue>;
}

/** A class or function by name. */
interface PickleGlobal {
  readonly kind: 'global';
  readonly name: string;
}

interface PickleDtype {
  readonly kind: 'dtype';
  /** As in "<f8"; the byte order follows with BUILD. */
  descr: string;
}

/** A numpy array. */
interface PickleArray {
  readonly kind: 'array';
  /** Null until BUILD sets it. */
  stored: StoredArray | null;
  /** Items of an array of objects; empty for numbers. */
  objects: readonly PickleValue[];
}

/** An instance of a class of scipy or chumpy: the class's name and the attributes. */
export interface PickleObject {
  readonly kind: 'object';
  readonly className: string;
  state: PickleDict | null;
}

export function isKind<K extends Extract<PickleValue, { kind: string }>['kind']>(
  value: PickleValue | undefined,
  kind: K,
): value is Extract<PickleValue, { kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}

/** Letters of a name, a key or an encoded text: longer ones, recalled again and again, would take hours. */
const LONGEST_TEXT = 1000;
/** Dimensions of an array, as in numpy. */
const MOST_DIMENSIONS = 64;

/** Text of a string, or of bytes, as which Python 2 wrote text; null for other values. */
export function textOfValue(value: PickleValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array && value.length <= LONGEST_TEXT ? latin1Text(value) : null;
}

/** Classes whose instances are kept as their attributes. */
const dataClasses = [
  /^scipy\.sparse\.(_?csc\.csc_matrix|_?csr\.csr_matrix|_?csc\.csc_array|_?csr\.csr_array)$/,
  /^scipy\.sparse\.(csc|csr)_matrix$/,
  // Chumpy wraps arrays for differentiation; only the arrays inside are used.
  /^chumpy\.[a-z_]+\.[A-Za-z_]+$/,
  /^(__builtin__|builtins)\.object$/,
];

/** Texts of a pickle that were encoded: the same one may be asked for again and again. */
export type EncodedTexts = Map<string, Uint8Array>;

type Call = (args: readonly PickleValue[], encoded: EncodedTexts) => PickleValue;

const makeArray: Call = () => ({ kind: 'array', stored: null, objects: [] });
const makeSet: Call = ([items]) => (isKind(items, 'list') ? items : { kind: 'list', items: [] });

/** Replacements for the few functions that arrays are pickled with. Each turns data into data and does nothing else. */
const calls: Readonly<Record<string, Call>> = {
  'numpy.core.multiarray._reconstruct': makeArray,
  'numpy._core.multiarray._reconstruct': makeArray,
  'numpy.core.multiarray.scalar': makeScalar,
  'numpy._core.multiarray.scalar': makeScalar,
  'numpy.core.numeric._frombuffer': makeFromBuffer,
  'numpy._core.numeric._frombuffer': makeFromBuffer,
  'numpy.dtype': ([descr]) => ({ kind: 'dtype', descr: textOfValue(descr) ?? '' }),
  '_codecs.encode': encodeText,
  'copy_reg._reconstructor': ([global]) => makeObject(global),
  'copyreg._reconstructor': ([global]) => makeObject(global),
  '__builtin__.set': makeSet,
  'builtins.set': makeSet,
  'builtins.frozenset': makeSet,
  'builtins.bytearray': ([bytes]) => (bytes instanceof Uint8Array ? bytes : new Uint8Array()),
  'collections.OrderedDict': () => ({ kind: 'dict', entries: new Map() }),
};

/** Names that only occur as arguments of the calls above. */
const passive = new Set(['numpy.ndarray']);

/** The class or function of that name. Throws for names that are not listed above. */
export function findGlobal(name: string): PickleGlobal {
  const isShort = name.length <= LONGEST_TEXT;
  if (isShort && (passive.has(name) || Object.hasOwn(calls, name) || isDataClass(name)))
    return { kind: 'global', name };
  const shown = name.slice(0, 80).replace(/[^\x20-\x7e]/g, '?');
  throw pickleError(`expected an array of numpy, scipy or chumpy, got ${shown}; no other class or function is loaded`);
}

function isDataClass(name: string): boolean {
  return dataClasses.some((pattern) => pattern.test(name));
}

/** Result of calling a global with a list of arguments: pickle's REDUCE. */
export function callGlobal([global, args]: readonly PickleValue[], encoded: EncodedTexts): PickleValue {
  if (!isKind(global, 'global') || !isKind(args, 'list')) {
    throw pickleError('expected a function and its arguments to call, got other values');
  }
  if (Object.hasOwn(calls, global.name)) return calls[global.name](args.items, encoded);
  return makeObject(global);
}

function encodeText([value]: readonly PickleValue[], encoded: EncodedTexts): PickleValue {
  const text = textOfValue(value) ?? '';
  const bytes = encoded.get(text) ?? Uint8Array.from(text, (char) => char.charCodeAt(0));
  encoded.set(text, bytes);
  return bytes;
}

/** A new instance without attributes yet. */
export function makeObject(global: PickleValue | undefined): PickleValue {
  if (isKind(global, 'global')) {
    if (isDataClass(global.name)) return { kind: 'object', className: global.name, state: null };
    if (global.name === 'collections.OrderedDict') return { kind: 'dict', entries: new Map() };
  }
  const got = isKind(global, 'global') ? global.name : 'another value';
  throw pickleError(`expected a class of scipy or chumpy to make an instance of, got ${got}`);
}

/** Sets the state of an array, a dtype or an object: pickle's BUILD. */
export function setState(target: PickleValue, state: PickleValue): void {
  if (isKind(target, 'array')) {
    setArrayState(target, state);
  } else if (isKind(target, 'dtype')) {
    // (version, byte order, ...); "|" where the order does not matter.
    const order = isKind(state, 'list') ? textOfValue(state.items[1]) : null;
    if (order !== null && /^[<>]$/.test(order)) target.descr = order + target.descr.replace(/^[<>=|]/, '');
  } else if (isKind(target, 'object')) {
    // A pair holds the dictionary first and slots second.
    const attributes = isKind(state, 'list') ? state.items[0] : state;
    if (isKind(attributes, 'dict')) target.state = attributes;
  } else {
    throw pickleError('expected an array or object to set the state of, got another value');
  }
}

/** (version, shape, dtype, is Fortran order, data), numpy's __setstate__. Arrays of objects come with a list of them. */
function setArrayState(target: PickleArray, state: PickleValue): void {
  const items = isKind(state, 'list') ? state.items : [];
  const [shape, dtype, isFortran, data] = items.slice(-4);
  if (!isKind(shape, 'list') || !isKind(dtype, 'dtype')) {
    throw pickleError('array: expected a shape and a dtype, got other values');
  }
  if (isKind(data, 'list')) target.objects = data.items;
  target.stored = {
    shape: shapeOf(shape),
    descr: dtype.descr,
    isFortranOrder: isFortran === true || isFortran === 1,
    data: data instanceof Uint8Array ? data : new Uint8Array(),
  };
}

function shapeOf({ items }: PickleList): number[] {
  if (items.length > MOST_DIMENSIONS)
    throw pickleError(`array shape: expected at most ${MOST_DIMENSIONS} dimensions, got ${items.length}`);
  return items.map((length) => {
    if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) return length;
    throw pickleError(`array shape: expected whole numbers, got ${String(length)}`);
  });
}

function makeFromBuffer([data, dtype, shape, order]: readonly PickleValue[]): PickleValue {
  if (!(data instanceof Uint8Array) || !isKind(dtype, 'dtype') || !isKind(shape, 'list')) {
    throw pickleError('array: expected data, dtype and shape, got other values');
  }
  const stored = { shape: shapeOf(shape), descr: dtype.descr, isFortranOrder: textOfValue(order) === 'F', data };
  return { kind: 'array', stored, objects: [] };
}

function makeScalar([dtype, data]: readonly PickleValue[]): PickleValue {
  if (!isKind(dtype, 'dtype') || !(data instanceof Uint8Array) || !isNumeric(dtype.descr)) return null;
  const stored = { shape: [], descr: dtype.descr, isFortranOrder: false, data };
  return decodeArray(stored, 'a number').values[0];
}

/** The first of the named attributes that an object has. */
export function attribute(state: PickleDict | null, ...names: readonly string[]): PickleValue | undefined {
  for (const name of names) {
    const value = state?.entries.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
