import { curveFromJson, decodeValue, describeValue, InputError, isRecord, refusalOf } from '@leib/core';
import { gaitCurveNames } from '@leib/embody';
import * as v from 'valibot';

const finiteNumber = v.pipe(v.number(), v.finite());
const fieldsSchema = v.array(
  v.object({
    centre: v.tuple([finiteNumber, finiteNumber, finiteNumber]),
    radius: v.pipe(
      finiteNumber,
      v.check((radius) => radius > 0, 'expected a number above 0'),
    ),
    strength: finiteNumber,
    isRepulsive: v.boolean(),
  }),
);

/** Fields of one arm at most: as many as are drawn. */
export const MOST_FIELDS = 16;

/** Reason why a value is not a list of magnetic fields; null where it is. */
export function checkFields(value: unknown): string | null {
  if (Array.isArray(value) && value.length > MOST_FIELDS) {
    return `expected at most ${MOST_FIELDS} fields, got ${value.length}`;
  }
  return refusalOf(decodeValue(value, fieldsSchema));
}

/** Reason why a value is not a set of gait curves; null where it is. */
export function checkCurves(value: unknown): string | null {
  if (!isRecord(value)) return `expected an object of curves, got ${describeValue(value)}`;
  try {
    for (const name of gaitCurveNames) curveFromJson(value[name], name);
    return null;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
