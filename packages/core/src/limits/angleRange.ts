import { InputError } from '../check/inputError.js';
import { wrapAngle } from '../math/index.js';

/**
 * From min, counter-clockwise, to max, radians. The two may lie anywhere on the number line: 150 .. 210 degrees
 * runs across the half turn, -120 .. 120 is wider than one, and a full turn or more allows everything.
 */
export interface AngleRange {
  readonly min: number;
  readonly max: number;
}

/** Rounding allowance of every limit, radians: what a clamp returns must also count as inside. */
export const LIMIT_SLACK = 1e-9;

/** Refuses a range that is not a range; `where` names it in the message. */
export function checkAngleRange(where: string, { min, max }: AngleRange): void {
  if (!Number.isFinite(min) || !Number.isFinite(max)) {
    throw new InputError(where, `expected finite radians, got ${min} to ${max}`);
  }
  if (min > max) {
    throw new InputError(where, `expected min <= max, got ${min} and ${max}; across the half turn write max + 2 pi`);
  }
}

export function isInsideAngleRange(range: AngleRange, angle: number): boolean {
  const halfWidth = (range.max - range.min) / 2;
  return Math.abs(wrapAngle(angle - (range.min + range.max) / 2)) <= halfWidth + LIMIT_SLACK;
}

/** The angle itself, or the end of the range that is nearer around the circle (max where both are as near). */
export function clampAngle(range: AngleRange, angle: number): number {
  const halfWidth = (range.max - range.min) / 2;
  const fromCentre = wrapAngle(angle - (range.min + range.max) / 2);
  if (Math.abs(fromCentre) <= halfWidth + LIMIT_SLACK) return angle;
  return fromCentre < 0 ? range.min : range.max;
}
