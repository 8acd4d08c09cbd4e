import { boneNumber, type HumanoidBone, humanoidBones, mirrorBone, type Skeleton } from '@leib/core';
import type { BodyMarker } from './assignMarkers.js';
import type { MarkerFrameSolver } from './solveMarkerFrame.js';
import { startPose } from './trackFrames.js';

/** Markers that are each other's mirror image, left first. */
export function mirrorPairs(markers: readonly BodyMarker[], skeleton: Skeleton): (readonly [number, number])[] {
  return markers.flatMap((marker, left) => {
    if (!(sideOf(marker, skeleton) > 0)) return [];
    const joint = mirrorJoint(skeleton, marker.joint);
    const [x, y, z] = marker.expected;
    const right = markers.findIndex(
      (other) =>
        other !== marker &&
        other.joint === joint &&
        Math.hypot(other.expected[0] + x, other.expected[1] - y, other.expected[2] - z) < 1e-6,
    );
    return right < 0 ? [] : [[left, right] as const];
  });
}

function sideOf({ joint, expected }: BodyMarker, { restWorldPositions }: Skeleton): number {
  return restWorldPositions[joint * 3] + expected[0];
}

function mirrorJoint({ jointToBone, boneToJoint }: Skeleton, joint: number): number {
  const bone: HumanoidBone | undefined = humanoidBones[jointToBone[joint]];
  return bone === undefined ? -1 : boneToJoint[boneNumber[mirrorBone(bone)]];
}

/** A mirrored body must fit this much better than the one that the labels say. */
const MOST_SHARE = 0.6;

/** Whether all labels of left and right are exchanged: what is in front of the body and behind it tells. */
export function isMirrored(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  pairs: readonly (readonly [number, number])[],
): boolean {
  if (pairs.length < 4) return false;
  const exchanged = measured.slice();
  for (const [a, b] of pairs) {
    exchanged.copyWithin(a * 3, b * 3, b * 3 + 3);
    exchanged.set(measured.subarray(a * 3, a * 3 + 3), b * 3);
  }
  return startPose(solver, exchanged).cost < MOST_SHARE * startPose(solver, measured).cost;
}
