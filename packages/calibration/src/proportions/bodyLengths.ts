import type { Skeleton } from '@leib/core';
import { type BodyProportions, segmentNames } from './bodyProportions.js';
import { measureSkeleton } from './measureSkeleton.js';

/** How a body goes over to other lengths. */
export interface BodyLengthsSettings {
  /** No length changes faster than this, metres per second. */
  readonly mostChange: number;
  /** The body is built anew when a length is off by this, metres: less is not seen, and building costs something. */
  readonly leastChange: number;
}

export const defaultBodyLengthsSettings: BodyLengthsSettings = { mostChange: 0.01, leastChange: 0.001 };

/** Lengths of one body, in the metres that it is made in, by the number of each name in segmentNames. */
export interface BodyLengths {
  /** As it was made; NaN for what it lacks, which never changes. */
  readonly own: Float64Array;
  readonly goal: Float64Array;
  /** On the way to the goal, and as the body was last built. */
  readonly shown: Float64Array;
  readonly built: Float64Array;
}

export function createBodyLengths(skeleton: Skeleton, floorY: number): BodyLengths {
  const measured = measureSkeleton(skeleton, floorY);
  const own = Float64Array.from(segmentNames, (name) => measured[name] ?? Number.NaN);
  return { own, goal: own.slice(), shown: own.slice(), built: own.slice() };
}

/** Whose lengths the body is to have; null: its own. `metres`: how many of the person's metres one of the body's is. */
export function setLengthsGoal(lengths: BodyLengths, wanted: BodyProportions | null, metres: number): void {
  const { own, goal } = lengths;
  for (let i = 0; i < goal.length; i++) {
    goal[i] = wanted === null || Number.isNaN(own[i]) ? own[i] : wanted[segmentNames[i]] / metres;
  }
}

/** At once, for a body that nobody has seen yet. */
export function finishLengths({ goal, shown }: BodyLengths): void {
  shown.set(goal);
}

/** Goes on towards the goal; true where the body is to be built anew, with shownLengths(). Allocates nothing. */
export function stepBodyLengths(settings: BodyLengthsSettings, lengths: BodyLengths, dtSeconds: number): boolean {
  const { goal, shown, built } = lengths;
  const most = settings.mostChange * dtSeconds;
  let isOff = false;
  let isThere = true;
  let isBuilt = true;
  for (let i = 0; i < shown.length; i++) {
    const gap = goal[i] - shown[i];
    if (Number.isNaN(gap)) continue;
    shown[i] += gap > most ? most : gap < -most ? -most : gap;
    if (shown[i] !== goal[i]) isThere = false;
    if (shown[i] !== built[i]) isBuilt = false;
    if (Math.abs(shown[i] - built[i]) >= settings.leastChange) isOff = true;
  }
  if (!isOff && (!isThere || isBuilt)) return false;
  built.set(shown);
  return true;
}

/** The lengths to build the body with; those it lacks are left out. */
export function shownLengths({ shown }: BodyLengths): Partial<BodyProportions> {
  const lengths: Partial<Record<keyof BodyProportions, number>> = {};
  segmentNames.forEach((name, i) => {
    if (!Number.isNaN(shown[i])) lengths[name] = shown[i];
  });
  return lengths;
}

/** Whether it has the lengths that it was made with. */
export function hasOwnLengths({ own, shown }: BodyLengths): boolean {
  for (let i = 0; i < own.length; i++) if (!Number.isNaN(own[i]) && own[i] !== shown[i]) return false;
  return true;
}
