import { type Decoded, decodeValue } from '@leib/core';
import * as v from 'valibot';
import { numberFrom } from '../settings/schemas.js';
import type { WorldObject } from './worldObject.js';

/** How many things and how large numbers are taken. */
export interface WorldObjectLimits {
  readonly count: number;
  /** Lengths and positions lie within this, metres. */
  readonly metres: number;
}

/** Masses and stiffnesses go up to this. */
const LARGEST = 1e6;
/** Sizes and masses begin here: the engine refuses smaller ones. */
const SMALLEST = 1e-9;

/** Things of a room, checked: names become names in the engine's model, sizes its shapes. */
export function decodeWorldObjects(
  given: unknown,
  limits: WorldObjectLimits = { count: Number.POSITIVE_INFINITY, metres: LARGEST },
): Decoded<readonly WorldObject[]> {
  return decodeValue(given, objectsSchema(limits));
}

function objectsSchema({ count, metres }: WorldObjectLimits) {
  const length = numberFrom(SMALLEST, metres);
  const coordinate = numberFrom(-metres, metres);
  const position = v.strictTuple([coordinate, coordinate, coordinate]);
  const size = v.strictTuple([length, length, length]);
  const mass = numberFrom(SMALLEST, LARGEST);
  const unit = numberFrom(-1.001, 1.001);
  const name = v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,40}$/, ({ input }) => `expected up to 40 letters, digits, "_" and "-", got ${quoted(input)}`),
  );
  const object = v.variant('kind', [
    v.strictObject({ kind: v.literal('floor'), name, height: coordinate }),
    v.strictObject({
      kind: v.literal('box'),
      name,
      size,
      position,
      rotation: v.exactOptional(v.strictTuple([unit, unit, unit, unit])),
      mass: v.nullable(mass),
    }),
    v.strictObject({ kind: v.literal('ball'), name, radius: length, position, mass }),
    v.strictObject({ kind: v.literal('door'), name, size, position, mass, maxAngle: numberFrom(SMALLEST, Math.PI) }),
    v.strictObject({
      kind: v.literal('button'),
      name,
      radius: length,
      position,
      outward: v.strictTuple([unit, unit, unit]),
      travel: length,
      stiffness: mass,
    }),
  ]);
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(count, ({ input }) => `expected at most ${count} things, got ${input.length}`),
    v.array(object),
    v.check(
      (objects) => repeatedName(objects) === undefined,
      ({ input }) => `expected names that differ, got ${quoted(repeatedName(input) ?? '')} twice`,
    ),
  );
}

function repeatedName(objects: readonly { readonly name: string }[]): string | undefined {
  const names = objects.map(({ name }) => name);
  return names.find((name, index) => names.indexOf(name) < index);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
