import type { Skeleton } from '@leib/core';
import { type BodyProportions, segmentNames } from './bodyProportions.js';
import { measureSkeleton } from './measureSkeleton.js';

/** No length changes faster than this, metres per second. */
export const MOST_CHANGE = 0.01;
/** The body is rebuilt when a length is off by this, metres: less is not visible. */
export const LEAST_CHANGE = 0.001;

/** Lengths of one body on their way to a goal, in the body's own metres, in the order of segmentNames. */
export interface BodyLengths {
  /** The body's own lengths; NaN for segments that it lacks. */
  readonly own: Float64Array;
  readonly goal: Float64Array;
  /** Between own and goal, and as the body was last built. */
  readonly shown: Float64Array;
  readonly built: Float64Array;
}

export function createBodyLengths(skeleton: Skeleton, floorY: number): BodyLengths {
  const measured = measureSkeleton(skeleton, floorY);
  const own = Float64Array.from(segmentNames, (name) => measured[name] ?? Number.NaN);
  return { own, goal: own.slice(), shown: own.slice(), built: own.slice() };
}

/**
 * Sets the lengths to reach; null for the body's own. `metres` is the person's metres per metre of the body. A body that was not shown
 * yet has them at once.
 */
export function setLengthsGoal(
  { own, goal, shown }: BodyLengths,
  wanted: BodyProportions | null,
  metres: number,
  isAtOnce = false,
): void {
  for (let i = 0; i < goal.length; i++) {
    goal[i] = wanted === null || Number.isNaN(own[i]) ? own[i] : wanted[segmentNames[i]] / metres;
  }
  if (isAtOnce) shown.set(goal);
}

/** Moves towards the goal; true when the body must be rebuilt with shownLengths(). */
export function stepBodyLengths({ goal, shown, built }: BodyLengths, dtSeconds: number): boolean {
  const most = MOST_CHANGE * dtSeconds;
  let isOff = false;
  let isThere = true;
  let isBuilt = true;
  for (let i = 0; i < shown.length; i++) {
    const gap = goal[i] - shown[i];
    if (Number.isNaN(gap)) continue;
    shown[i] += gap > most ? most : gap < -most ? -most : gap;
    if (shown[i] !== goal[i]) isThere = false;
    if (shown[i] !== built[i]) isBuilt = false;
    if (Math.abs(shown[i] - built[i]) >= LEAST_CHANGE) isOff = true;
  }
  if (!isOff && (!isThere || isBuilt)) return false;
  built.set(shown);
  return true;
}

/** The lengths to build the body with, without the segments that it lacks; null: they are its own. */
export function shownLengths({ own, shown }: BodyLengths): Partial<BodyProportions> | null {
  if (own.every((length, i) => Number.isNaN(length) || length === shown[i])) return null;
  const lengths: Partial<Record<keyof BodyProportions, number>> = {};
  segmentNames.forEach((name, i) => {
    if (!Number.isNaN(shown[i])) lengths[name] = shown[i];
  });
  return lengths;
}
