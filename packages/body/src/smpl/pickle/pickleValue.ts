import { latin1Text } from '../latin1.js';
import type { StoredArray } from '../numpyArray.js';

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

export interface PickleDict {
  readonly kind: 'dict';
  readonly entries: Map<string, PickleValue>;
}

/** A class or function by name. */
export interface PickleGlobal {
  readonly kind: 'global';
  readonly name: string;
}

export interface PickleDtype {
  readonly kind: 'dtype';
  /** As in "<f8"; the byte order follows with BUILD. */
  descr: string;
}

/** A numpy array. */
export interface PickleArray {
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

/** Text of a string, or of bytes, as which Python 2 wrote text; null for other values. */
export function textOfValue(value: PickleValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? latin1Text(value) : null;
}
