import {
  clamp,
  createQuat,
  createVec3,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { clampSwingCone } from '@leib/core/solvers';
import type { BodyState } from '../bodyState.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { ArmState } from './armsState.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { stepExtension } from './stepExtension.js';

// Scratch.
const toHand = createVec3();
const inverse = createQuat();
const fromCollar = createVec3();
const towards = createVec3();
const turnAxis = createVec3();
const turned = createQuat();
const boneBefore = createVec3();
const boneAfter = createVec3();
const coneWorld = createQuat();

/** Collar bone as the arm asks for it, before the elbow is known. Leaves collar and shoulder joint current in the pose. */
export function placeShoulder(
  model: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  body: BodyState,
  dtSeconds: number,
): void {
  const { collar, shoulder, limits, solver } = model.settings;
  quat.copy(state.collarRotation, state.chestRotation);
  updateShoulder(arm, state);
  if (arm.collar >= 0) {
    if (collar.isOn) goAlong(model, arm, state);
    if (state.collarWeight > 0) followProposedCollar(arm, state);
    if (shoulder.isOn && solver === 'circle') reachOut(model, arm, state, dtSeconds);
    if (state.elbowWeight > 0) followTrackedElbow(model, arm, state);
    if (limits.isOn && solver === 'circle') keepInCone(arm, state);
  }
  writeCollar(model, arm, state, body);
}

/** Shoulder joint from the collar bone. */
export function updateShoulder(arm: ArmModel, { shoulderWorld, collarWorld, collarRotation }: ArmState): void {
  vec3.transformQuat(shoulderWorld, arm.shoulderOffset, collarRotation);
  vec3.add(shoulderWorld, shoulderWorld, collarWorld);
}

export function writeCollar({ skeleton }: ArmsModel, arm: ArmModel, state: ArmState, { pose }: BodyState): void {
  for (let i = 0; i < arm.collarPath.length; i++) {
    const joint = arm.collarPath[i];
    if (joint === arm.collar) setWorldRotation(skeleton, pose, joint, state.collarRotation);
    else updateWorldJoint(skeleton, pose, joint);
  }
}

/**
 * The collar bone rises with a raised arm and turns ahead with a reach ahead or across. In life a third of an arm's
 * elevation beyond 30 degrees is the shoulder blade's (Inman, Saunders & Abbott, "Observations on the function of the
 * shoulder joint", 1944), of which the collar bone shows a part. Smooth in the hand, so that nothing sets in with a jerk.
 */
function goAlong({ settings }: ArmsModel, arm: ArmModel, state: ArmState): void {
  const { raiseShare, raiseFrom, protraction, crossing } = settings.collar;
  const { mirror } = arm;
  vec3.subtract(toHand, state.handWorld, state.shoulderWorld);
  quat.conjugate(inverse, state.chestRotation);
  vec3.transformQuat(toHand, toHand, inverse);
  const length = Math.sqrt(toHand[0] * toHand[0] + toHand[1] * toHand[1] + toHand[2] * toHand[2]);
  const scale = 1 / (length > arm.reach ? length : arm.reach);
  // A bent arm says less about its elevation than a straight one.
  const stretch = length * scale;
  const down = length > 1e-3 ? -toHand[1] / length : 1;
  const elevation = Math.acos(down < -1 ? -1 : down > 1 ? 1 : down) - raiseFrom;
  // A parabola over the first half radian: the slope has no step.
  const beyond = elevation <= 0 ? 0 : elevation < 0.5 ? elevation * elevation : elevation - 0.25;
  const raise = (mirror * (raiseShare * beyond * stretch * stretch)) / 2;
  const ahead = toHand[2] > 0 ? toHand[2] * scale : 0;
  const across = mirror * toHand[0] < 0 ? toHand[0] * scale : 0;
  const forward = (-mirror * (protraction * ahead * ahead + crossing * across * across)) / 2;
  // About +Y by `forward` after about +Z by `raise`, both halved already.
  const sinY = Math.sin(forward);
  const cosY = Math.cos(forward);
  const sinZ = Math.sin(raise);
  const cosZ = Math.cos(raise);
  turned[0] = sinY * sinZ;
  turned[1] = sinY * cosZ;
  turned[2] = cosY * sinZ;
  turned[3] = cosY * cosZ;
  quat.multiply(state.collarRotation, state.chestRotation, turned);
  updateShoulder(arm, state);
}

/** Turns the collar bone towards the one that the prior proposes. */
function followProposedCollar(arm: ArmModel, state: ArmState): void {
  const { collarRotation: own, proposedCollar: proposed, collarWeight } = state;
  const sign = quat.dot(own, proposed) < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) own[k] += (sign * proposed[k] - own[k]) * collarWeight;
  quat.normalize(own, own);
  updateShoulder(arm, state);
}

/** Out of reach, the collar bone turns towards the hand until the arm reaches it, as far as the extension allows. */
function reachOut({ settings }: ArmsModel, arm: ArmModel, state: ArmState, dtSeconds: number): void {
  const { shoulder } = settings;
  const x = state.handWorld[0] - state.shoulderWorld[0];
  const y = state.handWorld[1] - state.shoulderWorld[1];
  const z = state.handWorld[2] - state.shoulderWorld[2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const softFrom = shoulder.softReach * arm.reach;
  const rest = arm.reach - softFrom;
  let turn = 0;
  if (distance > softFrom) {
    // Bit by bit: the arm's share of the way shrinks from all of it, and ends at full stretch.
    const wished = rest > 1e-9 ? softFrom + rest * (1 - Math.exp((softFrom - distance) / rest)) : softFrom;
    turn = findCollarTurn(arm, state, state.handWorld, wished, turnAxis);
  }
  // Half a chord is the sine of half the angle.
  const needed = turn > 0 ? 2 * arm.collarLength * Math.sin(turn / 2) : 0;
  stepExtension(shoulder, state, needed, dtSeconds);
  turn = Math.min(turn, angleOf(arm, state.extension));
  if (turn > 0) turnCollar(arm, state, turnAxis, turn);
}

/** A tracked elbow tells where the shoulder joint is: one upper arm away. The collar bone makes up what it freely can. */
function followTrackedElbow({ settings }: ArmsModel, arm: ArmModel, state: ArmState): void {
  const turn = findCollarTurn(arm, state, state.trackedElbowWorld, arm.limb.upper.length, turnAxis);
  const most = angleOf(arm, settings.shoulder.freeDistance);
  turnCollar(arm, state, turnAxis, clamp(turn, -most, most) * state.elbowWeight);
}

/**
 * Turn, about a unit axis that is written, that brings the shoulder joint to a distance from a point, or as near to that
 * as it can. At angle t from where it is, it is sqrt(c^2 + D^2 - 2 c D cos(angle - t)) from the point, with c the
 * collar bone and D the point's distance from its joint: solved for t.
 */
function findCollarTurn(
  arm: ArmModel,
  state: ArmState,
  pointWorld: ReadonlyVec3,
  distance: number,
  outAxis: Vec3,
): number {
  const { collarLength } = arm;
  vec3.subtract(fromCollar, state.shoulderWorld, state.collarWorld);
  vec3.subtract(towards, pointWorld, state.collarWorld);
  vec3.cross(outAxis, fromCollar, towards);
  const sine = Math.sqrt(outAxis[0] * outAxis[0] + outAxis[1] * outAxis[1] + outAxis[2] * outAxis[2]);
  const away = Math.sqrt(towards[0] * towards[0] + towards[1] * towards[1] + towards[2] * towards[2]);
  if (!(sine > 1e-6 * collarLength * away) || away < 1e-6) return 0;
  for (let k = 0; k < 3; k++) outAxis[k] /= sine;
  const along = fromCollar[0] * towards[0] + fromCollar[1] * towards[1] + fromCollar[2] * towards[2];
  const angle = Math.atan2(sine, along);
  const cosine = (collarLength * collarLength + away * away - distance * distance) / (2 * collarLength * away);
  return angle - Math.acos(clamp(cosine, -1, 1));
}

function turnCollar(arm: ArmModel, state: ArmState, axisWorld: ReadonlyVec3, angle: number): void {
  quat.setAxisAngle(turned, axisWorld, angle);
  quat.multiply(state.collarRotation, turned, state.collarRotation);
  updateShoulder(arm, state);
}

/** Angle by which the collar bone turns when the shoulder joint moves by a chord. */
export function angleOf({ collarLength }: ArmModel, chord: number): number {
  const half = chord / (2 * collarLength);
  return half < 1 ? 2 * Math.asin(half) : Math.PI;
}

/** Brings the collar bone back into its cone. */
export function keepInCone(arm: ArmModel, state: ArmState): void {
  quat.multiply(coneWorld, state.chestRotation, arm.shoulderConeToChest);
  quat.conjugate(inverse, coneWorld);
  unitTowards(boneBefore, state.collarWorld, state.shoulderWorld);
  vec3.transformQuat(boneAfter, boneBefore, inverse);
  if (!clampSwingCone(arm.shoulderCone, boneAfter, boneAfter)) return;
  vec3.transformQuat(boneAfter, boneAfter, coneWorld);
  rotationBetween(turned, boneBefore, boneAfter);
  quat.multiply(state.collarRotation, turned, state.collarRotation);
  updateShoulder(arm, state);
}
