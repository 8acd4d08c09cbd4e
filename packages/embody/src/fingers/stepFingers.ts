import { createQuat, easingShare, type Pose, type Quat, quat } from '@leib/core';
import { type JointFrame, POSE_SIZE, quality, type TrackedController, type TrackedHand } from '@leib/tracking';
import { type FingerModel, fingerControl } from './fingerModel.js';

/** Most joints a hand can have here: five fingers of three. */
const MOST_JOINTS = 15;

// Scratch.
const wristInverse = createQuat();
const axesInverse = createQuat();
const curled = createQuat();
const tracked = createQuat();
const local = createQuat();
const parentInverse = createQuat();
const IDENTITY = createQuat();

export interface FingerSettings {
  /** Fingers reach half of a new curl in this time. */
  readonly halfLife: number;
  /** Curl of an idle hand, 0 flat to 1 fist. */
  readonly relaxedCurl: number;
}

export const defaultFingerSettings: FingerSettings = { halfLife: 0.05, relaxedCurl: 0.28 };

/** Curl of thumb, index and the other three, 0..1 (fingerControl), and how much the tracked joints count. */
export interface FingerState {
  readonly curls: Float64Array;
  trackedAmount: number;
  /** This frame's rotations of the tracked joints, axes of the hand. */
  readonly inHand: readonly Quat[];
}

export function createFingerState({ relaxedCurl }: FingerSettings): FingerState {
  return {
    curls: new Float64Array(3).fill(relaxedCurl),
    trackedAmount: 0,
    inHand: Array.from({ length: MOST_JOINTS }, () => createQuat()),
  };
}

/** Left and right. */
export type Both<T> = readonly [T, T];

/** Fingers follow the tracked joints where there are some; else they rest half curled and close on the controls. */
export function stepFingers(
  models: Both<FingerModel>,
  states: Both<FingerState>,
  settings: FingerSettings,
  frame: JointFrame,
  pose: Pose,
  dtSeconds: number,
): void {
  const { relaxedCurl } = settings;
  const share = easingShare(settings.halfLife, dtSeconds);
  easeCurls(states[0], frame.leftController, relaxedCurl, share);
  easeCurls(states[1], frame.rightController, relaxedCurl, share);
  stepHand(models[0], states[0], frame.leftHandJoints, pose, share);
  stepHand(models[1], states[1], frame.rightHandJoints, pose, share);
}

function stepHand(model: FingerModel, state: FingerState, hand: TrackedHand, pose: Pose, share: number): void {
  if (model.joints.length === 0) return;
  const isTracked = hand.quality !== quality.lost;
  state.trackedAmount += ((isTracked ? 1 : 0) - state.trackedAmount) * share;
  if (isTracked) readHand(model, state, hand);
  writeFingers(model, state, pose.localRotations, isTracked);
}

function easeCurls({ curls }: FingerState, controller: TrackedController, relaxed: number, share: number): void {
  const index = Math.max(relaxed, controller.trigger);
  const others = Math.max(relaxed, controller.grip);
  curls[fingerControl.index] += (index - curls[fingerControl.index]) * share;
  curls[fingerControl.others] += (others - curls[fingerControl.others]) * share;
  // A thumb lies on the fist, or on the controller.
  curls[fingerControl.thumb] += (Math.max(index, others) * 0.8 - curls[fingerControl.thumb]) * share;
}

/**
 * Rotation of every bone in hand space, whatever the rig's bones look like at rest: WebXR's joint frame against its
 * wrist's, brought into our axes (S r S^-1), after turning the rig's bone to where those frames count from.
 */
function readHand({ joints, handJointInJoint }: FingerModel, { inHand }: FingerState, { poses }: TrackedHand): void {
  quat.set(wristInverse, -poses[3], -poses[4], -poses[5], poses[6]);
  quat.conjugate(axesInverse, handJointInJoint);
  for (let i = 0; i < joints.length; i++) {
    const { handJoint, restToStraight } = joints[i];
    const at = handJoint * POSE_SIZE + 3;
    const out = inHand[i];
    quat.set(tracked, poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
    quat.multiply(out, wristInverse, tracked);
    quat.multiply(out, handJointInJoint, out);
    quat.multiply(out, out, axesInverse);
    quat.multiply(out, out, restToStraight);
  }
}

function writeFingers(
  { joints }: FingerModel,
  state: FingerState,
  localRotations: Float64Array,
  isTracked: boolean,
): void {
  const { curls, inHand } = state;
  for (let i = 0; i < joints.length; i++) {
    const finger = joints[i];
    const curl = curls[finger.control];
    // The idle factor spreads the fingers of a loose hand; a fist closes all alike.
    const angle = finger.fistAngle * curl * (finger.idleFactor + (1 - finger.idleFactor) * curl);
    const sin = Math.sin(angle / 2);
    for (let k = 0; k < 3; k++) curled[k] = finger.curlAxis[k] * sin;
    curled[3] = Math.cos(angle / 2);
    if (isTracked) {
      quat.conjugate(parentInverse, finger.previous < 0 ? IDENTITY : inHand[finger.previous]);
      quat.multiply(local, parentInverse, inHand[i]);
      quat.slerp(curled, curled, local, state.trackedAmount);
    }
    for (let k = 0; k < 4; k++) localRotations[finger.joint * 4 + k] = curled[k];
  }
}
