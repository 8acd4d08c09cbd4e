import { createQuat, createVec3, type Quat, quat, type ReadonlyVec3, type Vec3, vec3, yawOf } from '@leib/core';
import { POSE_SIZE } from '@leib/tracking';
import type { BodyState, Guidance } from '../bodyState.js';
import { elbowPoints, handPoints } from '../limb/worldJoint.js';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';

/** A hand farther than this many arm's lengths is brought as near: only its direction matters. */
const FARTHEST = 10;
/** A hand that is not seen is no lower over the floor than this many arm's lengths: its fingers hang from it. */
const LOWEST_HAND = 0.35;
const UP = createVec3(0, 1, 0);

// Scratch.
const shoulder = createVec3();
const hanging = createVec3();
const hangingRotation = createQuat();
const heading = createQuat();

/**
 * Where the chest is, where the hand is to be, and what a tracked elbow says. As much as the hand has no target, the
 * arm hangs beside the body: down the world, not down a bent trunk.
 */
export function readArmTarget(
  arm: ArmModel,
  state: ArmState,
  { pose, targets, guidance, handsSeen, floorY }: BodyState,
  side: number,
): void {
  const { frame, weights } = targets;
  const { handWorld, handRotation, chestRotation, collarWorld } = state;
  const { worldPositions: positions } = pose;
  copyQuat(chestRotation, pose.worldRotations, arm.chest * 4);
  vec3.transformQuat(collarWorld, arm.collarOffset, chestRotation);
  const chest = arm.chest * 3;
  for (let k = 0; k < 3; k++) collarWorld[k] += positions[chest + k];
  vec3.transformQuat(shoulder, arm.shoulderOffset, chestRotation);
  vec3.add(shoulder, shoulder, collarWorld);

  const hand = handPoints[side];
  copyVec3(handWorld, frame.jointPoses, hand * POSE_SIZE);
  copyQuat(handRotation, frame.jointPoses, hand * POSE_SIZE + 3);
  if (!(weights[hand] > 0)) {
    hang(arm, state, shoulder, handWorld, handRotation);
  } else {
    bringNear(arm, state, shoulder);
    if (weights[hand] < 1) {
      hang(arm, state, shoulder, hanging, hangingRotation);
      vec3.lerp(handWorld, hanging, handWorld, weights[hand]);
      quat.slerp(handRotation, hangingRotation, handRotation, weights[hand]);
      quat.normalize(handRotation, handRotation);
    }
  }
  // Where no hand is seen to be, none is in the floor: arms hang less deep beside a person who crouches.
  const lacking = floorY + LOWEST_HAND * arm.reach - handWorld[1];
  if (lacking > 0) handWorld[1] += lacking * (1 - handsSeen[side]);

  const elbow = elbowPoints[side];
  copyVec3(state.trackedElbowWorld, frame.jointPoses, elbow * POSE_SIZE);
  state.elbowWeight = Math.min(1, Math.max(0, weights[elbow]));
  state.elbowAlone = state.elbowWeight * (1 - handsSeen[side]);
  readProposedArm(state, guidance, side);
}

/** SMPL's collar bones, shoulders, elbows and wrists. */
const COLLARS = [13, 14] as const;
const SHOULDERS = [16, 17] as const;
const ELBOWS = [18, 19] as const;
const WRISTS = [20, 21] as const;
/** An elbow that is this far off the line from shoulder to wrist shows clearly which way it goes, metres. */
const CLEAR_BEND = 0.06;

/** What the prior has to say about this arm. */
function readProposedArm(state: ArmState, guidance: Guidance, side: number): void {
  const { positions, rotations } = guidance;
  const { proposedSide: across } = state;
  state.collarWeight = guidance.collarWeight;
  state.sideWeight = 0;
  if (state.collarWeight > 0) copyQuat(state.proposedCollar, rotations, COLLARS[side] * 4);
  if (!(guidance.elbowWeight > 0)) return;
  const from = SHOULDERS[side] * 3;
  const elbow = ELBOWS[side] * 3;
  const wrist = WRISTS[side] * 3;
  let along = 0;
  let lengthSq = 1e-9;
  for (let k = 0; k < 3; k++) {
    const arm = positions[wrist + k] - positions[from + k];
    along += arm * (positions[elbow + k] - positions[from + k]);
    lengthSq += arm * arm;
  }
  let bendSq = 0;
  for (let k = 0; k < 3; k++) {
    const arm = positions[wrist + k] - positions[from + k];
    across[k] = positions[elbow + k] - positions[from + k] - (along / lengthSq) * arm;
    bendSq += across[k] * across[k];
  }
  const clarity = Math.sqrt(bendSq) / CLEAR_BEND;
  state.sideWeight = guidance.elbowWeight * (clarity < 1 ? clarity : 1);
}

function bringNear({ reach }: ArmModel, { handWorld }: ArmState, shoulderWorld: ReadonlyVec3): void {
  const most = FARTHEST * reach;
  const x = handWorld[0] - shoulderWorld[0];
  const y = handWorld[1] - shoulderWorld[1];
  const z = handWorld[2] - shoulderWorld[2];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest <= most) return;
  // By the largest part first: the square of a very far place is infinite.
  const scale = most / largest;
  vec3.set(handWorld, shoulderWorld[0] + x * scale, shoulderWorld[1] + y * scale, shoulderWorld[2] + z * scale);
}

/** Place and rotation of a hand that hangs. */
function hang(
  arm: ArmModel,
  { chestRotation }: ArmState,
  shoulderWorld: ReadonlyVec3,
  outWorld: Vec3,
  outRotation: Quat,
): void {
  quat.setAxisAngle(heading, UP, yawOf(chestRotation));
  vec3.transformQuat(outWorld, arm.hangingHand, heading);
  vec3.add(outWorld, outWorld, shoulderWorld);
  quat.multiply(outRotation, heading, arm.hangingRotation);
}

function copyVec3(out: Vec3, from: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[k] = from[at + k];
}

function copyQuat(out: Quat, from: Float64Array, at: number): void {
  for (let k = 0; k < 4; k++) out[k] = from[at + k];
}
