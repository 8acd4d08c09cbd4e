import { createQuat, createVec3, humanoidBones, type Motion, quat, type Skeleton, vec3 } from '@leib/core';
import { POSE_SIZE } from '@leib/tracking';
import { bell } from './random.ts';

/**
 * The same movement of another person: other proportions, another fit of the headset, another grip of the controllers,
 * glances aside. The samples come from fifty people only; varied samples keep the fit from learning these fifty.
 */
export interface Variation {
  /** Sizes of trunk, arms, shoulders and legs. */
  readonly trunk: number;
  readonly arms: number;
  readonly shoulders: number;
  readonly legs: number;
  /** Headset on the head: pitch and roll, radians. */
  readonly pitch: number;
  readonly roll: number;
  /** The head turns by this beside what it did: radians at two frequencies, hertz, and phases. */
  readonly glance: number;
  readonly glanceHz: readonly [number, number];
  readonly glancePhase: readonly [number, number];
  /** Hand trackers on the hands: places, metres, and turns, radians; left, right. */
  readonly handPlaces: readonly number[];
  readonly handTurns: readonly number[];
  /** Error of the floor's height, metres. */
  readonly floor: number;
}

export function drawVariation(random: () => number): Variation {
  const six = (scale: number) => Array.from({ length: 6 }, () => scale * bell(random));
  return {
    trunk: 1 + 0.12 * bell(random),
    arms: 1 + 0.12 * bell(random),
    shoulders: 1 + 0.15 * bell(random),
    legs: 1 + 0.12 * bell(random),
    pitch: 0.3 * bell(random),
    roll: 0.08 * bell(random),
    // Every second one looks about.
    glance: random() < 0.5 ? 0 : 0.18 + 0.54 * random(),
    glanceHz: [0.1 + 0.5 * random(), 0.05 + 0.3 * random()],
    glancePhase: [2 * Math.PI * random(), 2 * Math.PI * random()],
    handPlaces: six(0.06),
    handTurns: six(0.4),
    floor: 0.03 * bell(random),
  };
}

/** The motion of a person with other proportions; steps grow with the legs. */
export function varyBody(motion: Motion, variation: Variation): Motion {
  const { skeleton } = motion;
  const restOffsets = skeleton.restOffsets.slice();
  restOffsets[1] *= variation.legs;
  for (let joint = 1; joint < skeleton.jointCount; joint++) {
    const scale = scaleOf(skeleton, joint, variation);
    for (let k = 0; k < 3; k++) restOffsets[joint * 3 + k] *= scale;
  }
  const restWorldPositions = restOffsets.slice();
  for (let joint = 1; joint < skeleton.jointCount; joint++) {
    for (let k = 0; k < 3; k++)
      restWorldPositions[joint * 3 + k] += restWorldPositions[skeleton.parents[joint] * 3 + k];
  }
  return {
    ...motion,
    skeleton: { ...skeleton, restOffsets, restWorldPositions },
    rootPositions: motion.rootPositions.map((value) => value * variation.legs),
  };
}

function scaleOf({ jointToBone }: Skeleton, joint: number, variation: Variation): number {
  const bone = jointToBone[joint] < 0 ? '' : humanoidBones[jointToBone[joint]];
  if (/LowerLeg|Foot|Toes/.test(bone)) return variation.legs;
  if (/LowerArm|Hand/.test(bone)) return variation.arms;
  if (/UpperArm/.test(bone)) return variation.shoulders;
  return /UpperLeg/.test(bone) ? 1 : variation.trunk;
}

const rotation = createQuat();
const place = createVec3();

/** Puts headset and controllers otherwise: poses of head, left and right hand. */
export function varyTrackers(poses: Float64Array, variation: Variation, seconds: number): void {
  const { glance, glanceHz, glancePhase, handPlaces, handTurns } = variation;
  const wave = (i: 0 | 1) => Math.sin(2 * Math.PI * glanceHz[i] * seconds + glancePhase[i]);
  readRotation(poses, 0);
  quat.rotateY(rotation, rotation, glance * (wave(0) + wave(1)));
  quat.rotateX(rotation, rotation, variation.pitch);
  quat.rotateZ(rotation, rotation, variation.roll);
  poses.set(rotation, 3);
  for (let side = 0; side < 2; side++) {
    const at = (1 + side) * POSE_SIZE;
    readRotation(poses, at);
    vec3.set(place, handPlaces[side * 3], handPlaces[side * 3 + 1], handPlaces[side * 3 + 2]);
    vec3.transformQuat(place, place, rotation);
    for (let k = 0; k < 3; k++) poses[at + k] += place[k];
    quat.rotateX(rotation, rotation, handTurns[side * 3]);
    quat.rotateY(rotation, rotation, handTurns[side * 3 + 1]);
    quat.rotateZ(rotation, rotation, handTurns[side * 3 + 2]);
    poses.set(rotation, at + 3);
  }
}

function readRotation(poses: Float64Array, at: number): void {
  quat.set(rotation, poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
}
