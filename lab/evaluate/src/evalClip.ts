import type { Motion, Skeleton } from '@leib/core';
import {
  floorOfMotion,
  jointsFromMotion,
  resampleMotion,
  skeletonFromRecorded,
  trackingFromMotion,
} from '@leib/formats';
import type { TrackedPoint, TrackingRecording } from '@leib/tracking';
import type { EvalClipInfo } from '../../../apps/cli/dist/evalFolder.js';
import { recordSkeleton } from '../../../packages/formats/dist/convert/recordedSkeleton.js';
import type { JointClip } from './evaluateClip.js';

/** A movement whose truth is known, and what a solver gets to see of it. */
export interface EvalClip extends EvalClipInfo {
  /** The actor's: humanoid bones only, as a tracking file carries it. */
  readonly skeleton: Skeleton;
  readonly truth: JointClip;
  /** Perfect trackers on the actor's joints. The floor is at height zero. */
  readonly tracking: TrackingRecording;
}

export interface EvalClipOptions {
  /** Rate at which solvers run and errors are taken: the field's. */
  readonly hz: number;
  /** What is tracked. */
  readonly points: readonly TrackedPoint[];
}

export const defaultEvalClipOptions: EvalClipOptions = { hz: 60, points: ['head', 'leftHand', 'rightHand'] };

/**
 * The floor is taken from where toes rest, and moved to height zero: manifests and capture volumes are off by up to
 * 12 cm. The truth keeps the full skeleton; the solver gets the one a tracking file would give it.
 */
export function buildEvalClip(
  motion: Motion,
  info: EvalClipInfo,
  options: EvalClipOptions = defaultEvalClipOptions,
): EvalClip {
  const grounded = withFloorAtZero(resampleMotion(motion, options.hz), floorOfMotion(motion));
  return {
    name: info.name,
    category: info.category,
    subject: info.subject,
    skeleton: skeletonFromRecorded(recordSkeleton(motion.skeleton)),
    truth: jointsFromMotion(grounded),
    tracking: trackingFromMotion(grounded, { points: options.points }),
  };
}

function withFloorAtZero(motion: Motion, floorY: number): Motion {
  const rootPositions = motion.rootPositions.slice();
  for (let y = 1; y < rootPositions.length; y += 3) rootPositions[y] -= floorY;
  return { ...motion, rootPositions };
}
