import { type HumanoidBone, humanoidBones, jointOfBone, type Skeleton } from '@leib/core';
import { type MarkerFitReport, jointStates as stateNames } from './fitMarkers.js';
import type { PreparedFit } from './prepareFit.js';
import type { SolvedFrames } from './solveAllFrames.js';
import { type LabelSwap, mergeSwaps } from './swappedLabels.js';

export interface FitFacts {
  readonly prepared: PreparedFit;
  readonly solved: SolvedFrames;
  readonly jointStates: Uint8Array;
  readonly residuals: Float32Array;
  readonly stature: number;
  /** What the reader of the file left out or assumed. */
  readonly fileNotes: readonly string[];
  readonly facingDeg: number;
}

/** What a fit found and gave up, as data and in sentences. */
export function describeFit({
  prepared,
  solved,
  jointStates,
  residuals,
  stature,
  facingDeg,
  fileNotes,
}: FitFacts): MarkerFitReport {
  const { world, body, leftOut, isMirrored } = prepared;
  const { skeleton, dofJoints } = body.model.binding;
  const swaps = mergeSwaps([...prepared.swaps, ...solved.swaps]);
  const unmarked = [...new Set(dofJoints)]
    .filter((joint) => joint >= 0 && jointStates[joint] === stateNames.indexOf('unmarked'))
    .map((joint) => skeleton.names[joint]);
  const bridgedShare = bridgedShareOf(jointStates, skeleton.jointCount, world.frameCount);
  const seen = residuals.filter(Number.isFinite);
  const facts = {
    up: world.up,
    upFrom: world.upFrom,
    unitFactor: world.unitFactor,
    stature,
    lengths: lengthsOf(skeleton),
    facingDeg,
    leftOut,
    isMirrored,
    swaps,
    unmarked,
    bridgedShare,
    meanResidual: seen.reduce((sum, value) => sum + value, 0) / Math.max(1, seen.length),
  };
  const hasPelvis = body.joints.some((joint) => /^hips$|Leg$|Foot$|Toes$/.test(boneName(skeleton, joint)));
  const hanging = hasPelvis ? [] : ['no marker on pelvis and legs: the hips follow the trunk'];
  return { ...facts, notes: [...fileNotes, ...notesOn(facts), ...hanging] };
}

const boneName = ({ jointToBone }: Skeleton, joint: number): string => humanoidBones[jointToBone[joint]] ?? '';

function bridgedShareOf(states: Uint8Array, jointCount: number, frameCount: number): number {
  const bridged = stateNames.indexOf('bridged');
  let count = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    if (states.subarray(frame * jointCount, (frame + 1) * jointCount).includes(bridged)) count++;
  }
  return count / Math.max(1, frameCount);
}

const segments: readonly (readonly [name: string, end: string])[] = [
  ['UpperArm', 'LowerArm'],
  ['Forearm', 'Hand'],
  ['Thigh', 'LowerLeg'],
  ['Shank', 'Foot'],
];

function lengthsOf(skeleton: Skeleton): Record<string, number> {
  const lengths: Record<string, number> = {};
  for (const side of ['left', 'right'] as const) {
    for (const [name, end] of segments) {
      const joint = jointOfBone(skeleton, `${side}${end}` as HumanoidBone);
      if (joint >= 0)
        lengths[`${side}${name}`] = Math.hypot(...skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3));
    }
  }
  return lengths;
}

const upReasons: Readonly<Record<MarkerFitReport['upFrom'], string>> = {
  given: 'as you said',
  markers: 'from the markers of head and feet',
  parameter: 'from the file’s POINT:Y_SCREEN',
  floor: 'as the only axis along which all markers are above zero',
  convention: 'as nothing in the file says otherwise',
};

function notesOn(facts: Omit<MarkerFitReport, 'notes'>): string[] {
  const { up, upFrom, unitFactor, leftOut, unmarked, bridgedShare } = facts;
  const notes = [`${up} is up, ${upReasons[upFrom]}`];
  if (unitFactor !== 1) notes.push(`lengths were multiplied by ${unitFactor}: the file’s unit gives no person’s size`);
  if (facts.isMirrored) notes.push('left and right are exchanged in all labels; they were put right');
  for (const swap of facts.swaps) notes.push(swapNote(swap));
  if (leftOut.length > 0) notes.push(`on no bone, left out: ${leftOut.join(', ')}`);
  if (unmarked.length > 0) notes.push(`without markers, as in the T-pose: ${unmarked.join(', ')}`);
  if (bridgedShare > 0)
    notes.push(`joints without markers for a while were bridged in ${percent(bridgedShare)} of the frames`);
  return notes;
}

function swapNote({ labels, fromFrame, toFrame }: LabelSwap): string {
  return `${labels[0]} and ${labels[1]} carry each other’s label in frames ${fromFrame} to ${toFrame}; they were put right`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
