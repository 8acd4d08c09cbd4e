import { InputError, type Motion, motionDuration } from '@leib/core';

/** A recorded movement that pieces are cut from. */
export interface Take {
  readonly name: string;
  readonly motion: Motion;
  /** Where it comes from: the file, or the device that it was recorded with. */
  readonly source: string;
  /** Height of the floor in it, metres. */
  readonly floorY: number;
}

/** The frames of a motion between two times, seconds; whole frames, both ends included. */
export function trimMotion(motion: Motion, fromSeconds: number, toSeconds: number): Motion {
  const { hz, skeleton, rootPositions, localRotations } = motion;
  const duration = motionDuration(motion);
  if (!(fromSeconds >= 0 && fromSeconds <= toSeconds && toSeconds <= duration + 0.5 / hz)) {
    throw new InputError(
      'trim',
      `expected times from 0 to ${short(duration)} in order, got ${short(fromSeconds)} to ${short(toSeconds)}`,
    );
  }
  const first = Math.round(fromSeconds * hz);
  const frameCount = Math.min(Math.round(toSeconds * hz), motion.frameCount - 1) - first + 1;
  const size = skeleton.jointCount * 4;
  return {
    ...motion,
    frameCount,
    rootPositions: rootPositions.slice(first * 3, (first + frameCount) * 3),
    localRotations: localRotations.slice(first * size, (first + frameCount) * size),
  };
}

/** A number as a person reads it. */
export function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
