import {
  createQuat,
  createVec3,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { type FabrikOutput, type FabrikState, solveFabrik } from '@leib/core/solvers';
import type { ArmState } from './armsState.js';
import { updateRadius } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { angleOf, updateShoulder } from './placeShoulder.js';
import { stepExtension } from './stepExtension.js';

const TOLERANCE = 1e-5;
const MOST_ITERATIONS = 48;

// Scratch.
const rootFrame = createQuat();
const tipFrame = createQuat();
const neutral = createVec3();
const solved = createVec3();
const turn = createQuat();
const away = createVec3();
const shift = createVec3();
const wished = createVec3();
const wholeIn = {
  rootWorld: createVec3(),
  targetWorld: createVec3(),
  rootFrameWorld: rootFrame,
  tipFrameWorld: tipFrame,
  toleranceMetres: TOLERANCE,
  maxIterations: MOST_ITERATIONS,
};
const out: FabrikOutput = { reached: false, iterations: 0, error: 0 };

/**
 * The thesis's way: FABRIK over collar bone, upper arm and forearm, from the canonical elbow that the fields have
 * moved. Limits of shoulder and upper arm hold at the end, that of the wrist pulls. Where the collar bone went farther
 * than the extension allows, it goes back that far and the arm is solved again from there.
 */
export function solveArmFabrik(model: ArmsModel, arm: ArmModel, state: ArmState, dtSeconds: number): void {
  const { settings } = model;
  quat.multiply(tipFrame, state.handRotation, arm.lateralToChest);
  vec3.copy(wholeIn.targetWorld, state.handWorld);
  const { wholeChain: chain } = arm;
  const whole = state.wholeChain;
  if (chain !== null && whole !== null && settings.shoulder.isOn) {
    quat.multiply(rootFrame, state.collarRotation, arm.shoulderConeToChest);
    vec3.copy(wholeIn.rootWorld, state.collarWorld);
    whole.positions.set(state.collarWorld, 0);
    whole.positions.set(state.shoulderWorld, 3);
    whole.positions.set(state.elbowWorld, 6);
    whole.positions.set(state.handWorld, 9);
    solveFabrik(chain, whole, wholeIn, out);
    readJoint(state.elbowWorld, whole, 2);
    readJoint(solved, whole, 1);
    moveCollar(settings.shoulder, arm, state, solved, dtSeconds);
  }
  quat.multiply(rootFrame, state.collarRotation, arm.lateralToChest);
  vec3.copy(wholeIn.rootWorld, state.shoulderWorld);
  const { armChain } = state;
  armChain.positions.set(state.shoulderWorld, 0);
  armChain.positions.set(state.elbowWorld, 3);
  armChain.positions.set(state.handWorld, 6);
  solveFabrik(arm.armChain, armChain, wholeIn, out);
  readJoint(state.elbowWorld, armChain, 1);
  readJoint(state.endWorld, armChain, 2);
  unitTowards(state.axisWorld, state.shoulderWorld, state.endWorld);
  vec3.subtract(away, state.elbowWorld, state.shoulderWorld);
  // A straight arm has no plane: the side that was wished for stays.
  const { axisWorld: axis } = state;
  const along = away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
  const offSq = away[0] * away[0] + away[1] * away[1] + away[2] * away[2] - along * along;
  if (offSq > 1e-8) unitAcross(state.sideWorld, state.axisWorld, away);
  else unitAcross(state.sideWorld, state.axisWorld, state.sideWorld);
  updateRadius(state);
}

/** Turns the collar bone towards `goalWorld`, where FABRIK had the shoulder joint, as far as it may be from neutral. */
function moveCollar(
  settings: ArmsModel['settings']['shoulder'],
  arm: ArmModel,
  state: ArmState,
  goalWorld: ReadonlyVec3,
  dtSeconds: number,
): void {
  vec3.subtract(shift, goalWorld, state.shoulderWorld);
  const needed = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
  stepExtension(settings, state, needed, dtSeconds);
  unitTowards(neutral, state.collarWorld, state.shoulderWorld);
  unitTowards(wished, state.collarWorld, goalWorld);
  rotationBetween(turn, neutral, wished);
  if (needed > state.extension) {
    const share = angleOf(arm, state.extension) / angleOf(arm, needed);
    quat.slerp(turn, IDENTITY, turn, share);
    quat.normalize(turn, turn);
  }
  quat.multiply(state.collarRotation, turn, state.collarRotation);
  updateShoulder(arm, state);
}

const IDENTITY = createQuat();

function readJoint(to: Vec3, { positions }: FabrikState, joint: number): void {
  for (let k = 0; k < 3; k++) to[k] = positions[joint * 3 + k];
}
