import { createQuat, easingShare, smoothStep, yawOf } from '@leib/core';
import type { JointFrame } from '../frame/jointFrame.js';
import { composePoses, copyPoseSlice, invertPose, mixPose, readRotation } from '../frame/poseSlice.js';
import { isTracked, POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';
import type { PoseTuple } from '../frame/trackerOffsets.js';
import { addPoseGap, measurePoseGap } from './poseGap.js';

export interface HoldLostParams {
  /** A lost point stays where it was, relative to the person, for this long... */
  readonly holdSeconds: number;
  /** ...then a hand sinks to its rest pose over this long; any other point is given up. */
  readonly fadeSeconds: number;
  /** On its way down a hand swings out to its side by this much, metres: past the head, not through it. */
  readonly fadeSwing: number;
  /** A point that comes back closes half of the gap in this time. */
  readonly recoverHalfLife: number;
  /** The person's heading follows the head's with this half-life: a glance does not swing a held hand about. */
  readonly headingHalfLife: number;
  /** Left hand hanging beside the body: pose from the head joint, axes of a person facing +Z. The right mirrors it. */
  readonly restLeftHand: PoseTuple;
}

/** The rest pose suits a person of 1.70 m: arm hanging, fingers down, thumb ahead, palm to the thigh. */
export const defaultHoldLostParams: HoldLostParams = {
  holdSeconds: 0.4,
  fadeSeconds: 0.9,
  fadeSwing: 0.16,
  recoverHalfLife: 0.08,
  headingHalfLife: 0.35,
  restLeftHand: [0.235, -0.655, 0.01, 0, 0, -Math.SQRT1_2, Math.SQRT1_2],
};

/** What must be remembered of the points to hold them. */
export interface HoldLostState {
  headingYaw: number;
  /** Poses as last handed on, world space, and whether there was one. 11 x 7, 11. */
  readonly shown: Float64Array;
  readonly hasShown: Uint8Array;
  /** Poses as last tracked, from the head joint's place in axes of the person's heading. 11 x 7. */
  readonly held: Float64Array;
  /** What is left to close after a point came back. 11 x 7, and how much of it, 11. */
  readonly gaps: Float64Array;
  readonly gapAmounts: Float64Array;
  /** Seconds since each point was last tracked; infinite before it ever was. 11. */
  readonly lostSeconds: Float64Array;
}

export function createHoldLostState(): HoldLostState {
  const pointCount = trackedPoints.length;
  const identities = () => {
    const poses = new Float64Array(pointCount * POSE_SIZE);
    for (let w = 6; w < poses.length; w += POSE_SIZE) poses[w] = 1;
    return poses;
  };
  return {
    headingYaw: 0,
    shown: identities(),
    hasShown: new Uint8Array(pointCount),
    held: identities(),
    gaps: identities(),
    gapAmounts: new Float64Array(pointCount),
    lostSeconds: new Float64Array(pointCount).fill(Number.POSITIVE_INFINITY),
  };
}

// Scratch.
const personWorld = new Float64Array(POSE_SIZE);
const worldPerson = new Float64Array(POSE_SIZE);
const rest = new Float64Array(POSE_SIZE);
const headRotation = createQuat();

/**
 * Lost tracking is data: hold, fade, recover, in place. What is held or fading is marked as inferred. The head is held
 * for ever: there is no better guess. Hands that were never tracked hang beside the body.
 */
export function stepHoldLost(params: HoldLostParams, state: HoldLostState, frame: JointFrame, dtSeconds: number): void {
  stepHead(params, state, frame, dtSeconds);
  if (state.hasShown[pointNumber.head] === 0) {
    frame.quality.fill(quality.lost);
    return;
  }
  placePerson(state, frame);
  for (let point = 0; point < trackedPoints.length; point++) {
    if (point !== pointNumber.head) stepPoint(params, state, frame, point, dtSeconds);
  }
}

function stepHead(params: HoldLostParams, state: HoldLostState, frame: JointFrame, dtSeconds: number): void {
  const head = pointNumber.head;
  if (isTracked(frame, head)) {
    const isFirst = state.hasShown[head] === 0;
    recover(params, state, frame, head, dtSeconds);
    readRotation(headRotation, frame.jointPoses, head * POSE_SIZE);
    const turn = Math.atan2(
      Math.sin(yawOf(headRotation) - state.headingYaw),
      Math.cos(yawOf(headRotation) - state.headingYaw),
    );
    state.headingYaw += turn * (isFirst ? 1 : easingShare(params.headingHalfLife, dtSeconds));
  } else if (state.hasShown[head] === 1) {
    state.lostSeconds[head] += dtSeconds;
    copyPoseSlice(frame.jointPoses, head * POSE_SIZE, state.shown, head * POSE_SIZE);
    frame.quality[head] = quality.inferred;
  }
}

function stepPoint(
  params: HoldLostParams,
  state: HoldLostState,
  frame: JointFrame,
  point: number,
  dtSeconds: number,
): void {
  const at = point * POSE_SIZE;
  const isHand = point === pointNumber.leftHand || point === pointNumber.rightHand;
  if (isTracked(frame, point)) {
    recover(params, state, frame, point, dtSeconds);
    composePoses(state.held, at, worldPerson, 0, frame.jointPoses, at);
    return;
  }
  state.lostSeconds[point] += dtSeconds;
  const beyondHold = state.lostSeconds[point] - params.holdSeconds;
  frame.quality[point] = isHand || beyondHold <= 0 ? quality.inferred : quality.lost;
  if (frame.quality[point] === quality.lost) {
    copyPoseSlice(frame.jointPoses, at, state.shown, at);
    state.hasShown[point] = 0;
    return;
  }
  writeRest(params, point);
  const fade = isHand ? smoothStep(beyondHold / params.fadeSeconds) : 0;
  copyPoseSlice(frame.jointPoses, at, state.held, at);
  mixPose(frame.jointPoses, at, rest, 0, fade);
  if (isHand) frame.jointPoses[at] += mirrorOf(point) * params.fadeSwing * 4 * fade * (1 - fade);
  composePoses(frame.jointPoses, at, personWorld, 0, frame.jointPoses, at);
  show(state, frame, point);
}

/** A tracked point, with what is left of the gap to where it was shown before. */
function recover(
  params: HoldLostParams,
  state: HoldLostState,
  frame: JointFrame,
  point: number,
  dtSeconds: number,
): void {
  const at = point * POSE_SIZE;
  if (state.lostSeconds[point] > 0) {
    state.lostSeconds[point] = 0;
    state.gapAmounts[point] = state.hasShown[point];
    if (state.hasShown[point] === 1) measurePoseGap(state.gaps, state.shown, frame.jointPoses, at);
  }
  state.gapAmounts[point] *= 1 - easingShare(params.recoverHalfLife, dtSeconds);
  // Below a thousandth of any gap there is nothing to see.
  if (state.gapAmounts[point] < 1e-3) state.gapAmounts[point] = 0;
  addPoseGap(frame.jointPoses, state.gaps, at, state.gapAmounts[point]);
  show(state, frame, point);
}

function show(state: HoldLostState, frame: JointFrame, point: number): void {
  copyPoseSlice(state.shown, point * POSE_SIZE, frame.jointPoses, point * POSE_SIZE);
  state.hasShown[point] = 1;
}

/** The space in which lost points are held: at the head joint, upright, facing where the person does. */
function placePerson(state: HoldLostState, frame: JointFrame): void {
  const head = pointNumber.head * POSE_SIZE;
  for (let k = 0; k < 3; k++) personWorld[k] = frame.jointPoses[head + k];
  personWorld[3] = 0;
  personWorld[4] = Math.sin(state.headingYaw / 2);
  personWorld[5] = 0;
  personWorld[6] = Math.cos(state.headingYaw / 2);
  invertPose(worldPerson, 0, personWorld, 0);
}

/** Mirrored in the plane x = 0: x changes sign, and so do the rotation's y and z. */
function writeRest({ restLeftHand }: HoldLostParams, point: number): void {
  const mirror = mirrorOf(point);
  for (let k = 0; k < POSE_SIZE; k++) rest[k] = restLeftHand[k] * (k === 0 || k === 4 || k === 5 ? mirror : 1);
}

function mirrorOf(point: number): 1 | -1 {
  return point === pointNumber.rightHand ? -1 : 1;
}
