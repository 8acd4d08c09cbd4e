import { DEG, type HumanoidBone, jointOfBone, type Motion, type Skeleton, yawOf } from '@leib/core';
import type { C3dFile } from '@leib/formats';
import { createDofFrame, updateDofFrame } from '../leastSquares/dofModel.js';
import { bridgeGaps, describeFit, type MarkerFit, type MarkerResidual } from './describeFit.js';
import { modelMarkers } from './markerBody.js';
import { type MarkerFitOptions, type PreparedFit, prepareFit } from './prepareFit.js';
import { type SolvedFrames, solveAllFrames } from './solveAllFrames.js';
import { createMarkerFrameSolver } from './solveMarkerFrame.js';
import { readMarkers } from './trackFrames.js';

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
