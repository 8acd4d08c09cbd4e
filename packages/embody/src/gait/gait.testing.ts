import { createQuat, jointOfBone, quat, type Skeleton, updateWorldPose, type Vec3 } from '@leib/core';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { type BodyState, createBodyState } from '../bodyState.js';
import type { Ground } from '../ground/ground.js';
import { createLegsState, type LegsState } from '../legs/legsState.js';
import { solveLegs } from '../legs/solveLegs.js';
import { buildTestBody } from '../testing.js';
import { buildGait, type GaitModel } from './gaitModel.js';
import { defaultGaitSettings, type GaitSettings } from './gaitSettings.js';
import { createGaitState, type GaitState } from './gaitState.js';
import { readRhythm } from './readRhythm.js';
import { stepGait } from './stepGait.js';

/** Tests only: an upright body that is moved about as a whole, so that laws about feet can be tried without a trunk. */
export interface Walker {
  readonly skeleton: Skeleton;
  readonly model: GaitModel;
  readonly state: GaitState;
  readonly legs: LegsState;
  readonly body: BodyState;
  readonly head: number;
}

/** Where the body is at a time: hips' place, heading, and how much lower than standing it is. */
export type Way = (seconds: number) => {
  x: number;
  z: number;
  yaw: number;
  floorY?: number;
  sunk?: number;
  pitch?: number;
};

export function createWalker(
  settings: GaitSettings = defaultGaitSettings,
  ground?: Ground,
  skeleton: Skeleton = buildTestBody(),
): Walker {
  const model = buildGait(skeleton, settings);
  const state = ground === undefined ? createGaitState(model) : createGaitState(model, ground);
  return {
    skeleton,
    model,
    state,
    legs: createLegsState(),
    body: createBodyState(skeleton),
    head: jointOfBone(skeleton, 'head'),
  };
}

/** Hips of a person who walks are this much lower than at rest, metres: the knees are a little bent. */
const SUNK = 0.07;

/**
 * One frame at a time on a way. `byStick`: the whole motion is the stick's, so that the feet go by geometry; otherwise
 * they listen to the head as they would to a person's.
 */
export function stepWalker(walker: Walker, way: Way, seconds: number, dt: number, byStick = true): void {
  const { skeleton, model, state, legs, body, head } = walker;
  const { pose, travel, targets } = body;
  const { x, z, yaw, floorY = 0, sunk = 0, pitch = 0 } = way(seconds);
  const rotation = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  quat.rotateX(rotation, rotation, pitch);
  pose.localRotations.set([rotation[0], rotation[1], rotation[2], rotation[3]], 0);
  pose.rootPosition.set([x, floorY + model.hipsHeight - SUNK - sunk, z]);
  updateWorldPose(skeleton, pose);
  const past = way(Math.max(0, seconds - 0.1));
  const span = Math.min(0.1, seconds);
  setVec(
    travel.velocityWorld,
    span > 0
      ? [(x - past.x) / span, (floorY - sunk - ((past.floorY ?? 0) - (past.sunk ?? 0))) / span, (z - past.z) / span]
      : [0, 0, 0],
  );
  travel.speed = Math.hypot(travel.velocityWorld[0], travel.velocityWorld[2]);
  if (travel.speed > 0.125)
    setVec(travel.directionWorld, [travel.velocityWorld[0] / travel.speed, 0, travel.velocityWorld[2] / travel.speed]);
  else setVec(travel.directionWorld, [Math.sin(yaw), 0, Math.cos(yaw)]);
  setVec(travel.comWorld, [x, pose.rootPosition[1] + 0.25, z]);
  body.heading.yaw = yaw;
  const at = pointNumber.head * POSE_SIZE;
  targets.frame.jointPoses.set(pose.worldPositions.subarray(head * 3, head * 3 + 3), at);
  targets.frame.jointPoses.set(pose.worldRotations.subarray(head * 4, head * 4 + 4), at + 3);
  targets.frame.quality[pointNumber.head] = quality.tracked;
  targets.weights[pointNumber.head] = 1;
  if (byStick) setVec(state.stickVelocityWorld, [travel.velocityWorld[0], 0, travel.velocityWorld[2]]);
  readRhythm(model, state, body, dt);
  stepGait(model, state, body, dt);
  solveLegs(model, legs, body, dt);
  updateWorldPose(skeleton, pose);
  body.isPlaced = true;
}

/** Runs a way from its start and looks at every frame. */
export function walk(
  walker: Walker,
  way: Way,
  seconds: number,
  hz: number,
  look: (seconds: number, frame: number) => void = () => {},
  byStick = true,
): void {
  const count = Math.round(seconds * hz);
  for (let frame = 0; frame <= count; frame++) {
    stepWalker(walker, way, frame / hz, 1 / hz, byStick);
    look(frame / hz, frame);
  }
}

/** Straight ahead at a speed, from a stand within half a second. */
export function straight(speed: number, angle = 0): Way {
  return (seconds) => {
    const gone = seconds < 0.5 ? speed * seconds * seconds : speed * (seconds - 0.25);
    return { x: Math.sin(angle) * gone, z: Math.cos(angle) * gone, yaw: 0 };
  };
}

function setVec(out: Vec3, values: readonly number[]): void {
  for (let k = 0; k < 3; k++) out[k] = values[k];
}

/** Where a joint is, world space. */
export function jointAt({ body }: Walker, joint: number): number[] {
  return [...body.pose.worldPositions.subarray(joint * 3, joint * 3 + 3)];
}
