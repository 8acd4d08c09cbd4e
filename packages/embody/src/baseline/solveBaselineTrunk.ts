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
} from '@leib/core';
import { isTracked, pointNumber } from '@leib/tracking';
import { readJoint, setWorldRotation, trackedPosition, trackedRotation } from '../limb/worldJoint.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';

const UP = createVec3(0, 1, 0);
const IDENTITY = createQuat();

// Scratch.
const hipsTracked = createVec3();
const upright = createQuat();
const toHead = createQuat();
const headSwing = createQuat();
const spineSwing = createQuat();
const twist = createQuat();
const hipsTrackedRotation = createQuat();
const bent = createQuat();
const swung = createQuat();
const direction = createVec3();
const wanted = createVec3();
const hipsWorld = createVec3();
const headJoint = createVec3();
const placedHead = createVec3();

/**
 * Bends hips, spine, neck and head, then hangs the body on the head: whatever the bend, the head joint is exactly on
 * the headset.
 */
export function solveBaselineTrunk(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { tracked } = state;
  const { headWorld, headRotation, hipsRotation } = state.work.trunk;
  trackedPosition(headWorld, tracked, pointNumber.head);
  trackedRotation(headRotation, tracked, pointNumber.head);
  turnPelvisAndChest(model, state);
  const hasHips = isTracked(tracked, pointNumber.hips);
  state.hipsAmount += ((hasHips ? 1 : 0) - state.hipsAmount) * easingShare(model.params.hipsHalfLife, dtSeconds);
  if (hasHips) {
    trackedRotation(hipsTrackedRotation, tracked, pointNumber.hips);
    quat.slerp(hipsRotation, hipsRotation, hipsTrackedRotation, state.hipsAmount);
  }
  bendSpine(model, state);
  if (hasHips) swingOverHips(model, state);
  hangOnHead(model, state);
}

/** The pelvis faces where the body does and takes part in a lean; the chest also follows the head, in part. */
function turnPelvisAndChest({ params }: BaselineModel, state: BaselineState): void {
  const { headRotation, hipsRotation, chestRotation } = state.work.trunk;
  const lean = state.lean + state.crouchLean;
  quat.setAxisAngle(upright, UP, state.bodyYaw);
  quat.rotateX(hipsRotation, upright, lean * params.pelvisShare);
  quat.rotateX(chestRotation, upright, lean);
  quat.conjugate(toHead, chestRotation);
  quat.multiply(toHead, toHead, headRotation);
  swingTwist(headSwing, twist, toHead, UP);
  const tilt = 2 * Math.acos(Math.min(1, Math.abs(headSwing[3])));
  const excess = Math.max(0, tilt - params.chestTiltDeadZone) * params.chestTiltShare;
  if (excess > 0) {
    quat.slerp(headSwing, IDENTITY, headSwing, excess / tilt);
    quat.multiply(chestRotation, chestRotation, headSwing);
  }
  quat.rotateY(chestRotation, chestRotation, twistAngle(twist, UP) * params.chestTurnShare);
}

function bendSpine({ skeleton, trunk }: BaselineModel, state: BaselineState): void {
  const { pose } = state;
  const { headRotation, hipsRotation, chestRotation } = state.work.trunk;
  setWorldRotation(skeleton, pose, trunk.hips, hipsRotation);
  for (let i = 0; i < trunk.path.length; i++) {
    const share = trunk.shares[i];
    if (share <= 1) quat.slerp(bent, hipsRotation, chestRotation, share);
    else quat.slerp(bent, chestRotation, headRotation, share - 1);
    setWorldRotation(skeleton, pose, trunk.path[i], bent);
  }
}

/**
 * With a tracker on the hips the spine must lead from there to the head: it swings over the hips until it points that
 * way. A few rounds, because its lowest joint does not sit on the hips joint itself.
 */
function swingOverHips({ skeleton, trunk }: BaselineModel, state: BaselineState): void {
  const { pose, tracked, hipsAmount } = state;
  const { headWorld, headRotation } = state.work.trunk;
  trackedPosition(hipsTracked, tracked, pointNumber.hips);
  unitTowards(wanted, hipsTracked, headWorld);
  for (let round = 0; round < 3; round++) {
    readJoint(hipsWorld, pose, trunk.hips);
    readJoint(headJoint, pose, trunk.head);
    unitTowards(direction, hipsWorld, headJoint);
    rotationBetween(spineSwing, direction, wanted);
    quat.slerp(spineSwing, IDENTITY, spineSwing, hipsAmount);
    for (let i = 0; i < trunk.path.length - 1; i++) {
      const joint = trunk.path[i] * 4;
      const world = pose.worldRotations;
      quat.set(swung, world[joint], world[joint + 1], world[joint + 2], world[joint + 3]);
      quat.multiply(swung, spineSwing, swung);
      setWorldRotation(skeleton, pose, trunk.path[i], swung);
    }
    setWorldRotation(skeleton, pose, trunk.head, headRotation);
  }
}

function hangOnHead({ skeleton, trunk }: BaselineModel, state: BaselineState): void {
  const { pose } = state;
  const { headWorld } = state.work.trunk;
  readJoint(placedHead, pose, trunk.head);
  for (let k = 0; k < 3; k++) pose.rootPosition[k] += headWorld[k] - placedHead[k];
  updateWorldPose(skeleton, pose);
}
