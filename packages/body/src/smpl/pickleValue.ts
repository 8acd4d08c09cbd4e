import { latin1Text } from './latin1.js';
import type { StoredArray } from './numpyArray.js';

/** What a pickle can hold here: data, and objects that are no more than a name with data. Nothing of it can do a thing. */
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
  /** As in "<f8"; the byte order comes with the state. */
  descr: string;
}

/** A numpy array; null until its state came. */
export interface PickleArray {
  readonly kind: 'array';
  stored: StoredArray | null;
  /** What an array of objects holds, in place of numbers. */
  objects: readonly PickleValue[];
}

/** An instance of a class of scipy's or chumpy's: its attributes, without its class. */
export interface PickleObject {
  readonly kind: 'object';
  readonly className: string;
  state: PickleDict | null;
}

/** Narrows to one kind. */
export function isKind<K extends Extract<PickleValue, { kind: string }>['kind']>(
  value: PickleValue | undefined,
  kind: K,
): value is Extract<PickleValue, { kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}

/** Python 2 wrote text as bytes. */
export function textOfValue(value: PickleValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? latin1Text(value) : null;
}
