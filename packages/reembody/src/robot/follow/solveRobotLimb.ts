import { solveCholesky } from '@leib/core';
import type { RobotLimb, RobotSegment } from '../mapping/robotLimb.js';
import type { RobotTree } from '../mapping/robotTree.js';
import {
  createLimbPlaces,
  createSegmentState,
  type LimbPlaces,
  type SegmentState,
  updateLimb,
  updateSegment,
} from './limbKinematics.js';

/** What solving one limb needs to keep. */
export interface LimbSolver {
  readonly places: LimbPlaces;
  readonly segments: readonly SegmentState[];
  /** Where each segment should point, unit. segments x 3. Written by the caller. */
  readonly aims: Float64Array;
  /** Whether the person has what each segment follows. */
  readonly hasAim: Uint8Array;
  /** Of one segment at a time: hinges x 3. */
  readonly jacobian: Float64Array;
  readonly normal: Float64Array;
  /** The normal matrix with damping, which is factored in place. */
  readonly damped: Float64Array;
  readonly gradient: Float64Array;
  readonly step: Float64Array;
  readonly before: Float64Array;
}

const ITERATIONS = 24;
const SETTLED = 1e-7;

export function createLimbSolver(limb: RobotLimb): LimbSolver {
  const size = limb.solved.length;
  const count = limb.segments.length;
  return {
    places: createLimbPlaces(limb),
    segments: limb.segments.map(createSegmentState),
    aims: new Float64Array(count * 3),
    hasAim: new Uint8Array(count),
    jacobian: new Float64Array(3 * size),
    normal: new Float64Array(size * size),
    damped: new Float64Array(size * size),
    gradient: new Float64Array(size),
    step: new Float64Array(size),
    before: new Float64Array(size),
  };
}

/** Puts the limb's places and segments where these angles lead, and returns how far they are off: what is minimised. */
export function limbCost(tree: RobotTree, limb: RobotLimb, angles: Float64Array, solver: LimbSolver): number {
  updateLimb(tree, limb, angles, solver.places);
  let cost = 0;
  for (let i = 0; i < limb.segments.length; i++) {
    const state = solver.segments[i];
    updateSegment(solver.places, limb.segments[i], state);
    if (solver.hasAim[i] === 0) continue;
    const weightSq = limb.segments[i].weight ** 2;
    for (let k = 0; k < 3; k++) cost += weightSq * (state.direction[k] - solver.aims[i * 3 + k]) ** 2;
  }
  for (let j = 0; j < limb.solved.length; j++) {
    const hinge = limb.path[limb.solved[j]];
    cost += (limb.restWeights[j] * (angles[hinge] - tree.hinges[hinge].reference)) ** 2;
  }
  return cost;
}

/**
 * Angles of a limb's hinges, within their limits, for which its segments point as nearly as they can where they should:
 * least squares by Levenberg and Marquardt's steps, in which hinges that would leave their limits are held. Starts from
 * `angles`, which has one of every hinge of the robot, and writes there. Returns the cost.
 */
export function solveRobotLimb(tree: RobotTree, limb: RobotLimb, angles: Float64Array, solver: LimbSolver): number {
  const { step, before } = solver;
  const size = limb.solved.length;
  let damping = 1e-3;
  let cost = limbCost(tree, limb, angles, solver);
  linearise(tree, limb, angles, solver);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    for (let j = 0; j < size; j++) before[j] = angles[limb.path[limb.solved[j]]];
    if (!solveStep(tree, limb, angles, solver, damping)) return cost;
    let moved = 0;
    for (let j = 0; j < size; j++) {
      const hinge = limb.path[limb.solved[j]];
      const { low, high } = tree.hinges[hinge];
      angles[hinge] = Math.min(high, Math.max(low, before[j] + step[j]));
      moved = Math.max(moved, Math.abs(angles[hinge] - before[j]));
    }
    const next = limbCost(tree, limb, angles, solver);
    if (next < cost) {
      const gain = cost - next;
      cost = next;
      damping = Math.max(1e-9, damping / 5);
      if (moved < SETTLED || gain < 1e-12) return cost;
      linearise(tree, limb, angles, solver);
      continue;
    }
    for (let j = 0; j < size; j++) angles[limb.path[limb.solved[j]]] = before[j];
    if (moved < SETTLED || damping > 1e6) return cost;
    damping *= 8;
  }
  return cost;
}

/** Derivatives of the directions: an axis times the lever to the segment's ends, as its direction sees it. */
function linearise(tree: RobotTree, limb: RobotLimb, angles: Float64Array, solver: LimbSolver): void {
  const { places, segments, aims, hasAim, jacobian, normal, gradient } = solver;
  const size = limb.solved.length;
  normal.fill(0);
  gradient.fill(0);
  for (let i = 0; i < segments.length; i++) {
    if (hasAim[i] === 0) continue;
    const segment = limb.segments[i];
    const weightSq = segment.weight ** 2;
    for (let j = 0; j < size; j++) writeDerivative(jacobian, j * 3, places, segments[i], segment, limb.solved[j]);
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < 3; k++) {
        const d = weightSq * jacobian[j * 3 + k];
        gradient[j] += d * (segments[i].direction[k] - aims[i * 3 + k]);
        for (let other = 0; other <= j; other++) normal[j * size + other] += d * jacobian[other * 3 + k];
      }
    }
  }
  for (let j = 0; j < size; j++) {
    const hinge = limb.path[limb.solved[j]];
    const weightSq = limb.restWeights[j] ** 2;
    normal[j * size + j] += weightSq;
    gradient[j] += weightSq * (angles[hinge] - tree.hinges[hinge].reference);
    for (let other = j + 1; other < size; other++) normal[j * size + other] = normal[other * size + j];
  }
}

/** Derivative of a segment's direction by a hinge: (I - d d^T) / length * axis x lever, of the end less that of the start. */
function writeDerivative(
  out: Float64Array,
  at: number,
  { axes, anchors }: LimbPlaces,
  { start, end, direction, length }: SegmentState,
  segment: RobotSegment,
  level: number,
): void {
  let [x, y, z] = [0, 0, 0];
  const isCarried = segment.start === null;
  const [ax, ay, az] = [axes[level * 3], axes[level * 3 + 1], axes[level * 3 + 2]];
  for (const sign of [1, -1]) {
    const reached = sign > 0 ? segment.endLevel : segment.startLevel;
    if (level > reached) continue;
    const point = sign > 0 ? end : start;
    const px = point[0] - (isCarried ? 0 : anchors[level * 3]);
    const py = point[1] - (isCarried ? 0 : anchors[level * 3 + 1]);
    const pz = point[2] - (isCarried ? 0 : anchors[level * 3 + 2]);
    x += sign * (ay * pz - az * py);
    y += sign * (az * px - ax * pz);
    z += sign * (ax * py - ay * px);
  }
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  out[at] = (x - along * direction[0]) / length;
  out[at + 1] = (y - along * direction[1]) / length;
  out[at + 2] = (z - along * direction[2]) / length;
}

/** The damped step down the gradient; hinges at a limit that it would leave stay. False where there is nowhere to go. */
function solveStep(
  tree: RobotTree,
  limb: RobotLimb,
  angles: Float64Array,
  { normal, damped, gradient, step }: LimbSolver,
  damping: number,
): boolean {
  const size = limb.solved.length;
  damped.set(normal);
  let isFree = false;
  for (let j = 0; j < size; j++) {
    const hinge = limb.path[limb.solved[j]];
    const { low, high } = tree.hinges[hinge];
    const isHeld = (angles[hinge] <= low && gradient[j] > 0) || (angles[hinge] >= high && gradient[j] < 0);
    step[j] = isHeld ? 0 : -gradient[j];
    damped[j * size + j] += damping * (normal[j * size + j] + 1e-3);
    if (!isHeld) {
      isFree = true;
      continue;
    }
    for (let other = 0; other < size; other++) {
      damped[j * size + other] = 0;
      damped[other * size + j] = 0;
    }
    damped[j * size + j] = 1;
  }
  return isFree && solveCholesky(damped, step, size);
}
