import { type AgentAngles, anglesFromPose, buildPoseReading, createAgentAngles } from '@leib/core/pack';
import { pointDerivatives, updateDofFrame } from '../leastSquares/dofModel.js';
import type { MarkerBody } from './markerBody.js';
import {
  defaultMarkerFrameParams,
  distanceSq,
  type MarkerFrameSolver,
  markerWeight,
  solveFromAfar,
} from './solveMarkerFrame.js';
import { exchangeColumns, findSwaps, type LabelSwap, mergeSwaps } from './swappedLabels.js';
import { countSeen, meanError, readMarkers, startPose } from './trackFrames.js';
import type { WorldMarkers } from './worldMarkers.js';

/** Poses of all frames. */
export interface SolvedFrames {
  /** Hips, world space. frameCount x 3. */
  readonly rootPositions: Float64Array;
  /** frameCount x angles of the layout. */
  readonly angles: Float64Array;
  /** 1 where a frame's markers determine a joint. frameCount x jointCount. */
  readonly isSeen: Uint8Array;
  readonly swaps: readonly LabelSwap[];
}

/** Mean error of a frame above which it is started from nothing, metres. */
const LOST = 0.08;
/** Markers that are left after which a start from nothing is worth a try. */
const LEAST_START = 6;

/** Solves every frame from the one before, and exchanges swapped labels back (in `world`). */
export function solveAllFrames(
  solver: MarkerFrameSolver,
  world: WorldMarkers,
  labels: readonly string[],
  start: AgentAngles,
  onFrame: (frame: number) => void,
): SolvedFrames {
  const { body } = solver;
  const { frameCount } = world;
  const { jointCount } = body.model.binding.skeleton;
  const angleCount = start.angles.length;
  const rootPositions = new Float64Array(frameCount * 3);
  const allAngles = new Float64Array(frameCount * angleCount);
  const isSeen = new Uint8Array(frameCount * jointCount);
  const swaps: LabelSwap[] = [];
  const angles = plainAngles(solver, start);
  const measured = new Float64Array(body.offsets.length);
  for (let frame = 0; frame < frameCount; frame++) {
    readMarkers(world, body.columns, frame, measured);
    // With the body where it was: all markers of two legs may be exchanged, and would fit crossed legs.
    if (frame > 0) swaps.push(...exchangeSwaps(solver, world, labels, frame, measured));
    const before = { rootPosition: angles.rootPosition.slice(), angles: angles.angles.slice() };
    if (countSeen(measured) > 0) solveFromAfar(solver, measured, angles);
    const found = exchangeSwaps(solver, world, labels, frame, measured);
    swaps.push(...found);
    if (found.length > 0) {
      angles.rootPosition.set(before.rootPosition);
      angles.angles.set(before.angles);
      solveFromAfar(solver, measured, angles);
    }
    if (meanError(solver.model, measured) > LOST && countSeen(measured) >= LEAST_START)
      restart(solver, measured, angles);
    rootPositions.set(angles.rootPosition, frame * 3);
    allAngles.set(angles.angles, frame * angleCount);
    markSeen(body, solver, measured, isSeen.subarray(frame * jointCount, (frame + 1) * jointCount));
    onFrame(frame);
  }
  return { rootPositions, angles: allAngles, isSeen, swaps: mergeSwaps(swaps) };
}

/** The same pose by the angles nearest to the T-pose: a search may end a whole turn, or a shoulder's other way round, away. */
function plainAngles({ body, frame }: MarkerFrameSolver, from: AgentAngles): AgentAngles {
  const { binding } = body.model;
  updateDofFrame(body.model, from, frame);
  const angles = createAgentAngles(binding.layout);
  anglesFromPose(buildPoseReading(binding), frame.pose, angles);
  return angles;
}

/** Exchanges labels that the body as it is now shows to be swapped, in the world and in `measured`. */
function exchangeSwaps(
  { body, model }: MarkerFrameSolver,
  world: WorldMarkers,
  labels: readonly string[],
  frame: number,
  measured: Float64Array,
): LabelSwap[] {
  const pairs = findSwaps(model, measured);
  for (const [a, b] of pairs) exchangeColumns(world, body.columns[a], body.columns[b], frame, frame);
  if (pairs.length > 0) readMarkers(world, body.columns, frame, measured);
  return pairs.map(([a, b]) => ({
    labels: [labels[body.columns[a]], labels[body.columns[b]]],
    fromFrame: frame,
    toFrame: frame,
  }));
}

/** Starts a frame from nothing, and keeps that where it fits better than what was followed. */
function restart(solver: MarkerFrameSolver, measured: Float64Array, angles: AgentAngles): void {
  const followed = meanError(solver.model, measured);
  const fresh = startPose(solver, measured).angles;
  solveFromAfar(solver, measured, fresh);
  if (meanError(solver.model, measured) < 0.7 * followed) {
    angles.rootPosition.set(fresh.rootPosition);
    angles.angles.set(fresh.angles);
  }
  solveFromAfar(solver, measured, angles);
}

/** Sum of a joint's angles' information, 1 / radians^2, from which on it counts as seen: about ten degrees of uncertainty. */
const LEAST_INFORMATION = 30;

/** Which joints this frame's markers determine: those whose angles move markers that are there and fit. */
function markSeen(
  { model, joints }: MarkerBody,
  { frame, model: positions }: MarkerFrameSolver,
  measured: Float64Array,
  outSeen: Uint8Array,
): void {
  const information = new Float64Array(model.unknownCount);
  const row = new Float64Array(model.unknownCount * 3);
  joints.forEach((joint, marker) => {
    const weight = markerWeight(distanceSq(positions, measured, marker * 3), defaultMarkerFrameParams);
    if (!(weight > 0)) return;
    pointDerivatives(model, frame, joint, positions.subarray(marker * 3, marker * 3 + 3), row);
    model.movers[joint].forEach((unknown, i) => {
      information[unknown] += weight * (row[i * 3] ** 2 + row[i * 3 + 1] ** 2 + row[i * 3 + 2] ** 2);
    });
  });
  model.binding.dofJoints.forEach((joint, dof) => {
    if (joint >= 0 && information[3 + dof] > LEAST_INFORMATION) outSeen[joint] = 1;
  });
}
