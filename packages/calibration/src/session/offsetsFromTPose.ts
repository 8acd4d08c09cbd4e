import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import type { PoseTuple } from '@leib/tracking';
import type { TrackerRole } from '../roles/trackerRoles.js';

/** A position, metres. */
export type PlaceTuple = readonly [x: number, y: number, z: number];

/** Position of a tracker on its joint: the joint's centre in tracker space, or the tracker's position in joint space. */
export type TrackerMount =
  | { readonly centreLocal: ArrayLike<number> }
  /** In the axes of the T-pose facing +Z: left, up, ahead. */
  | { readonly placeInJoint: PlaceTuple };

const heading = createQuat();
const trackerRotation = createQuat();
const UP = createVec3(0, 1, 0);

/**
 * Offset of a tracker on its joint, from its rotation in a T-pose: there every joint is turned by the heading only, so
 * the rest of the tracker's rotation is its offset. The position comes from the joint's centre, or from a measured or
 * usual distance. In an A-pose an arm's joints are turned further by `armTurn` about the ahead axis, radians.
 */
export function offsetFromTPose(
  trackerWorld: ArrayLike<number>,
  headingYaw: number,
  mount: TrackerMount,
  armTurn = 0,
): PoseTuple {
  // The inverse of the joint's rotation: heading, then the lowered arm.
  quat.setAxisAngle(heading, UP, headingYaw);
  quat.rotateZ(heading, heading, armTurn);
  quat.conjugate(heading, heading);
  quat.set(trackerRotation, trackerWorld[3], trackerWorld[4], trackerWorld[5], trackerWorld[6]);
  const turn = quat.multiply(createQuat(), heading, trackerRotation);
  quat.normalize(turn, turn);
  let place: ArrayLike<number>;
  if ('placeInJoint' in mount) place = mount.placeInJoint;
  else {
    const { centreLocal } = mount;
    // The joint is at centreLocal in tracker space, so the tracker is at the negative in joint space.
    place = vec3.transformQuat(createVec3(), [-centreLocal[0], -centreLocal[1], -centreLocal[2]], turn);
  }
  return [place[0], place[1], place[2], turn[0], turn[1], turn[2], turn[3]];
}

/** The offset with its position replaced by a joint's centre in tracker space. */
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
 * Usual positions of trackers relative to their joints, in the axes of the T-pose facing +Z, for a stature of 1.70 m: on
 * the back of the hand, outside of the upper arm, on the belt, in front of the knee, on the instep.
 */
const usualPlaces: Readonly<Record<'Hand' | 'Elbow' | 'Knee' | 'Foot' | 'hips' | 'chest', PlaceTuple>> = {
  Hand: [0.05, 0.03, 0],
  Elbow: [-0.03, 0.05, 0],
  Knee: [0, 0.02, 0.06],
  Foot: [0, 0.02, 0.07],
  hips: [0, 0.05, 0.11],
  chest: [0, 0.04, 0.12],
};

/** The side of the trunk that a tracker is worn on. */
export type WornSide = 'front' | 'behind' | 'left' | 'right';

/** Depth of the pelvis joint under the skin, by the side of the body, metres; null where a body has no skin there. */
export type PelvisDepths = Readonly<Record<WornSide, number | null>>;

/** Direction of each side from the middle of the trunk: left, ahead. */
const sides: Readonly<Record<WornSide, readonly [left: number, ahead: number]>> = {
  front: [0, 1],
  behind: [0, -1],
  left: [1, 0],
  right: [-1, 0],
};

/** The trunk is wider than deep by this factor: waist breadth over waist depth, ANSUR II. */
const TRUNK_WIDTH = 1.4;

/** Usual position of a tracker, for joints that were not turned; trunk trackers are worn on any side. */
export function usualPlaceInJoint(role: TrackerRole, stature: number, side: WornSide = 'front'): PlaceTuple {
  const scale = stature / 1.7;
  if (role === 'hips' || role === 'chest') {
    const [, y, z] = usualPlaces[role];
    const [left, ahead] = sides[side];
    return [left * z * TRUNK_WIDTH * scale, y * scale, ahead * z * scale];
  }
  const isLeft = role.startsWith('left');
  const [x, y, z] = usualPlaces[role.slice(isLeft ? 4 : 5) as 'Hand' | 'Elbow' | 'Knee' | 'Foot'];
  return [(isLeft ? x : -x) * scale, y * scale, z * scale];
}

/**
 * Position of a tracker on the pelvis from the depth of the joint under the skin on that side, which a personal body gives
 * (an idea of the thesis). Turning does not find this joint.
 */
export function pelvisPlaceInJoint(surfaceToJoint: number, side: WornSide, thickness = 0.02): PlaceTuple {
  const [left, ahead] = sides[side];
  return [left * (surfaceToJoint + thickness), 0, ahead * (surfaceToJoint + thickness)];
}

/** The side that a trunk tracker is worn on, compared with the head, which is above the middle of the trunk. */
export function wornSideOf(
  trackerWorld: ArrayLike<number>,
  headWorld: ArrayLike<number>,
  headingYaw: number,
): WornSide {
  const dx = trackerWorld[0] - headWorld[0];
  const dz = trackerWorld[2] - headWorld[2];
  const left = Math.cos(headingYaw) * dx - Math.sin(headingYaw) * dz;
  const ahead = Math.sin(headingYaw) * dx + Math.cos(headingYaw) * dz;
  if (Math.abs(left) > Math.abs(ahead) && Math.abs(left) > LEAST_ASIDE) return left > 0 ? 'left' : 'right';
  return ahead < 0 ? 'behind' : 'front';
}

/** Nearer to the middle than this, metres, a tracker is not worn on the side: heads are not exactly above hips. */
const LEAST_ASIDE = 0.08;
