import { createVec3, type Vec3, vec3 } from '@leib/core';
import { copyFlat } from '../bodyState.js';
import { createGroundHit, flatGround, type Ground, type GroundHit } from '../ground/ground.js';
import type { GaitModel } from './gaitModel.js';
import { copyObserver, createObserverState, type ObserverState, resetObserver } from './observer/observeFeet.js';
import {
  copyRhythm,
  createRhythmState,
  createStrideState,
  type RhythmState,
  resetRhythm,
  resetStride,
  type StrideState,
} from './rhythmState.js';

/** Why a foot is in the air: its place was wrong, the observed rhythm or the stride's clock lifts it, or both feet have left the ground. */
export type StepCause = 'geometry' | 'phase' | 'stride' | 'flight';

/** One foot from frame to frame. A place is the point of the ground right under the ankle of a foot that stands. */
export interface StepState {
  isStepping: boolean;
  cause: StepCause;
  /** 0..1 */
  progress: number;
  durationSeconds: number;
  elapsedSeconds: number;
  readonly startWorld: Vec3;
  readonly goalWorld: Vec3;
  startYaw: number;
  goalYaw: number;
  /** Where the foot is now: on the ground under the ankle, and its heading. */
  readonly placeWorld: Vec3;
  yaw: number;
  /** Ankle over where it would stand, metres. */
  lift: number;
  /** Where the foot was against where it was observed when the step began, world space: fades out. */
  readonly fromObservedWorld: Vec3;
  /** Where the foot is observed, smoothed, world space. */
  readonly smoothWorld: Vec3;
  /** What the lift and the pitch were when the step began: they fade out. */
  startLift: number;
  startPitch: number;
  /** Radians; positive: heel up. */
  pitch: number;
  /** Ground under the foot. Unit. */
  readonly normalWorld: Vec3;
  readonly startNormal: Vec3;
  readonly goalNormal: Vec3;
  /** Since the foot stands, seconds. */
  plantedSeconds: number;
}

/** Heights that are asked for along the way of a step (thesis ch. 6.5). */
export const PROBE_COUNT = 5;

/** What the gait tells the player. */
export interface GaitFeedback {
  /** Head bob for TargetOffset, metres. */
  bob: number;
  /** Lower of both feet's grounds, eased, world space: TargetOffset's height when the gait grounds the room. */
  groundY: number;
}

export interface GaitState {
  /** What there is to stand on; may be replaced at any time. */
  ground: Ground;
  /** What the player adds to the person's own motion, world space, m/s; written by the caller, who runs the player. */
  readonly stickVelocityWorld: Vec3;
  readonly observer: ObserverState;
  readonly rhythm: RhythmState;
  readonly stride: StrideState;
  readonly steps: readonly [StepState, StepState];
  readonly feedback: GaitFeedback;
  /** By how much the player has lifted the person and the feet have not followed yet, metres, and how fast it does. */
  lifted: number;
  liftSpeed: number;
  /** Point that must stay over the feet, world space. */
  readonly balanceWorld: Vec3;
  /** Length of the next step, metres, and angle between way and facing, radians 0..pi. */
  stepSize: number;
  wayAngle: number;
  /** Ground ahead that the step's length was found from, world space: PROBE_COUNT x 3; none while standing. */
  readonly probesWorld: Float64Array;
  probeCount: number;
  /** Factor on the rhythm's thresholds: less than 1 for runners. */
  haste: number;
  /** Factor on the threshold for lifting: less than 1 for a person who hardly moves. */
  calm: number;
  /** Length of this frame, seconds. */
  dtSeconds: number;
  /** Neither foot can reach the ground. */
  isFlying: boolean;
  isPlaced: boolean;
  readonly hit: GroundHit;
}

export function createGaitState(model: GaitModel, ground: Ground = flatGround()): GaitState {
  return {
    ground,
    stickVelocityWorld: createVec3(),
    observer: createObserverState(model.observer),
    rhythm: createRhythmState(),
    stride: createStrideState(),
    steps: [createStepState(), createStepState()],
    feedback: { bob: 0, groundY: 0 },
    lifted: 0,
    liftSpeed: 0,
    balanceWorld: createVec3(),
    stepSize: 0.1,
    wayAngle: 0,
    probesWorld: new Float64Array(PROBE_COUNT * 3),
    probeCount: 0,
    haste: 1,
    calm: 1,
    dtSeconds: 0,
    isFlying: false,
    isPlaced: false,
    hit: createGroundHit(),
  };
}

/** As new; the ground stays. */
export function resetGait(state: GaitState): void {
  resetObserver(state.observer);
  resetRhythm(state.rhythm);
  resetStride(state.stride);
  vec3.zero(state.stickVelocityWorld);
  state.feedback.bob = 0;
  state.feedback.groundY = 0;
  state.lifted = 0;
  state.liftSpeed = 0;
  state.isFlying = false;
  state.isPlaced = false;
}

function createStepState(): StepState {
  return {
    isStepping: false,
    cause: 'geometry',
    progress: 0,
    durationSeconds: 0.3,
    elapsedSeconds: 0,
    startWorld: createVec3(),
    goalWorld: createVec3(),
    startYaw: 0,
    goalYaw: 0,
    placeWorld: createVec3(),
    yaw: 0,
    lift: 0,
    fromObservedWorld: createVec3(),
    smoothWorld: createVec3(),
    startLift: 0,
    startPitch: 0,
    pitch: 0,
    normalWorld: createVec3(0, 1, 0),
    startNormal: createVec3(0, 1, 0),
    goalNormal: createVec3(0, 1, 0),
    plantedSeconds: 0,
  };
}

/** The ground stays, and so does what the player adds: both are the caller's. */
export function copyGait(out: GaitState, from: GaitState): void {
  const { ground: _, stickVelocityWorld: __, observer, rhythm, stride, steps, feedback, hit, ...flat } = from;
  copyFlat(out, flat);
  copyObserver(out.observer, observer);
  copyRhythm(out.rhythm, rhythm);
  copyFlat(out.stride, stride);
  for (let side = 0; side < 2; side++) copyFlat(out.steps[side], steps[side]);
  copyFlat(out.feedback, feedback);
  copyFlat(out.hit, hit);
}
