import { clamp, jointOfBone, type Skeleton, smoothStep } from '@leib/core';
import {
  copyJointFrame,
  createJointFrame,
  type JointFrame,
  mixPose,
  POSE_SIZE,
  type PoseTuple,
  quality,
  restLeftHandOf,
} from '@leib/tracking';
import type { BodyState } from '../bodyState.js';

/** What a body looks like that stands and waits. */
export interface StandingModel {
  /** Head joint over the floor, and ahead of the ankles, at rest, metres. */
  readonly headHeight: number;
  readonly headAhead: number;
  /** Left hand that hangs, from the head joint. */
  readonly restLeftHand: PoseTuple;
}

export function buildStanding(skeleton: Skeleton, headHeight: number): StandingModel {
  const ankle = jointOfBone(skeleton, 'leftFoot');
  const { restWorldPositions: rest } = skeleton;
  const headZ = rest[jointOfBone(skeleton, 'head') * 3 + 2];
  return {
    headHeight,
    headAhead: ankle < 0 ? 0 : headZ - rest[ankle * 3 + 2],
    restLeftHand: restLeftHandOf(skeleton),
  };
}

/** What is known of a headset that lies somewhere. One per avatar. */
export interface PutDownState {
  /** Whether the headset is one that can be put down: not a clip, not keys. Written by the caller. */
  isWatched: boolean;
  /** The headset lies, and how far the body stands instead, 0..1. */
  isDown: boolean;
  standing: number;
  /** Where the body then stands: the head, world space. */
  readonly standingHead: Float64Array;
  /** What the body is asked to do meanwhile. */
  readonly frame: JointFrame;
}

/** Head and hands. */
const WORN_POINTS = 3;

export function createPutDownState(): PutDownState {
  return {
    isWatched: true,
    isDown: false,
    standing: 0,
    standingHead: new Float64Array(POSE_SIZE),
    frame: createJointFrame(),
  };
}

/** As if the headset had just been put on. */
export function resetPutDownState(state: PutDownState): void {
  state.isDown = false;
  state.standing = 0;
}

/** The body stands up within this time, and is back with the wearer within this, seconds. */
const RISE_SECONDS = 1;
const RETURN_SECONDS = 0.15;
/** Trackers say nothing meanwhile: as long as this they are lost, seconds. */
const LOST_SECONDS = 1;

/**
 * A headset that was taken off and lies on a table or the floor is no head: the body does not fold down to it, but stands
 * where its feet are, and waits. Picked up, it leads again at once. Returns the joints that the body is to follow.
 */
export function standWhilePutDown(
  model: StandingModel,
  state: PutDownState,
  body: BodyState,
  joints: JointFrame,
  dtSeconds: number,
): JointFrame {
  const wasDown = state.isDown;
  state.isDown = state.isWatched && joints.isPutDown;
  if (state.isDown && !wasDown) findStandingHead(model, state, body);
  const change = state.isDown ? dtSeconds / RISE_SECONDS : -dtSeconds / RETURN_SECONDS;
  state.standing = clamp(state.standing + change, 0, 1);
  if (state.standing === 0) return joints;
  copyJointFrame(state.frame, joints);
  stand(model, state);
  return state.frame;
}

/** Over the middle of both feet, facing where the body does. */
function findStandingHead(
  { headHeight, headAhead }: StandingModel,
  { standingHead }: PutDownState,
  body: BodyState,
): void {
  const { feet, heading, floorY } = body;
  const [left, right] = [feet[0].ankleWorld, feet[1].ankleWorld];
  standingHead[0] = (left[0] + right[0]) / 2 + headAhead * Math.sin(heading.yaw);
  standingHead[1] = floorY + headHeight;
  standingHead[2] = (left[2] + right[2]) / 2 + headAhead * Math.cos(heading.yaw);
  standingHead.set([0, Math.sin(heading.yaw / 2), 0, Math.cos(heading.yaw / 2)], 3);
}

const hand = new Float64Array(POSE_SIZE);

function stand({ restLeftHand }: StandingModel, { frame, standing, standingHead }: PutDownState): void {
  const share = smoothStep(standing);
  mixPose(frame.jointPoses, 0, standingHead, 0, share);
  for (let point = 1; point < WORN_POINTS; point++) {
    writeHangingHand(restLeftHand, standingHead, point === 1 ? 1 : -1);
    mixPose(frame.jointPoses, point * POSE_SIZE, hand, 0, share);
    frame.quality[point] = quality.tracked;
    frame.lostSeconds[point] = 0;
  }
  for (let point = WORN_POINTS; point < frame.quality.length; point++) {
    frame.quality[point] = quality.lost;
    frame.lostSeconds[point] = Math.max(frame.lostSeconds[point], LOST_SECONDS);
  }
}

/** The resting hand, or its mirror image, turned and placed with the head: into `hand`. */
function writeHangingHand(rest: PoseTuple, head: Float64Array, mirror: 1 | -1): void {
  const [sinHalf, cosHalf] = [head[4], head[6]];
  const [sin, cos] = [2 * sinHalf * cosHalf, cosHalf * cosHalf - sinHalf * sinHalf];
  const [x, z] = [mirror * rest[0], rest[2]];
  const [qx, qy, qz, qw] = [rest[3], mirror * rest[4], mirror * rest[5], rest[6]];
  hand[0] = head[0] + cos * x + sin * z;
  hand[1] = head[1] + rest[1];
  hand[2] = head[2] - sin * x + cos * z;
  hand[3] = cosHalf * qx + sinHalf * qz;
  hand[4] = cosHalf * qy + sinHalf * qw;
  hand[5] = cosHalf * qz - sinHalf * qx;
  hand[6] = cosHalf * qw - sinHalf * qy;
}
