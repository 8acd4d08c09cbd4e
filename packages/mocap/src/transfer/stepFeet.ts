import { createQuat, createVec3, easeScalar, type Pose, type ReadonlyVec3, vec3 } from '@leib/core';
import { readPoint, readRotation } from './bodyCapsules.js';
import type { FootTransfer } from './footTransfer.js';
import type { ContactPointState, FootState, TransferModel, TransferParams, TransferState } from './transferModel.js';

/** How quickly the height of a planted ball, and the weight of a contact, come and go. */
const blendHalfLifeSeconds = 0.03;

// Scratch: every call of stepFoot() writes these before reading them.
const pointWorld = createVec3();
const footWorld = createQuat();
const shiftWorld = createVec3();
const ballOffset = createVec3();

/** Finds which parts of the actor's feet are planted, and where the agent's ankles go. */
export function stepFeet(model: TransferModel, state: TransferState, pose: Pose, dtSeconds: number): void {
  for (let i = 0; i < model.feet.length; i++) {
    stepFoot(model, model.feet[i], state.feet[i], {
      pose,
      agentPose: state.pose,
      isFirst: !state.isStarted,
      dtSeconds,
    });
  }
}

interface FootFrame {
  /** Actor's. */
  readonly pose: Pose;
  /** Agent's, by angles. */
  readonly agentPose: Pose;
  readonly isFirst: boolean;
  readonly dtSeconds: number;
}

function stepFoot(model: TransferModel, foot: FootTransfer, state: FootState, frame: FootFrame): void {
  const { params } = model;
  const { leg } = foot;
  const { pose, agentPose, dtSeconds } = frame;
  readPoint(pointWorld, pose, leg.fromFoot);
  stepContactPoint(state.heel, params, pointWorld, foot.ankleRestHeight, frame);

  // The scaled place of the actor's ankle, moved sideways for hips of another width.
  const { ankleWorld, correction, lockWorld } = state;
  vec3.scale(ankleWorld, pointWorld, leg.scale);
  ankleWorld[1] += leg.ankleLift;
  readRotation(footWorld, agentPose, leg.limb.end);
  vec3.add(
    ankleWorld,
    ankleWorld,
    vec3.transformQuat(shiftWorld, vec3.set(shiftWorld, leg.stanceShift, 0, 0), footWorld),
  );

  let ballRise = 0;
  vec3.set(ballOffset, 0, 0, 0);
  if (foot.fromToes >= 0) {
    readPoint(pointWorld, pose, foot.fromToes);
    stepContactPoint(state.ball, params, pointWorld, foot.ballRestHeight, frame);
    readPoint(ballOffset, agentPose, foot.toToes);
    vec3.subtract(ballOffset, ballOffset, readPoint(shiftWorld, agentPose, leg.limb.end));
    const ballHeight = (pointWorld[1] - foot.ballRestHeight) * leg.scale + foot.toBallRestHeight;
    if (state.ball.isDown) ballRise = ballHeight - (ankleWorld[1] + ballOffset[1]);
  }

  const planted = state.ball.isDown ? 'ball' : state.heel.isDown ? 'heel' : 'none';
  // What is locked: the ball, around which the foot rolls off, or the ankle.
  vec3.copy(pointWorld, ankleWorld);
  if (planted === 'ball') vec3.add(pointWorld, pointWorld, ballOffset);
  if (planted !== state.planted) vec3.add(lockWorld, pointWorld, correction);
  state.planted = planted;
  if (planted === 'none') {
    correction[0] = easeScalar(correction[0], 0, params.releaseHalfLifeSeconds, dtSeconds);
    correction[2] = easeScalar(correction[2], 0, params.releaseHalfLifeSeconds, dtSeconds);
  } else holdBack(state, pointWorld, params.slideDistance * leg.scale);
  correction[1] = frame.isFirst ? ballRise : easeScalar(correction[1], ballRise, blendHalfLifeSeconds, dtSeconds);
  vec3.add(ankleWorld, ankleWorld, correction);
  const weight = planted === 'none' ? 0 : 1;
  state.weight = frame.isFirst ? weight : easeScalar(state.weight, weight, blendHalfLifeSeconds, dtSeconds);
}

/** Moves the point back to where it is locked; the lock slides along where that would be too far. */
function holdBack({ correction, lockWorld }: FootState, pointWorld: ReadonlyVec3, farthest: number): void {
  const x = lockWorld[0] - pointWorld[0];
  const z = lockWorld[2] - pointWorld[2];
  const distance = Math.hypot(x, z);
  const share = distance > farthest ? farthest / distance : 1;
  correction[0] = x * share;
  correction[2] = z * share;
  lockWorld[0] = pointWorld[0] + correction[0];
  lockWorld[2] = pointWorld[2] + correction[2];
}

/** Whether a heel or ball of the actor is planted: slow and low, with hysteresis. */
function stepContactPoint(
  state: ContactPointState,
  params: TransferParams,
  pointWorld: ReadonlyVec3,
  restHeight: number,
  { isFirst, dtSeconds }: FootFrame,
): void {
  const speed = isFirst || !(dtSeconds > 0) ? state.speed : vec3.distance(pointWorld, state.before) / dtSeconds;
  state.speed = easeScalar(state.speed, speed, params.speedHalfLifeSeconds, dtSeconds);
  vec3.copy(state.before, pointWorld);
  const height = pointWorld[1] - restHeight;
  state.isDown = state.isDown
    ? state.speed < params.releaseSpeed && height < params.releaseHeight
    : state.speed < params.plantSpeed && height < params.plantHeight;
}
