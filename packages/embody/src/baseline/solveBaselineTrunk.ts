import {
  createQuat,
  createVec3,
  easingShare,
  quat,
  rotationBetween,
  swingTwist,
  twistAngle,
  unitTowards,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { isTracked, pointNumber } from '@leib/tracking';
import { trackedPosition, trackedRotation } from '../limb/readTracked.js';
import { setWorldRotation } from '../limb/worldJoint.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';

const UP = createVec3(0, 1, 0);

// Scratch.
const headWorld = createVec3();
const headRotation = createQuat();
const hipsTracked = createVec3();
const hipsRotation = createQuat();
const chestRotation = createQuat();
const upright = createQuat();
const toHead = createQuat();
const swing = createQuat();
const twist = createQuat();
const rotation = createQuat();
const from = createVec3();
const to = createVec3();
const at = createVec3();

/**
 * Bends hips, spine, neck and head, then hangs the body on the head: whatever the bend, the head joint is exactly on
 * the headset.
 */
export function solveBaselineTrunk(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { tracked } = state;
  trackedPosition(headWorld, tracked, pointNumber.head);
  trackedRotation(headRotation, tracked, pointNumber.head);
  turnPelvisAndChest(model, state);
  const hasHips = isTracked(tracked, pointNumber.hips);
  state.hipsAmount += ((hasHips ? 1 : 0) - state.hipsAmount) * easingShare(model.params.hipsHalfLife, dtSeconds);
  if (hasHips) {
    trackedRotation(rotation, tracked, pointNumber.hips);
    quat.slerp(hipsRotation, hipsRotation, rotation, state.hipsAmount);
  }
  bendSpine(model, state);
  if (hasHips) swingOverHips(model, state);
  hangOnHead(model, state);
}

/** The pelvis faces where the body does and takes part in a lean; the chest also follows the head, in part. */
function turnPelvisAndChest({ params }: BaselineModel, state: BaselineState): void {
  const lean = state.lean + state.crouchLean;
  quat.setAxisAngle(upright, UP, state.bodyYaw);
  quat.rotateX(hipsRotation, upright, lean * params.pelvisShare);
  quat.rotateX(chestRotation, upright, lean);
  quat.conjugate(toHead, chestRotation);
  quat.multiply(toHead, toHead, headRotation);
  swingTwist(swing, twist, toHead, UP);
  const tilt = 2 * Math.acos(Math.min(1, Math.abs(swing[3])));
  const excess = Math.max(0, tilt - params.chestTiltDeadZone) * params.chestTiltShare;
  if (excess > 0) {
    quat.slerp(swing, IDENTITY, swing, excess / tilt);
    quat.multiply(chestRotation, chestRotation, swing);
  }
  quat.rotateY(chestRotation, chestRotation, twistAngle(twist, UP) * params.chestTurnShare);
}

const IDENTITY = createQuat();

function bendSpine({ skeleton, trunk }: BaselineModel, { pose }: BaselineState): void {
  setWorldRotation(skeleton, pose, trunk.hips, hipsRotation);
  for (let i = 0; i < trunk.path.length; i++) {
    const share = trunk.shares[i];
    if (share <= 1) quat.slerp(rotation, hipsRotation, chestRotation, share);
    else quat.slerp(rotation, chestRotation, headRotation, share - 1);
    setWorldRotation(skeleton, pose, trunk.path[i], rotation);
  }
}

/**
 * With a tracker on the hips the spine must lead from there to the head: it swings over the hips until it points that
 * way. A few rounds, because its lowest joint does not sit on the hips joint itself.
 */
function swingOverHips({ skeleton, trunk }: BaselineModel, { pose, tracked, hipsAmount }: BaselineState): void {
  trackedPosition(hipsTracked, tracked, pointNumber.hips);
  unitTowards(to, hipsTracked, headWorld);
  for (let round = 0; round < 3; round++) {
    readJoint(pose.worldPositions, trunk.hips);
    vec3.copy(from, at);
    readJoint(pose.worldPositions, trunk.head);
    unitTowards(from, from, at);
    rotationBetween(swing, from, to);
    quat.slerp(swing, IDENTITY, swing, hipsAmount);
    for (let i = 0; i < trunk.path.length - 1; i++) {
      const joint = trunk.path[i] * 4;
      const world = pose.worldRotations;
      quat.set(rotation, world[joint], world[joint + 1], world[joint + 2], world[joint + 3]);
      quat.multiply(rotation, swing, rotation);
      setWorldRotation(skeleton, pose, trunk.path[i], rotation);
    }
    setWorldRotation(skeleton, pose, trunk.head, headRotation);
  }
}

function hangOnHead({ skeleton, trunk }: BaselineModel, { pose }: BaselineState): void {
  readJoint(pose.worldPositions, trunk.head);
  for (let k = 0; k < 3; k++) pose.rootPosition[k] += headWorld[k] - at[k];
  updateWorldPose(skeleton, pose);
}

function readJoint(positions: Float64Array, joint: number): void {
  vec3.set(at, positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]);
}
