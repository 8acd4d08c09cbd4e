import { curveFromJson } from '@leib/core';
import { gaitCurveNames } from '@leib/embody';

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);

/** Why a value is no list of magnetic fields. */
export function checkFields(value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be a list of fields';
  for (const [i, field] of value.entries()) {
    const { centre, radius, strength, isRepulsive } = (field ?? {}) as Record<string, unknown>;
    if (!Array.isArray(centre) || centre.length !== 3 || !centre.every(isNumber)) {
      return `[${i}].centre must be three numbers`;
    }
    if (!isNumber(radius) || Number(radius) <= 0) return `[${i}].radius must be above zero`;
    if (!isNumber(strength)) return `[${i}].strength must be a number`;
    if (typeof isRepulsive !== 'boolean') return `[${i}].isRepulsive must be true or false`;
  }
  return null;
}

/** Why a value is no set of gait curves. */
export function checkCurves(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'must be a set of curves';
  const curves = value as Record<string, unknown>;
  try {
    for (const name of gaitCurveNames) curveFromJson(curves[name], name);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
