import { easingShare } from '@leib/core';
import { composePoses, POSE_SIZE } from '@leib/tracking';

/** Watches whether two spaces that were brought together stay so: by the pair that brought them. */
export interface SpaceDrift {
  /** How far the pair misses each other, metres, eased; NaN before both were seen. */
  distance: number;
  /** For how long it has been too far, seconds. */
  seconds: number;
  hasDrifted: boolean;
  /** Where the reference thing was a frame ago; NaN before. */
  readonly lastPlace: Float64Array;
}

/** Farther than this for so long is a drift: a moment of bad tracking is none. Metres, seconds. */
const TOO_FAR = 0.03;
const TOO_LONG = 2;
/** It is over when the distance is this again. */
const NEAR_AGAIN = 0.015;
const HALF_LIFE = 0.3;
/** Besides what the clocks are known to be apart, a frame comes late now and then, seconds. */
const LATE = 0.03;

export function createSpaceDrift(): SpaceDrift {
  return { distance: Number.NaN, seconds: 0, hasDrifted: false, lastPlace: new Float64Array(3).fill(Number.NaN) };
}

const alignment = new Float64Array(POSE_SIZE);
const mounted = new Float64Array(POSE_SIZE);
const brought = new Float64Array(POSE_SIZE);

/**
 * One frame of the pair, each as its own space sees it. `pose`: takes the other space to the reference; `mount`: where on
 * the reference thing the other sits. What is late misses what moves: that much, `lateSeconds` at the present speed, is
 * allowed for. Allocates nothing.
 */
export function stepSpaceDrift(
  drift: SpaceDrift,
  pose: ArrayLike<number>,
  referencePose: Float64Array,
  otherPose: Float64Array,
  mount: ArrayLike<number>,
  lateSeconds: number,
  dtSeconds: number,
): void {
  const { lastPlace } = drift;
  for (let k = 0; k < POSE_SIZE; k++) alignment[k] = pose[k];
  for (let k = 0; k < POSE_SIZE; k++) mounted[k] = k < 3 ? mount[k] : k < 6 ? 0 : 1;
  composePoses(mounted, 0, referencePose, 0, mounted, 0);
  composePoses(brought, 0, alignment, 0, otherPose, 0);
  let distanceSq = 0;
  let movedSq = 0;
  for (let k = 0; k < 3; k++) {
    distanceSq += (mounted[k] - brought[k]) ** 2;
    movedSq += (mounted[k] - lastPlace[k]) ** 2;
    lastPlace[k] = mounted[k];
  }
  const speed = dtSeconds > 0 && !Number.isNaN(movedSq) ? Math.sqrt(movedSq) / dtSeconds : 0;
  const distance = Math.max(0, Math.sqrt(distanceSq) - speed * (lateSeconds + LATE));
  drift.distance = Number.isNaN(drift.distance)
    ? distance
    : drift.distance + (distance - drift.distance) * easingShare(HALF_LIFE, dtSeconds);
  if (drift.distance > TOO_FAR) drift.seconds += dtSeconds;
  else if (drift.distance < NEAR_AGAIN || !drift.hasDrifted) drift.seconds = 0;
  if (drift.seconds === 0) drift.hasDrifted = false;
  else if (drift.seconds >= TOO_LONG) drift.hasDrifted = true;
}
