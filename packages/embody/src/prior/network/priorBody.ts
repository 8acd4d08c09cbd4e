import { jointOfBone, type Skeleton, smplBones, smplToJoint } from '@leib/core';
import {
  HEAD_JOINT,
  LOWER_BACK,
  PRIOR_HZ,
  PRIOR_JOINT_COUNT,
  PRIOR_POINT_COUNT,
  PROPORTION_COUNT,
  priorLags,
  priorParents,
} from './priorLayout.js';

/** A skeleton as the network knows bodies: 23 joints, and 20 numbers that say how it is built. */
export interface PriorBody {
  /** Head above ankles at rest, metres: the unit of length of all features. */
  readonly scale: number;
  /** Offset of each of the 23 joints from its parent at rest, metres. 23 x 3. */
  readonly offsets: Float64Array;
  readonly proportions: Float64Array;
  /** What each feature is multiplied with so that all bodies are alike. */
  readonly featureUnits: Float64Array;
}

/** Where trunk joints usually lie between hips (0) and head (1): for rigs that lack some. SMPL joints 3 6 9 12. */
const trunkJoints = [0, 3, 6, 9, 12, HEAD_JOINT];
const trunkParts = [0, 0.21, 0.43, 0.64, 0.82, 1];
/** Toes from the ankle, in units of the scale. */
const usualToes = [0, -0.022, 0.077];

export function buildPriorBody(skeleton: Skeleton): PriorBody {
  const rest = restJoints(skeleton);
  const scale = rest[HEAD_JOINT * 3 + 1] - 0.5 * (rest[7 * 3 + 1] + rest[8 * 3 + 1]);
  if (jointOfBone(skeleton, 'leftToes') < 0) addToes(rest, 7, 10, scale);
  if (jointOfBone(skeleton, 'rightToes') < 0) addToes(rest, 8, 11, scale);
  const offsets = new Float64Array(PRIOR_JOINT_COUNT * 3);
  for (let joint = 0; joint < PRIOR_JOINT_COUNT; joint++) {
    const parent = priorParents[joint];
    for (let k = 0; k < 3; k++) {
      offsets[joint * 3 + k] = rest[joint * 3 + k] - (parent < 0 ? 0 : rest[parent * 3 + k]);
    }
  }
  return {
    scale,
    offsets,
    proportions: measureProportions(offsets, scale),
    featureUnits: buildFeatureUnits(scale),
  };
}

/** Rest positions of the 23 joints; trunk joints that the rig lacks lie between those it has. */
function restJoints(skeleton: Skeleton): Float64Array {
  const joints = smplToJoint(skeleton);
  const rest = new Float64Array(PRIOR_JOINT_COUNT * 3);
  joints.forEach((joint, smpl) => {
    rest.set(skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3), smpl * 3);
  });
  rest.set(rest.subarray(0, 3), LOWER_BACK * 3);
  const has = (smpl: number) => jointOfBone(skeleton, smplBones[smpl]) >= 0;
  for (let i = 1; i < trunkJoints.length - 1; i++) {
    if (has(trunkJoints[i])) continue;
    let [below, above] = [i - 1, i + 1];
    while (above < trunkJoints.length - 1 && !has(trunkJoints[above])) above++;
    while (below > 0 && !has(trunkJoints[below])) below--;
    const part = (trunkParts[i] - trunkParts[below]) / (trunkParts[above] - trunkParts[below]);
    for (let k = 0; k < 3; k++) {
      const from = rest[trunkJoints[below] * 3 + k];
      rest[trunkJoints[i] * 3 + k] = from + part * (rest[trunkJoints[above] * 3 + k] - from);
    }
  }
  for (const collar of [13, 14]) if (!has(collar)) rest.set(rest.subarray(27, 30), collar * 3);
  return rest;
}

function addToes(rest: Float64Array, ankle: number, toes: number, scale: number): void {
  for (let k = 0; k < 3; k++) rest[toes * 3 + k] = rest[ankle * 3 + k] + usualToes[k] * scale;
}

/** Left and right averaged, in units of the scale. */
function measureProportions(offsets: Float64Array, scale: number): Float64Array {
  const at = (joint: number, axis: number) => offsets[joint * 3 + axis] / scale;
  /** Of a left joint and the right one, whose number is one higher. */
  const both = (left: number, axis: number) => 0.5 * (at(left, axis) + (axis === 0 ? -1 : 1) * at(left + 1, axis));
  const length = (left: number) =>
    0.5 *
    (Math.hypot(at(left, 0), at(left, 1), at(left, 2)) + Math.hypot(at(left + 1, 0), at(left + 1, 1), at(left + 1, 2)));
  const numbers = [
    ...[both(1, 0), both(1, 1), both(1, 2), length(4), length(7), both(10, 1), both(10, 2)],
    ...[at(3, 1), at(6, 1), at(9, 1), at(12, 1), at(12, 2), at(HEAD_JOINT, 1), at(HEAD_JOINT, 2)],
    ...[both(13, 1), length(13), both(16, 0), both(16, 1), length(18), length(20)],
  ];
  return Float64Array.from({ length: PROPORTION_COUNT }, (_, i) => numbers[i]);
}

/** What each feature is measured in: lengths in body scales, rates per second. */
function buildFeatureUnits(scale: number): Float64Array {
  const units: number[] = [];
  for (let point = 0; point < PRIOR_POINT_COUNT; point++) {
    units.push(...Array<number>(point === 0 ? 1 : 3).fill(1 / scale), ...Array<number>(6).fill(1));
    units.push(...Array<number>(3).fill(PRIOR_HZ / scale), ...Array<number>(6).fill(PRIOR_HZ));
    if (point > 0) units.push(1);
  }
  for (const _ of priorLags) units.push(...Array<number>(9).fill(1 / scale), ...Array<number>(6).fill(1));
  units.push(...Array<number>(PROPORTION_COUNT).fill(1));
  return Float64Array.from(units);
}
