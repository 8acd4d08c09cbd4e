import {
  clamp,
  createQuat,
  createVec3,
  easingShare,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { writePose } from '../frame/poseSlice.js';
import { loseEverything, POSE_SIZE, pointNumber, quality, type TrackedController } from '../frame/trackedParts.js';
import { clampHandGoal, FOREARM, SHOULDER_FROM_HEAD, UPPER_ARM } from './clampHandGoal.js';
import { readHandle } from './emulatorCommands.js';
import {
  type EmulatedHand,
  type EmulatorParams,
  type EmulatorRate,
  type EmulatorState,
  REFERENCE_HEAD_HEIGHT,
} from './emulatorState.js';

// Scratch.
const shoulder = createVec3();
const target = createVec3();
const pole = createVec3();
const fingers = createVec3();
const thumb = createVec3();
const back = createVec3();
const armOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
const arm = { rootWorld: shoulder, targetWorld: target, poleWorld: pole, upperLength: UPPER_ARM, lowerLength: FOREARM };

/** Moves the emulated person on: keys build up speed, and what is shown eases towards its goal. */
export function stepEmulator(params: EmulatorParams, state: EmulatorState, dtSeconds: number): void {
  stepKeys(params, state, dtSeconds);
  easeShown(params, state, dtSeconds);
}

function stepKeys(params: EmulatorParams, state: EmulatorState, dtSeconds: number): void {
  const { speedHalfLife, standingHeadHeight, walkSpeed, riseSpeed, turnSpeed } = params;
  const ahead = travel(state.forward, walkSpeed, speedHalfLife, dtSeconds);
  const right = travel(state.sideways, walkSpeed, speedHalfLife, dtSeconds);
  const up = travel(state.rise, riseSpeed, speedHalfLife, dtSeconds);
  state.yaw += travel(state.turn, turnSpeed, speedHalfLife, dtSeconds);
  // Facing +Z the right hand is on -X.
  const sin = Math.sin(state.yaw);
  const cos = Math.cos(state.yaw);
  state.headGoal[0] += sin * ahead - cos * right;
  state.headGoal[2] += cos * ahead + sin * right;
  state.headGoal[1] = clamp(state.headGoal[1] + up, 0.35 * standingHeadHeight, 1.02 * standingHeadHeight);
  stepHandKeys(params, state, dtSeconds);
}

function stepHandKeys(params: EmulatorParams, state: EmulatorState, dtSeconds: number): void {
  const speed = (params.handSpeed * params.standingHeadHeight) / REFERENCE_HEAD_HEIGHT;
  const away = travel(state.handAway, speed, params.speedHalfLife, dtSeconds);
  const right = travel(state.handRight, speed, params.speedHalfLife, dtSeconds);
  const up = travel(state.handUp, speed, params.speedHalfLife, dtSeconds);
  if (away === 0 && right === 0 && up === 0) return;
  const hand = state[state.activeHand];
  // Facing +Z the right hand is on -X.
  vec3.set(hand.goal, hand.goal[0] - right, hand.goal[1] + up, hand.goal[2] + away);
  clampHandGoal(params, state.activeHand === 'left' ? 1 : -1, hand.goal);
}

/**
 * Way covered in dt while the speed eases towards the wished one. The integral is exact, so a key held for a second
 * leads to the same place at any frame rate: with d = 2^(-dt/h), way = wish dt + (speed - wish) (1 - d) h / ln 2.
 */
function travel(rate: EmulatorRate, fullSpeed: number, halfLife: number, dtSeconds: number): number {
  const wish = rate.wish * fullSpeed;
  const amount = easingShare(halfLife, dtSeconds);
  const way = wish * dtSeconds + ((rate.speed - wish) * amount * halfLife) / Math.LN2;
  rate.speed += (wish - rate.speed) * amount;
  return way;
}

function easeShown(params: EmulatorParams, state: EmulatorState, dtSeconds: number): void {
  const amount = easingShare(params.poseHalfLife, dtSeconds);
  state.shownYaw += (state.yaw - state.shownYaw) * amount;
  state.shownPitch += (state.pitch - state.shownPitch) * amount;
  state.shownRoll += (state.roll - state.shownRoll) * amount;
  // Knees take their time: four half-lives.
  state.crouchShown +=
    ((state.isCrouching ? 1 : 0) - state.crouchShown) * easingShare(4 * params.poseHalfLife, dtSeconds);
  const scale = params.standingHeadHeight / REFERENCE_HEAD_HEIGHT;
  vec3.copy(goal, state.headGoal);
  goal[1] = Math.max(0.35 * params.standingHeadHeight, goal[1] - state.crouchShown * params.crouchDepth * scale);
  easeVec3(state.headShown, goal, amount);
  for (let side = 0; side < 2; side++) {
    const hand = side === 0 ? state.left : state.right;
    easeVec3(hand.shown, hand.goal, amount);
    hand.shownRoll += (hand.roll - hand.shownRoll) * amount;
    hand.shownPitch += (hand.pitch - hand.shownPitch) * amount;
  }
}

function easeVec3(value: Vec3, goalValue: Vec3, amount: number): void {
  for (let k = 0; k < 3; k++) value[k] += (goalValue[k] - value[k]) * amount;
}

// Scratch.
const goal = createVec3();
const position = createVec3();
const rotation = createQuat();
const heading = createQuat();

/** Writes the shown person as joint poses: head and wrists, relative to the T-pose facing +Z. */
export function writeEmulatorFrame(params: EmulatorParams, state: EmulatorState, out: DeviceFrame): void {
  loseEverything(out);
  quat.setAxisAngle(heading, UP, state.shownYaw);
  quat.rotateX(rotation, heading, state.shownPitch);
  // The head's own +Z is its gaze: turning about it the other way leans it to the left.
  quat.rotateZ(rotation, rotation, -state.shownRoll);
  writePose(out.devicePoses, pointNumber.head * POSE_SIZE, state.headShown, rotation);
  out.quality[pointNumber.head] = quality.tracked;
  writeHand(params, state, state.left, 1, out, out.leftController);
  writeHand(params, state, state.right, -1, out, out.rightController);
}

const UP = createVec3(0, 1, 0);

function writeHand(
  params: EmulatorParams,
  state: EmulatorState,
  hand: EmulatedHand,
  mirror: 1 | -1,
  out: DeviceFrame,
  controller: TrackedController,
): void {
  controller.trigger = hand.trigger;
  controller.grip = hand.grip;
  if (hand.isLost) return;
  const point = mirror === 1 ? pointNumber.leftHand : pointNumber.rightHand;
  naturalHandRotation(rotation, params, mirror, hand.shown);
  // About the fingers, then about the thumb's side: fingers go up.
  quat.rotateX(rotation, rotation, -hand.shownRoll);
  quat.rotateZ(rotation, rotation, mirror * hand.shownPitch);
  quat.multiply(rotation, heading, rotation);
  readHandle(state, mirror === 1 ? 'leftHand' : 'rightHand', position);
  writePose(out.devicePoses, point * POSE_SIZE, position, rotation);
  out.quality[point] = quality.tracked;
}

/**
 * How a hand is held by default: in line with the forearm of an average arm; hanging, the thumb points
 * ahead; reaching ahead, up; raised, towards the middle, which turns the palm to the front as for a wave. Wrist from
 * the head joint, person facing +Z; `mirror` is 1 for the left hand and -1 for the right.
 */
function naturalHandRotation(
  out: Quat,
  { standingHeadHeight }: EmulatorParams,
  mirror: 1 | -1,
  wristFromHead: ReadonlyVec3,
): Quat {
  vec3.set(shoulder, mirror * SHOULDER_FROM_HEAD[0], SHOULDER_FROM_HEAD[1], SHOULDER_FROM_HEAD[2]);
  vec3.scale(target, wristFromHead, REFERENCE_HEAD_HEIGHT / standingHeadHeight);
  vec3.set(pole, mirror * 0.4, -1, -0.5);
  solveTwoBoneIk(arm, armOut);
  unitTowards(fingers, armOut.midWorld, armOut.endWorld);
  const down = Math.max(0, -fingers[1]);
  const raised = Math.max(0, fingers[1]);
  vec3.set(thumb, -mirror * raised, Math.max(0, fingers[2]), down + 0.4 * Math.abs(fingers[0]) + 0.1);
  unitAcross(thumb, fingers, thumb);
  // On the left the rest pose's +X is the fingers, on the right -X; +Z is the thumb's side on both.
  vec3.cross(back, thumb, fingers);
  vec3.scale(back, back, mirror);
  return lookRotation(out, thumb, back);
}
