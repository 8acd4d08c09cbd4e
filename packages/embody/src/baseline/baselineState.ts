import { createPose, createPoseGuard, createVec3, type Pose, type Vec3 } from '@leib/core';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { createFingerState, type FingerState } from '../fingers/stepFingers.js';
import { type BaselineWork, createBaselineWork } from './baselineWork.js';
import type { BaselineModel } from './buildBaseline.js';

export interface FootState {
  /** Ankle, world space, metres, and heading of the foot: where it is now. */
  readonly ankleWorld: Vec3;
  yaw: number;
  /** Toes down are positive, radians. */
  pitch: number;
  isStepping: boolean;
  /** 0..1 of the step, how long it takes, where it started and where it goes. */
  progress: number;
  stepSeconds: number;
  readonly startWorld: Vec3;
  startYaw: number;
  readonly goalWorld: Vec3;
  goalYaw: number;
}

/** Where one body is, and what must be remembered of it. One per avatar. */
export interface BaselineState {
  /** The answer: rotations and world arrays are current after stepBaseline(). */
  readonly pose: Pose;
  readonly guard: ReturnType<typeof createPoseGuard>;
  /** The joints of this frame. */
  tracked: JointFrame;
  /** False until a head was seen. */
  isPlaced: boolean;
  /** Heading of the body, radians; zero faces +Z. */
  bodyYaw: number;
  /** Lean of the trunk that is explained by the head being ahead of the feet, and by crouching, radians. */
  lean: number;
  crouchLean: number;
  /** Point under the head when it is carried upright, floor plane (y is 0), and its velocity. */
  readonly balanceWorld: Vec3;
  readonly balanceVelocity: Vec3;
  /** How much a tracker on the hips counts, 0..1: eased, so that it may come and go. */
  hipsAmount: number;
  /** Left, right. */
  readonly feet: readonly [FootState, FootState];
  /** Seconds since a foot last landed. */
  sinceStepSeconds: number;
  readonly fingers: readonly [FingerState, FingerState];
  readonly work: BaselineWork;
}

export function createBaselineState(model: BaselineModel): BaselineState {
  return {
    pose: createPose(model.skeleton),
    guard: createPoseGuard(model.skeleton),
    tracked: createJointFrame(),
    isPlaced: false,
    bodyYaw: 0,
    lean: 0,
    crouchLean: 0,
    balanceWorld: createVec3(),
    balanceVelocity: createVec3(),
    hipsAmount: 0,
    feet: [createFoot(), createFoot()],
    sinceStepSeconds: Number.POSITIVE_INFINITY,
    fingers: [createFingerState(model.params.fingers), createFingerState(model.params.fingers)],
    work: createBaselineWork(),
  };
}

function createFoot(): FootState {
  return {
    ankleWorld: createVec3(),
    yaw: 0,
    pitch: 0,
    isStepping: false,
    progress: 0,
    stepSeconds: 1,
    startWorld: createVec3(),
    startYaw: 0,
    goalWorld: createVec3(),
    goalYaw: 0,
  };
}
