import { easingShare } from '@leib/core';
import { composePoses } from '@leib/tracking';

/** Watches whether two aligned spaces stay aligned, by the pair of devices that aligned them. */
export interface SpaceDrift {
  /** Distance of the pair from its mount, metres, eased; NaN before both devices were tracked. */
  distance: number;
  /** Time that the distance has been above TOO_FAR, seconds. */
  seconds: number;
  hasDrifted: boolean;
  /** Position of the reference device in the last frame; NaN before. */
  readonly lastPlace: Float64Array;
}

/** A distance above TOO_FAR for TOO_LONG is a drift; a moment of bad tracking is not. Metres, seconds. */
const TOO_FAR = 0.03;
const TOO_LONG = 2;
/** The drift is over when the distance falls below this, metres. */
const NEAR_AGAIN = 0.015;
const HALF_LIFE = 0.3;
/** Frames arrive late now and then by this much, besides the known delay, seconds. */
const LATE = 0.03;

export function createSpaceDrift(): SpaceDrift {
  return { distance: Number.NaN, seconds: 0, hasDrifted: false, lastPlace: new Float64Array(3).fill(Number.NaN) };
}

/** Two devices that are fixed to each other, and how their spaces were aligned. */
export interface AlignedPair {
  /** Takes the other space to the reference. 7 numbers. */
  readonly spaceToReference: ArrayLike<number>;
  /** Position of the other device on the reference device, metres. */
  readonly mount: ArrayLike<number>;
  /** Known delay between the two clocks, seconds, 0 or more. */
  readonly lateSeconds: number;
}

/**
 * Takes one frame of the pair, each pose in its own space. A late pose misses a moving device: `lateSeconds` at the
 * present speed is subtracted from the distance.
 */
export function stepSpaceDrift(
  drift: SpaceDrift,
  { spaceToReference, mount, lateSeconds }: AlignedPair,
  referencePose: Float64Array,
  otherPose: Float64Array,
  dtSeconds: number,
): void {
  const { lastPlace } = drift;
  const expected = Float64Array.of(mount[0], mount[1], mount[2], 0, 0, 0, 1);
  composePoses(expected, 0, referencePose, 0, expected, 0);
  const measured = Float64Array.from(spaceToReference);
  composePoses(measured, 0, measured, 0, otherPose, 0);
  let distanceSq = 0;
  let movedSq = 0;
  for (let k = 0; k < 3; k++) {
    distanceSq += (expected[k] - measured[k]) ** 2;
    movedSq += (expected[k] - lastPlace[k]) ** 2;
    lastPlace[k] = expected[k];
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
