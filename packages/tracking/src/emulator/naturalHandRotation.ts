import {
  createVec3,
  lookRotation,
  type Quat,
  type ReadonlyVec3,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitAcross,
  unitTowards,
  vec3,
} from '@leib/core';
import { FOREARM, SHOULDER_FROM_HEAD, UPPER_ARM } from './clampHandGoal.js';
import { type EmulatorParams, REFERENCE_HEAD_HEIGHT } from './emulatorState.js';

// Scratch.
const shoulder = createVec3();
const target = createVec3();
const pole = createVec3();
const fingers = createVec3();
const thumb = createVec3();
const back = createVec3();
const armOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
const arm = { rootWorld: shoulder, targetWorld: target, poleWorld: pole, upperLength: UPPER_ARM, lowerLength: FOREARM };

/**
 * How a hand is held by default: in line with the forearm of an average arm; hanging, the thumb points
 * ahead; reaching ahead, up; raised, towards the middle, which turns the palm to the front as for a wave. Wrist from
 * the head joint, person facing +Z; `mirror` is 1 for the left hand and -1 for the right.
 */
export function naturalHandRotation(
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
