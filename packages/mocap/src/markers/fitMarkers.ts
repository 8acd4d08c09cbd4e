import { DEG, type HumanoidBone, jointOfBone, type Motion, type Skeleton, yawOf } from '@leib/core';
import type { buildAngleBinding } from '@leib/core/pack';
import type { C3dFile, UpAxis } from '@leib/formats';
import { createDofFrame, updateDofFrame } from '../leastSquares/dofModel.js';
import type { BodyMarker } from './assignMarkers.js';
import { describeFit } from './describeFit.js';
import { modelMarkers } from './markerBody.js';
import { type MarkerFitOptions, type PreparedFit, prepareFit } from './prepareFit.js';
import { type SolvedFrames, solveAllFrames } from './solveAllFrames.js';
import { createMarkerFrameSolver } from './solveMarkerFrame.js';
import type { LabelSwap } from './swappedLabels.js';
import { readMarkers } from './trackFrames.js';
import type { WorldMarkers } from './worldMarkers.js';

/** How far a fit is: what it does, and the share of all work that is done, 0 to 1. */
export interface MarkerFitProgress {
  readonly stage: string;
  readonly share: number;
}

/** Share of the work before the first frame is solved; the frames are the rest. */
const PREPARED_SHARE = 0.4;

/**
 * Labelled markers become the movement of a body: first the person's bone lengths and the places of the markers are found from chosen
 * frames, then every frame is solved over all angles at once. As OpenSim's scaling and inverse kinematics (Delp et al., "OpenSim",
 * IEEE Trans Biomed Eng 54, 2007), with the lengths found from movement instead of a static trial. Plain data in and out, so that
 * it can run in a worker. Throws InputError where the labels say too little.
 */
export function fitMarkers(
  file: C3dFile,
  options: MarkerFitOptions,
  onProgress: (progress: MarkerFitProgress) => void = () => {},
): MarkerFit {
  let stageCount = 0;
  const prepared = prepareFit(file, options, (stage) => {
    onProgress({ stage, share: (PREPARED_SHARE * stageCount++) / 2 });
  });
  const solver = createMarkerFrameSolver(prepared.body);
  const every = Math.max(1, Math.floor(file.frameCount / 50));
  const solved = solveAllFrames(solver, prepared.world, file.labels, prepared.start, (frame) => {
    const share = PREPARED_SHARE + ((1 - PREPARED_SHARE) * (frame + 1)) / file.frameCount;
    if (frame % every === 0) onProgress({ stage: 'solving frames', share });
  });
  const jointStates = bridgeGaps(prepared.body.model.binding, solved);
  const placed = placeMarkers(prepared, solved);
  const motion = { name: options.name ?? 'markers', ...placed.motion };
  const markers = prepared.markers.map((_, marker) => residualOf(prepared, placed.residuals, marker));
  const report = describeFit({
    prepared,
    solved,
    jointStates,
    residuals: placed.residuals,
    stature: statureOf(options, motion.skeleton),
    fileNotes: file.notes,
    facingDeg: yawOf(motion.localRotations.subarray(0, 4) as unknown as Parameters<typeof yawOf>[0]) / DEG,
  });
  return { motion, angles: solved.angles, jointStates, markers, ...placed.points, residuals: placed.residuals, report };
}

/** Poses every frame once more, with gaps bridged: rotations of all joints, and where the markers are on the body. */
function placeMarkers({ body, world }: PreparedFit, { angles, rootPositions }: SolvedFrames) {
  const { skeleton, dofJoints } = body.model.binding;
  const { frameCount, hz } = world;
  const count = body.joints.length;
  const frame = createDofFrame(body.model);
  const measured = new Float64Array(frameCount * count * 3);
  const modelled = new Float64Array(frameCount * count * 3);
  const residuals = new Float32Array(frameCount * count);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let number = 0; number < frameCount; number++) {
    const at = number * count * 3;
    const rootPosition = rootPositions.subarray(number * 3, number * 3 + 3);
    const own = angles.subarray(number * dofJoints.length, (number + 1) * dofJoints.length);
    updateDofFrame(body.model, { rootPosition, angles: own }, frame);
    localRotations.set(frame.pose.localRotations, number * skeleton.jointCount * 4);
    modelMarkers(body, frame, modelled.subarray(at, at + count * 3));
    readMarkers(world, body.columns, number, measured.subarray(at, at + count * 3));
    for (let marker = 0; marker < count; marker++) {
      const i = at + marker * 3;
      residuals[number * count + marker] = Math.hypot(
        modelled[i] - measured[i],
        modelled[i + 1] - measured[i + 1],
        modelled[i + 2] - measured[i + 2],
      );
    }
  }
  const motion: Omit<Motion, 'name'> = { skeleton, hz, frameCount, rootPositions, localRotations };
  return { motion, points: { measured, modelled }, residuals };
}

function residualOf({ markers, body, world }: PreparedFit, residuals: Float32Array, marker: number): MarkerResidual {
  const { label, by, joint } = markers[marker];
  const all = Array.from({ length: world.frameCount }, (_, frame) => residuals[frame * markers.length + marker]);
  const seen = all.filter(Number.isFinite).sort((a, b) => a - b);
  const [x, y, z] = body.offsets.subarray(marker * 3, marker * 3 + 3);
  return {
    label,
    bone: body.model.binding.skeleton.names[joint],
    at: [x, y, z],
    by,
    mean: seen.reduce((sum, value) => sum + value, 0) / Math.max(1, seen.length),
    p95: seen[Math.floor(0.95 * (seen.length - 1))] ?? 0,
    max: seen.at(-1) ?? 0,
    missingShare: 1 - seen.length / Math.max(1, all.length),
  };
}

/** Stature in proportion to the height of the head joint. */
function statureOf({ skeleton, stature }: MarkerFitOptions, found: Skeleton): number {
  const headOf = (body: Skeleton, bone: HumanoidBone = 'head') =>
    body.restWorldPositions[Math.max(0, jointOfBone(body, bone)) * 3 + 1];
  return (stature * headOf(found)) / headOf(skeleton);
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
  /** State of each joint, as a number in jointStates. frameCount x jointCount. */
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
export const jointStates = ['unmarked', 'bridged', 'solved'] as const;

/**
 * Bridges frames in which a joint's markers are missing: its angles go straight from the last solved frame to the next; at the ends they
 * stay. Joints without markers in the whole file stay as they are. Returns the state of each joint in each frame, as numbers in
 * jointStates. frameCount x jointCount.
 */
function bridgeGaps({ skeleton, dofJoints }: ReturnType<typeof buildAngleBinding>, solved: SolvedFrames): Uint8Array {
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
