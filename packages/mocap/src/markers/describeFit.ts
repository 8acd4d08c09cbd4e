import { type HumanoidBone, humanoidBones, jointOfBone, type Motion, type Skeleton } from '@leib/core';
import type { AngleBinding } from '@leib/core/pack';
import type { UpAxis } from '@leib/formats';
import type { BodyMarker } from './assignMarkers.js';
import type { PreparedFit } from './prepareFit.js';
import type { SolvedFrames } from './solveAllFrames.js';
import { type LabelSwap, mergeSwaps } from './swappedLabels.js';
import type { WorldMarkers } from './worldMarkers.js';

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

/** How well one marker was met, metres. */
export interface MarkerResidual {
  readonly label: string;
  /** Name of the joint that carries it. */
  readonly bone: string;
  /** Where it sits on the bone, from the joint, axes of the T-pose. */
  readonly at: readonly [x: number, y: number, z: number];
  readonly by: BodyMarker['by'];
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
  /** Share of frames without it. */
  readonly missingShare: number;
}

/** Markers of a file as the movement of a body, and how well that explains them. */
export interface MarkerFit {
  readonly motion: Motion;
  /** Angles of the default layout. frameCount x 46. */
  readonly angles: Float64Array;
  /** State of each joint, as a number in stateNames. frameCount x jointCount. */
  readonly jointStates: Uint8Array;
  /** In the order of `measured`, `modelled` and `residuals`. */
  readonly markers: readonly MarkerResidual[];
  /** Measured positions in our world, swapped labels put right; NaN where one is missing. frameCount x markers x 3. */
  readonly measured: Float64Array;
  /** Where the body has them. frameCount x markers x 3. */
  readonly modelled: Float64Array;
  /** Distance of the two, metres; NaN where one is missing. frameCount x markers. */
  readonly residuals: Float32Array;
  readonly report: MarkerFitReport;
}

export interface MarkerFitReport {
  readonly up: UpAxis;
  readonly upFrom: WorldMarkers['upFrom'];
  readonly unitFactor: number;
  /** Metres. */
  readonly stature: number;
  /** Bone lengths, metres. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Where the person looks in the first frame: 0 is +Z, 90 is +X. */
  readonly facingDeg: number;
  /** Labels that sit on no bone. */
  readonly leftOut: readonly string[];
  readonly isMirrored: boolean;
  readonly swaps: readonly LabelSwap[];
  /** Joints that no marker determines; they stay as in the T-pose. */
  readonly unmarked: readonly string[];
  /** Share of frames in which some joint was bridged. */
  readonly bridgedShare: number;
  /** Mean over all markers and frames, metres. */
  readonly meanResidual: number;
  /** What was found and given up, for people. */
  readonly notes: readonly string[];
}

/** Markers of one frame: measured, on the body, and their distance. Views, not copies. */
interface MarkerFitFrame {
  readonly measured: Float64Array;
  readonly modelled: Float64Array;
  readonly residuals: Float32Array;
}

export function markerFitFrame({ markers, measured, modelled, residuals }: MarkerFit, frame: number): MarkerFitFrame {
  const count = markers.length;
  return {
    measured: measured.subarray(frame * count * 3, (frame + 1) * count * 3),
    modelled: modelled.subarray(frame * count * 3, (frame + 1) * count * 3),
    residuals: residuals.subarray(frame * count, (frame + 1) * count),
  };
}

/** What is known of a joint in a frame. */
const stateNames = ['unmarked', 'bridged', 'solved'] as const;

/**
 * Bridges frames in which a joint's markers are missing: its angles go straight from the last solved frame to the next; at the ends they
 * stay. Joints without markers in the whole file stay as they are. Returns the state of each joint in each frame, as numbers in
 * stateNames. frameCount x jointCount.
 */
export function bridgeGaps({ skeleton, dofJoints }: AngleBinding, solved: SolvedFrames): Uint8Array {
  const { jointCount } = skeleton;
  const frameCount = solved.rootPositions.length / 3;
  const states = new Uint8Array(frameCount * jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const dofs = [...dofJoints.keys()].filter((dof) => dofJoints[dof] === joint);
    const seen = (frame: number) => solved.isSeen[frame * jointCount + joint] === 1;
    const frames = Array.from({ length: frameCount }, (_, frame) => frame).filter(seen);
    if (frames.length === 0 || dofs.length === 0) continue;
    for (let frame = 0; frame < frameCount; frame++) states[frame * jointCount + joint] = seen(frame) ? 2 : 1;
    const runs = gapsBetween(frames, frameCount);
    for (const gap of runs) {
      for (const dof of dofs) bridge(solved.angles, dofJoints.length, dof, gap);
      if (joint === 0) for (let k = 0; k < 3; k++) bridge(solved.rootPositions, 3, k, gap);
    }
  }
  return states;
}

/** Frames without a joint, between two with it; -1 or frameCount where there is none on that side. */
interface Gap {
  readonly before: number;
  readonly after: number;
  readonly frameCount: number;
}

function gapsBetween(frames: readonly number[], frameCount: number): Gap[] {
  const ends = [-1, ...frames, frameCount];
  return ends
    .slice(1)
    .map((after, i) => ({ before: ends[i], after, frameCount }))
    .filter(({ before, after }) => after - before > 1);
}

function bridge(values: Float64Array, stride: number, at: number, { before, after, frameCount }: Gap): void {
  const from = before < 0 ? after : before;
  const to = after >= frameCount ? before : after;
  const [start, end] = [values[from * stride + at], values[to * stride + at]];
  for (let frame = before + 1; frame < after; frame++) {
    const share = before < 0 || after >= frameCount ? 0 : (frame - before) / (after - before);
    values[frame * stride + at] = start + share * (end - start);
  }
}
