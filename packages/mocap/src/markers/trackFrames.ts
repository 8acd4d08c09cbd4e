import { createQuat, type ReadonlyVec3 } from '@leib/core';
import { type AgentAngles, type AngleLayout, anglesOfRotation, createAgentAngles, turnAbout } from '@leib/core/pack';
import {
  defaultMarkerFrameParams,
  distanceSq,
  type MarkerFrameParams,
  type MarkerFrameSolver,
  solveFromAfar,
  solveMarkerFrame,
} from './solveMarkerFrame.js';
import type { WorldMarkers } from './worldMarkers.js';

/** A solved frame. */
export interface TrackedFrame {
  readonly frame: number;
  readonly measured: Float64Array;
  readonly angles: AgentAngles;
  /** Where the body's markers are. */
  readonly model: Float64Array;
  /** Mean distance of measured markers, metres. */
  readonly error: number;
}

/** Markers of the body in one frame, in the order of the body. NaN where one is missing. */
export function readMarkers(world: WorldMarkers, columns: Int32Array, frame: number, out: Float64Array): void {
  columns.forEach((column, marker) => {
    const at = (frame * world.columnCount + column) * 3;
    for (let k = 0; k < 3; k++) out[marker * 3 + k] = world.positions[at + k];
  });
}

export function countSeen(measured: Float64Array): number {
  let count = 0;
  for (let at = 0; at < measured.length; at += 3) if (Number.isFinite(measured[at])) count++;
  return count;
}

/** Finds the rough place of a stiff body first... */
const stiffStart: MarkerFrameParams = {
  ...defaultMarkerFrameParams,
  outlier: 2,
  stiffness: 1000,
  maxSteps: 15,
  minImprovement: 1e-3,
};
/** ...then lets it move. */
const looseStart: MarkerFrameParams = { ...defaultMarkerFrameParams, outlier: 0.4, maxSteps: 60, minImprovement: 1e-4 };

/** Mean error above which a standing start is not believed and lying ones are tried, metres. */
const POOR_START = 0.06;

/** The pose of a frame from nothing: the body is started facing four ways, and lying where standing does not fit. */
export function startPose(solver: MarkerFrameSolver, measured: Float64Array): { angles: AgentAngles; cost: number } {
  const { layout } = solver.body.model.binding;
  const [turn, pitch] = ['hips.turn', 'hips.pitch'].map((wanted) =>
    layout.dofs.findIndex(({ name }) => name === wanted),
  );
  let best = { angles: createAgentAngles(layout), cost: Number.POSITIVE_INFINITY };
  for (const lean of [0, Math.PI / 2.2, -Math.PI / 2.2]) {
    for (let quarter = 0; quarter < 4; quarter++) {
      const angles = createAgentAngles(layout);
      angles.angles[turn] = (quarter * Math.PI) / 2;
      angles.angles[pitch] = lean;
      centreOn(solver, measured, angles);
      solveMarkerFrame(solver, measured, angles, stiffStart);
      const cost = solveMarkerFrame(solver, measured, angles, looseStart);
      if (cost < best.cost) best = { angles, cost };
    }
    solveMarkerFrame(solver, measured, best.angles, { ...looseStart, maxSteps: 0 });
    if (meanError(solver.model, measured) < POOR_START) break;
  }
  return best;
}

/** Moves the body so that the middles of measured markers and their counterparts meet. */
function centreOn(solver: MarkerFrameSolver, measured: Float64Array, angles: AgentAngles): void {
  solveMarkerFrame(solver, measured, angles, { ...stiffStart, maxSteps: 0 });
  const count = Math.max(1, countSeen(measured));
  for (let at = 0; at < measured.length; at += 3) {
    if (!Number.isFinite(measured[at])) continue;
    for (let k = 0; k < 3; k++) angles.rootPosition[k] += (measured[at + k] - solver.model[at + k]) / count;
  }
}

export function meanError(model: Float64Array, measured: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < model.length; at += 3) {
    const errorSq = distanceSq(model, measured, at);
    if (!(errorSq >= 0)) continue;
    sum += Math.sqrt(errorSq);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/**
 * Solves chosen frames (rising numbers), each from its neighbour's pose, from the one with most markers to both ends. A frame that
 * does not fit from there is started from nothing, and other poses of the arms are tried in every third.
 */
export function trackFrames(
  solver: MarkerFrameSolver,
  world: WorldMarkers,
  frames: readonly number[],
  params: MarkerFrameParams,
): TrackedFrame[] {
  const { columns } = solver.body;
  const measured = frames.map((frame) => {
    const out = new Float64Array(columns.length * 3);
    readMarkers(world, columns, frame, out);
    return out;
  });
  const counts = measured.map(countSeen);
  const first = counts.indexOf(Math.max(...counts));
  const tracked: TrackedFrame[] = [];
  const solve = (i: number, from: AgentAngles) => {
    const angles = { rootPosition: from.rootPosition.slice(), angles: from.angles.slice() };
    const cost = solveFromAfar(solver, measured[i], angles, params);
    if ((i - first) % 3 === 0) {
      tryOtherWays(solver, measured[i], angles, cost, params);
      solveMarkerFrame(solver, measured[i], angles, params);
    }
    tracked[i] = {
      frame: frames[i],
      measured: measured[i],
      angles,
      model: solver.model.slice(),
      error: meanError(solver.model, measured[i]),
    };
  };
  solve(first, startPose(solver, measured[first]).angles);
  const limit = Math.max(POOR_START, 2 * tracked[first].error);
  const follow = (i: number, from: number) => {
    solve(i, tracked[from].angles);
    if (tracked[i].error < limit || counts[i] < counts[first] / 2) return;
    const followed = tracked[i];
    solve(i, startPose(solver, measured[i]).angles);
    if (followed.error < tracked[i].error) tracked[i] = followed;
  };
  for (let i = first + 1; i < frames.length; i++) follow(i, i - 1);
  for (let i = first - 1; i >= 0; i--) follow(i, i + 1);
  return tracked;
}

/** Solves frames that were tracked once more, each from its own pose, for a body that has changed since. */
export function trackAgain(
  solver: MarkerFrameSolver,
  world: WorldMarkers,
  tracked: readonly TrackedFrame[],
  params: MarkerFrameParams,
): TrackedFrame[] {
  const { columns } = solver.body;
  return tracked.map(({ frame, angles: from }) => {
    const measured = new Float64Array(columns.length * 3);
    readMarkers(world, columns, frame, measured);
    const angles = { rootPosition: from.rootPosition.slice(), angles: from.angles.slice() };
    solveFromAfar(solver, measured, angles, params);
    return { frame, measured, angles, model: solver.model.slice(), error: meanError(solver.model, measured) };
  });
}

/** Up to `count` frame numbers, evenly through the file. */
export function evenFrames(frameCount: number, count: number): number[] {
  const chosen = Math.min(frameCount, count);
  return Array.from({ length: chosen }, (_, i) => Math.floor(((i + 0.5) * frameCount) / chosen));
}

/**
 * Frames for the calibration: as many markers as possible, poses as different as possible. The first is the one nearest to the
 * T-pose or to standing still, each next one the farthest from all before.
 */
export function chooseFrames(tracked: readonly TrackedFrame[], count: number): TrackedFrame[] {
  const most = Math.max(...tracked.map(({ measured }) => countSeen(measured)));
  const left = tracked.filter(({ measured }) => countSeen(measured) >= 0.8 * most);
  const size = ({ angles }: TrackedFrame) => angles.angles.subarray(3).reduce((sum, angle) => sum + angle * angle, 0);
  const apart = (a: TrackedFrame, b: TrackedFrame) =>
    a.angles.angles.reduce((sum, angle, dof) => sum + (dof < 3 ? 0 : (angle - b.angles.angles[dof]) ** 2), 0);
  left.sort((a, b) => size(a) - size(b));
  const chosen = left.splice(0, 1);
  const nearest = left.map((frame) => apart(frame, chosen[0]));
  while (chosen.length < count && left.length > 0) {
    const at = nearest.indexOf(Math.max(...nearest));
    const [next] = left.splice(at, 1);
    nearest.splice(at, 1);
    chosen.push(next);
    left.forEach((frame, i) => {
      nearest[i] = Math.min(nearest[i], apart(frame, next));
    });
  }
  return chosen;
}

/** Where an arm may be when the pose that was followed is a dead end: turns of the left upper arm from the T-pose. */
const armStarts: readonly (readonly [axis: ReadonlyVec3, angle: number])[] = [
  [[0, 0, 1], 0],
  [[0, 0, 1], -1.4],
  [[0, 1, 0], -1.4],
  [[0, 0, 1], 1.2],
];

/** A start whose error is still this many times as large after a few steps is given up. */
const QUICK_STEPS = 5;
const HOPELESS = 3;
/** A new pose must be this much better to be taken. */
const LEAST_GAIN = 0.03;

/**
 * Looks for a better pose of the arms. A shoulder turns so far that the way from a neighbouring frame may end where an elbow would have
 * to bend backwards: the arms are then started stretched out, hanging, forward and up. Improves `angles` and returns the cost.
 */
function tryOtherWays(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  angles: AgentAngles,
  cost: number,
  params: MarkerFrameParams,
): number {
  let best = cost;
  for (const side of ['left', 'right'] as const) {
    for (const [axis, angle] of armStarts) {
      const tried: AgentAngles = { rootPosition: angles.rootPosition.slice(), angles: angles.angles.slice() };
      startArm(solver.body.model.binding.layout, tried, side, axis, angle);
      if (solveFromAfar(solver, measured, tried, { ...params, maxSteps: QUICK_STEPS }) > HOPELESS * best) continue;
      const found = solveFromAfar(solver, measured, tried, params);
      if (found > (1 - LEAST_GAIN) * best) continue;
      best = found;
      angles.rootPosition.set(tried.rootPosition);
      angles.angles.set(tried.angles);
    }
  }
  return best;
}

function startArm(
  { dofs }: AngleLayout,
  { angles }: AgentAngles,
  side: 'left' | 'right',
  [x, y, z]: ReadonlyVec3,
  angle: number,
): void {
  const ofArm = new RegExp(`^${side}(Shoulder|UpperArm|LowerArm|Hand)$`);
  dofs.forEach(({ bone }, dof) => {
    if (ofArm.test(bone)) angles[dof] = 0;
  });
  const upper = [...dofs.keys()].filter((dof) => dofs[dof].bone === `${side}UpperArm`);
  if (upper.length !== 3) return;
  // The mirror image of a turn in the plane x = 0.
  const axis: ReadonlyVec3 = side === 'left' ? [x, y, z] : [x, -y, -z];
  const rotation = turnAbout(createQuat(), axis, angle);
  const [a, b, c] = upper.map((dof) => dofs[dof].axis);
  anglesOfRotation([a, b, c], rotation, [0, 0, 0]).forEach((value, i) => {
    angles[upper[i]] = value;
  });
}
