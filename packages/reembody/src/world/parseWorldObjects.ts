import { InputError } from '@leib/core';
import { checkObjects } from './checkObjects.js';
import type { WorldObject } from './worldObject.js';

type Reader = 'number' | 'triple' | 'turn' | 'mass';

/** What every kind of thing is made of, besides its kind and its name. A "?" may be left out. */
const fieldsOf: Readonly<Record<WorldObject['kind'], Readonly<Record<string, Reader>>>> = {
  floor: { height: 'number' },
  box: { size: 'triple', position: 'triple', 'rotation?': 'turn', mass: 'mass' },
  ball: { radius: 'number', position: 'triple', mass: 'number' },
  door: { size: 'triple', position: 'triple', mass: 'number', maxAngle: 'number' },
  button: { radius: 'number', position: 'triple', outward: 'triple', travel: 'number', stiffness: 'number' },
};

/** Numbers may be this large where they are no lengths (stiffness, mass). */
const LARGEST = 1e6;

/**
 * Things of a room from JSON: every field that a kind has, and no other. Throws InputError that says where and what.
 * Lengths lie within `metres`.
 */
export function parseWorldObjects(given: unknown, maxCount: number, metres: number): WorldObject[] {
  if (!Array.isArray(given)) throw new InputError('objects', 'expected a list.');
  if (given.length > maxCount)
    throw new InputError('objects', `${given.length} things; at most ${maxCount} are taken.`);
  const objects = given.map((each: unknown, index) => readObject(each, `objects[${index}]`, metres));
  checkObjects(objects);
  return objects;
}

function readObject(given: unknown, where: string, metres: number): WorldObject {
  if (typeof given !== 'object' || given === null) throw new InputError(where, 'expected an object.');
  const { kind, name, ...rest } = given as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(fieldsOf, kind)) {
    throw new InputError(`${where}.kind`, `${JSON.stringify(kind)} is none of ${Object.keys(fieldsOf).join(', ')}.`);
  }
  if (typeof name !== 'string' || name.length > 40) throw new InputError(`${where}.name`, 'expected up to 40 letters.');
  const read: Record<string, unknown> = { kind, name };
  for (const [key, reader] of Object.entries(fieldsOf[kind as WorldObject['kind']])) {
    const field = key.replace('?', '');
    if (field !== key && rest[field] === undefined) continue;
    read[field] = readField(rest[field], reader, `${where}.${field}`, metres);
  }
  for (const key of Object.keys(rest)) {
    if (!Object.hasOwn(read, key)) throw new InputError(`${where}.${key}`, `a ${kind} has no such field.`);
  }
  return read as unknown as WorldObject;
}

function readField(value: unknown, reader: Reader, where: string, metres: number): unknown {
  const isNumber = (each: unknown, limit: number) => typeof each === 'number' && Math.abs(each) <= limit;
  switch (reader) {
    case 'mass':
      if (value === null || isNumber(value, LARGEST)) return value;
      throw new InputError(where, `expected a number or null, not ${JSON.stringify(value)}.`);
    case 'number':
      if (isNumber(value, LARGEST)) return value;
      throw new InputError(where, `expected a number, not ${JSON.stringify(value)}.`);
    case 'triple':
    case 'turn': {
      const length = reader === 'triple' ? 3 : 4;
      if (Array.isArray(value) && value.length === length && value.every((each) => isNumber(each, metres)))
        return value;
      throw new InputError(where, `expected ${length} numbers within ${metres}.`);
    }
  }
}
