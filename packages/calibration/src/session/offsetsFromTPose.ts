import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import type { PoseTuple } from '@leib/tracking';
import type { TrackerRole } from '../roles/trackerRoles.js';

/** A place, metres. */
export type PlaceTuple = readonly [x: number, y: number, z: number];

/** How a tracker was found on its joint: by the joint's centre in its space, or by its place in the joint's. */
export type TrackerMount =
  | { readonly centreLocal: ArrayLike<number> }
  /** In the axes of the T-pose facing +Z: left, up, ahead. */
  | { readonly placeInJoint: PlaceTuple };

const heading = createQuat();
const trackerRotation = createQuat();
const UP = createVec3(0, 1, 0);

/**
 * How a tracker sits on its joint, from its rotation while somebody stands in a T-pose: there every joint is turned by
 * the heading and nothing else, so whatever more the tracker is turned by is how it was strapped on. Where on the joint
 * it sits comes from the joint's centre, or from a measured or usual distance.
 */
export function offsetFromTPose(trackerWorld: ArrayLike<number>, headingYaw: number, mount: TrackerMount): PoseTuple {
  quat.setAxisAngle(heading, UP, -headingYaw);
  quat.set(trackerRotation, trackerWorld[3], trackerWorld[4], trackerWorld[5], trackerWorld[6]);
  const turn = quat.multiply(createQuat(), heading, trackerRotation);
  quat.normalize(turn, turn);
  let place: ArrayLike<number>;
  if ('placeInJoint' in mount) place = mount.placeInJoint;
  else {
    const { centreLocal } = mount;
    // The joint lies at centreLocal in the tracker; so the tracker lies opposite in the joint.
    place = vec3.transformQuat(createVec3(), [-centreLocal[0], -centreLocal[1], -centreLocal[2]], turn);
  }
  return [place[0], place[1], place[2], turn[0], turn[1], turn[2], turn[3]];
}

/** The offset with a joint's centre instead of a guess: rotation kept, place from the centre in tracker space. */
export function offsetWithCentre(offset: PoseTuple, centreLocal: ArrayLike<number>): PoseTuple {
  quat.set(trackerRotation, offset[3], offset[4], offset[5], offset[6]);
  const [x, y, z] = vec3.transformQuat(
    createVec3(),
    [-centreLocal[0], -centreLocal[1], -centreLocal[2]],
    trackerRotation,
  );
  return [x, y, z, offset[3], offset[4], offset[5], offset[6]];
}

/**
 * Where trackers usually sit from their joints, in the axes of the T-pose facing +Z, for somebody of 1.70 m: on the back
 * of the hand, outside of the upper arm, on the belt, before the knee, on the instep.
 */
const usualPlaces: Readonly<Record<'Hand' | 'Elbow' | 'Knee' | 'Foot' | 'hips' | 'chest', PlaceTuple>> = {
  Hand: [0.05, 0.03, 0],
  Elbow: [-0.03, 0.05, 0],
  Knee: [0, 0.02, 0.06],
  Foot: [0, 0.02, 0.07],
  hips: [0, 0.05, 0.11],
  chest: [0, 0.04, 0.12],
};

/** A usual place, for a tracker whose joint cannot be found by turning; worn on the back or at the front of the trunk. */
export function usualPlaceInJoint(role: TrackerRole, stature: number, isBehind = false): PlaceTuple {
  const scale = stature / 1.7;
  if (role === 'hips' || role === 'chest') {
    const [x, y, z] = usualPlaces[role];
    return [x * scale, y * scale, (isBehind ? -z : z) * scale];
  }
  const isLeft = role.startsWith('left');
  const [x, y, z] = usualPlaces[role.slice(isLeft ? 4 : 5) as 'Hand' | 'Elbow' | 'Knee' | 'Foot'];
  return [(isLeft ? x : -x) * scale, y * scale, z * scale];
}

/**
 * Place of a tracker on the pelvis from how deep the joint lies under the skin there. No clean rotation exists that would
 * find it; a personal body knows the distance from its surface to its joint (the thesis's own idea).
 */
export function pelvisPlaceInJoint(surfaceToJoint: number, isBehind: boolean, thickness = 0.02): PlaceTuple {
  return [0, 0, (isBehind ? -1 : 1) * (surfaceToJoint + thickness)];
}

/** Whether a tracker on the trunk sits behind it: judged against the head, which is above the trunk's middle. */
export function isWornBehind(
  trackerWorld: ArrayLike<number>,
  headWorld: ArrayLike<number>,
  headingYaw: number,
): boolean {
  const dx = trackerWorld[0] - headWorld[0];
  const dz = trackerWorld[2] - headWorld[2];
  return Math.sin(headingYaw) * dx + Math.cos(headingYaw) * dz < 0;
}
