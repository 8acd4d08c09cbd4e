import { createQuat, DEG, quat } from '@leib/core';
import { createXrOffsets, POSE_SIZE, type PoseTuple, pointNumber } from '@leib/tracking';
import type { BodyPriors } from '../proportions/bodyPriors.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import type { Stance } from './armDrop.js';
import type { HeldPose } from './heldPose.js';
import {
  offsetFromTPose,
  offsetWithCentre,
  type PelvisDepths,
  type PlaceTuple,
  pelvisPlaceInJoint,
  usualPlaceInJoint,
  type WornSide,
  wornSideOf,
} from './offsetsFromTPose.js';

/** The body that wears the trackers. */
export interface WornBody {
  readonly pelvisDepths: PelvisDepths | null;
  readonly priors: BodyPriors;
}

/** A device in a held pose. */
interface HeldDevice {
  readonly held: HeldPose;
  readonly id: string;
  readonly role: TrackerRole;
  readonly stance: Stance;
  /** The joint in the device's space, where it was found by turning. */
  readonly centreLocal: ArrayLike<number> | null;
}

/** Offset of a device: from its protocol, else its rotation from the held pose and its position from the joint's centre. */
export function offsetOfDevice({ held, id, role, stance, centreLocal }: HeldDevice, body: WornBody): PoseTuple {
  const isAsNamed = held.suggested[id] === role;
  const given = isAsNamed ? held.given[id] : undefined;
  if (given !== undefined) return centreLocal === null ? given : offsetWithCentre(given, centreLocal);
  const pose = held.poses.get(id) ?? held.headWorld;
  const { headingYaw } = stance;
  const drop = armDropOf(role, stance);
  if (isAsNamed && held.kinds[id] === 'controller' && role.endsWith('Hand')) {
    const grip = measuredGrip(usualGrip(role), offsetFromTPose(pose, headingYaw, { placeInJoint: [0, 0, 0] }, drop));
    return centreLocal === null ? grip : offsetWithCentre(grip, centreLocal);
  }
  if (centreLocal !== null) return offsetFromTPose(pose, headingYaw, { centreLocal }, drop);
  const placeInJoint =
    role === 'hips' || role === 'chest'
      ? placeOnTrunk(held, pose, role, wornSideOf(pose, held.headWorld, headingYaw), body)
      : usualPlaceInJoint(role, held.stature);
  return offsetFromTPose(pose, headingYaw, { placeInJoint }, drop);
}

/** Turn of an arm's joints about the ahead axis from the T-pose, radians: left arms turn clockwise when they are lowered. */
function armDropOf(role: TrackerRole, { armDrop }: Stance): number {
  if (!role.endsWith('Hand') && !role.endsWith('Elbow')) return 0;
  return role.startsWith('left') ? -armDrop.left : armDrop.right;
}

function usualGrip(role: TrackerRole): PoseTuple {
  const at = pointNumber[role] * POSE_SIZE;
  const [px, py, pz, qx, qy, qz, qw] = createXrOffsets().subarray(at, at + POSE_SIZE);
  return [px, py, pz, qx, qy, qz, qw];
}

/** A grip that is tilted by more than this from the usual one was not held in a pose with a straight wrist. */
const MOST_TILT = 40 * DEG;
/** Rolled by more than this about the forearm, the palm did not face the floor: the roll is the arm's, not the grip's. */
const MOST_ROLL = 30 * DEG;

/**
 * A controller's offset with the rotation that it had in the held pose. Controllers and fists differ in how far a grip
 * leans towards the fingers; how far the arm is rolled differs between people who stand in a T-pose, and is left out
 * where it is large. The position stays the usual one until the wrist is turned.
 */
function measuredGrip(usual: PoseTuple, measured: PoseTuple): PoseTuple {
  const from = quat.conjugate(createQuat(), [usual[3], usual[4], usual[5], usual[6]]);
  const change = quat.multiply(createQuat(), [measured[3], measured[4], measured[5], measured[6]], from);
  // change = tilt . roll, the roll about the forearm, X.
  const roll = quat.normalize(createQuat(), [change[0], 0, 0, change[3] || 1e-12]);
  const tilt = quat.multiply(createQuat(), change, quat.conjugate(createQuat(), roll));
  if (angleOf(tilt) > MOST_TILT) return usual;
  const kept = angleOf(roll) > MOST_ROLL ? tilt : change;
  const turn = quat.multiply(createQuat(), kept, [usual[3], usual[4], usual[5], usual[6]]);
  return [usual[0], usual[1], usual[2], turn[0], turn[1], turn[2], turn[3]];
}

const angleOf = (turn: ArrayLike<number>): number => 2 * Math.acos(Math.min(1, Math.abs(turn[3])));

/**
 * Position of a tracker on the trunk, whose joints no movement finds. Its distance from the middle is the usual one or a
 * personal body's; its height above the joint is measured if the prior gives the height of the joint.
 */
function placeOnTrunk(
  { stature, floorY }: HeldPose,
  pose: ArrayLike<number>,
  role: 'hips' | 'chest',
  side: WornSide,
  { pelvisDepths, priors }: WornBody,
): PlaceTuple {
  const depth = role === 'hips' ? (pelvisDepths?.[side] ?? null) : null;
  const [x, usualY, z] = depth === null ? usualPlaceInJoint(role, stature, side) : pelvisPlaceInJoint(depth, side);
  const height = role === 'hips' ? priors.hipsHeight : priors.chestHeight;
  if (height === null) return [x, usualY, z];
  const above = pose[1] - floorY - height * stature;
  // Farther than any strap: the prior does not fit this person.
  return [x, Math.abs(above) < MOST_ABOVE ? above : usualY, z];
}

/** Largest height of a trunk tracker above or below its joint, metres. */
const MOST_ABOVE = 0.2;
