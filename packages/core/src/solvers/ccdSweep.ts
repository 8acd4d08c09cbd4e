import type { ArticulatedChain, ArticulatedChainState } from './articulatedChain.js';
import { type ChainGoal, inverseLength, lastGoalPoint } from './chainGoal.js';
import { clampDofAngle } from './chainTypes.js';
import { limitBallTurn } from './coneJoint.js';

/** Numbers per effector in the scratch: position px py pz, then rotation qx qy qz qw. */
export const EFFECTOR_SIZE = 7;

/** A chain and what it is to reach. */
export interface CcdProblem {
  readonly chain: ArticulatedChain;
  /** World arrays as they were before the sweep; turnChain() moves them. */
  readonly state: ArticulatedChainState;
  readonly goals: readonly ChainGoal[];
  /** Where the goals' effectors are now. goals x EFFECTOR_SIZE. */
  readonly effectors: Float64Array;
  /**
   * What a sweep turns by, world rotations about axes as they were before it: one per degree of freedom, of a ball
   * joint only that of its first. dofCount x 4.
   */
  readonly turns: Float64Array;
}

/**
 * The two sums from which an angle follows. A joint that turns by th about its axis a carries every effector beyond
 * it, and each adds the same kind of sinusoid to the objective (Weimar 2008, eq. 5.12 and 5.15),
 *
 *   g(th) = k1 (1 - cos th) + k2 cos th + k3 sin th,
 *
 * so the sinusoids of several effectors add up to one, whose only maximum is at th = atan2(k3, k2 - k1).
 */
export interface CcdObjective {
  /** k2 - k1. */
  cosine: number;
  /** k3; also dg/dth at th = 0. */
  sine: number;
  /** What the cosine would be if effectors and goals lay across the axis. */
  reach: number;
}

/**
 * Objective of a turn about a world axis (three numbers of `axes`, from `axisAt` on) over the goals whose effectors lie
 * beyond `joint`. With P from the joint to the goal (g) and to the effector (e), both divided by the chain's length
 * (as printed, the weight of position against rotation depends on the unit), and u_j the three axes of a rotation:
 *
 *   k1 = ep (Pg . a)(Pe . a) + eo sum_j (u_jg . a)(u_je . a)                          (5.18)
 *   k2 = ep (Pg . Pe)        + eo sum_j (u_jg . u_je)                                 (5.19)
 *   k3 = a . [ep (Pe x Pg)   + eo sum_j (u_je x u_jg)]                                (5.20)
 *   ep = 0.5 (1 + min / max of |Pg|, |Pe|), eo = 1 with a rotation goal, else 0       (5.13, 5.14)
 *
 * With D = (v, w), the rotation that leads from the effector to its goal, the sums over j are 2w^2 - 1 + 2 (v . a)^2,
 * 4w^2 - 1 and 4w (v . a): alone they would give th = 2 atan2(v . a, w), the twist of D about a.
 */
export function measureCcdObjective(
  { chain, state, goals, effectors }: CcdProblem,
  joint: number,
  axes: Float64Array,
  axisAt: number,
  out: CcdObjective,
): CcdObjective {
  const { worldPositions: pos } = state;
  const scale = inverseLength(chain);
  const scaleSq = scale * scale;
  const px = pos[joint * 3];
  const py = pos[joint * 3 + 1];
  const pz = pos[joint * 3 + 2];
  const ax = axes[axisAt];
  const ay = axes[axisAt + 1];
  const az = axes[axisAt + 2];
  let cosine = 0;
  let sine = 0;
  let reach = 0;
  for (let i = 0; i < goals.length; i++) {
    const { point, positionWorld, rotationWorld, weight = 1 } = goals[i];
    if (point <= joint) continue;
    const at = i * EFFECTOR_SIZE;
    const ex = effectors[at] - px;
    const ey = effectors[at + 1] - py;
    const ez = effectors[at + 2] - pz;
    const gx = positionWorld[0] - px;
    const gy = positionWorld[1] - py;
    const gz = positionWorld[2] - pz;
    const effectorSq = ex * ex + ey * ey + ez * ez;
    const goalSq = gx * gx + gy * gy + gz * gz;
    const largerSq = effectorSq > goalSq ? effectorSq : goalSq;
    const smallerSq = effectorSq > goalSq ? goalSq : effectorSq;
    const ep = largerSq > 0 ? 0.5 * (1 + Math.sqrt(smallerSq / largerSq)) : 0;
    const factor = weight * ep * scaleSq;
    const along = (gx * ax + gy * ay + gz * az) * (ex * ax + ey * ay + ez * az);
    reach += factor * 0.5 * (effectorSq + goalSq);
    cosine += factor * (gx * ex + gy * ey + gz * ez - along);
    sine += factor * (ax * (ey * gz - ez * gy) + ay * (ez * gx - ex * gz) + az * (ex * gy - ey * gx));
    if (rotationWorld !== null) {
      const qx = -effectors[at + 3];
      const qy = -effectors[at + 4];
      const qz = -effectors[at + 5];
      const qw = effectors[at + 6];
      const rx = rotationWorld[0];
      const ry = rotationWorld[1];
      const rz = rotationWorld[2];
      const rw = rotationWorld[3];
      const vx = rw * qx + rx * qw + ry * qz - rz * qy;
      const vy = rw * qy - rx * qz + ry * qw + rz * qx;
      const vz = rw * qz + rx * qy - ry * qx + rz * qw;
      const w = rw * qw - rx * qx - ry * qy - rz * qz;
      const twist = vx * ax + vy * ay + vz * az;
      cosine += weight * 2 * (w * w - twist * twist);
      sine += weight * 4 * w * twist;
    }
  }
  out.cosine = cosine;
  out.sine = sine;
  out.reach = reach;
  return out;
}

/** Reads where the goals' effectors are now. */
export function readEffectors({ state, goals, effectors: out }: CcdProblem): void {
  const { worldPositions: pos, worldRotations: rot } = state;
  for (let i = 0; i < goals.length; i++) {
    const at = i * EFFECTOR_SIZE;
    const p3 = goals[i].point * 3;
    const q4 = (goals[i].point - 1) * 4;
    out[at] = pos[p3];
    out[at + 1] = pos[p3 + 1];
    out[at + 2] = pos[p3 + 2];
    out[at + 3] = rot[q4];
    out[at + 4] = rot[q4 + 1];
    out[at + 5] = rot[q4 + 2];
    out[at + 6] = rot[q4 + 3];
  }
}

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of sweepCcd(). */
const dofObjective: CcdObjective = { cosine: 0, sine: 0, reach: 0 };
/** Of turnBall(). */
const ballObjective: CcdObjective = { cosine: 0, sine: 0, reach: 0 };
const ballAxis = new Float64Array(3);
/** Of writeSteepestAxis(). */
const axisObjective: CcdObjective = { cosine: 0, sine: 0, reach: 0 };

/**
 * A turn must gain this share of what a turn across the axis could. Where effector and goal lie next to the axis, as for
 * a twist of the last bone, half a turn would gain nothing to speak of, and which way it goes would be left to rounding.
 */
const LEAST_GAIN = 0.003;

/**
 * One pass of cyclic coordinate descent from the tip to `firstJoint`. Every joint takes its weighted share of the best
 * change, q += w_i th (5.21), bounded by the joint's largest step and its limits, before the next one is looked at.
 *
 * Turning a joint does not move the joints and axes before it, so on the way to the root only the effectors change:
 * they are carried along in `effectors`, and turnChain() at the end of the sweep does for all. Angles of ball joints
 * are left as they are: readBallAngles() reads them off the world rotations when the solve is over.
 */
export function sweepCcd(problem: CcdProblem, firstJoint: number): void {
  const { chain, state, goals, turns } = problem;
  const { firstDofs, weights, maxSteps, isFreeBall } = chain;
  const { angles, worldAxes } = state;
  readEffectors(problem);
  const isOnePosition = goals.length === 1 && goals[0].rotationWorld === null;
  for (let joint = lastGoalPoint(goals) - 1; joint >= firstJoint; joint--) {
    const weight = weights[joint];
    if (isFreeBall[joint] === 1) {
      if (isOnePosition && weight === 1 && chain.cones[joint] === null) aimBall(problem, joint);
      else turnBall(problem, joint);
      continue;
    }
    const maxStep = maxSteps[joint];
    for (let dof = firstDofs[joint + 1] - 1; dof >= firstDofs[joint]; dof--) {
      let half = 0;
      if (weight > 0) {
        const { sine, cosine, reach } = measureCcdObjective(problem, joint, worldAxes, dof * 3, dofObjective);
        let step = weight * Math.atan2(sine, cosine + LEAST_GAIN * reach);
        if (step > maxStep) step = maxStep;
        else if (step < -maxStep) step = -maxStep;
        const angle = clampDofAngle(chain, dof, angles[dof] + step);
        half = (angle - angles[dof]) * 0.5;
        angles[dof] = angle;
      }
      writeTurn(turns, dof * 4, worldAxes, dof * 3, half);
      if (half !== 0) turnEffectors(problem, joint, dof * 4);
    }
  }
}

/** The shortest turn of a ball joint that points its effector at the one goal there is: no angle, no axis needed. */
function aimBall({ chain, state, goals, effectors, turns }: CcdProblem, joint: number): void {
  const { worldPositions: pos } = state;
  const { positionWorld } = goals[0];
  const at = chain.firstDofs[joint] * 4;
  const px = pos[joint * 3];
  const py = pos[joint * 3 + 1];
  const pz = pos[joint * 3 + 2];
  const ex = effectors[0] - px;
  const ey = effectors[1] - py;
  const ez = effectors[2] - pz;
  const gx = positionWorld[0] - px;
  const gy = positionWorld[1] - py;
  const gz = positionWorld[2] - pz;
  const x = ey * gz - ez * gy;
  const y = ez * gx - ex * gz;
  const z = ex * gy - ey * gx;
  const effectorSq = ex * ex + ey * ey + ez * ez;
  const goalSq = gx * gx + gy * gy + gz * gz;
  const product = Math.sqrt(effectorSq * goalSq);
  const w = product + ex * gx + ey * gy + ez * gz;
  // (e x g, |e| |g| + e . g) is the turn, 2 |e| |g| cos(th / 2) long. Opposite or without a direction: no turn.
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 1e-9 * product) || !(product > 0)) {
    turns[at] = 0;
    turns[at + 1] = 0;
    turns[at + 2] = 0;
    turns[at + 3] = 1;
    return;
  }
  const scale = 1 / length;
  turns[at] = x * scale;
  turns[at + 1] = y * scale;
  turns[at + 2] = z * scale;
  turns[at + 3] = w * scale;
  const reach = Math.sqrt(effectorSq / goalSq);
  effectors[0] = px + gx * reach;
  effectors[1] = py + gy * reach;
  effectors[2] = pz + gz * reach;
}

/**
 * A joint that may turn any way is not bound to its three axes, two of which fall together at some angles and then
 * leave it stuck. It turns about the axis along which the objective rises most.
 */
function turnBall(problem: CcdProblem, joint: number): void {
  const { chain, turns } = problem;
  const at = chain.firstDofs[joint] * 4;
  const weight = chain.weights[joint];
  if (weight === 0 || !writeSteepestAxis(ballAxis, problem, joint)) {
    writeTurn(turns, at, WORLD_AXES, 0, 0);
    return;
  }
  const { sine, cosine } = measureCcdObjective(problem, joint, ballAxis, 0, ballObjective);
  const maxStep = chain.maxSteps[joint];
  if (weight === 1 && maxStep === Number.POSITIVE_INFINITY) {
    // cos(th / 2) and sin(th / 2) from cos(th) = cosine / r and sin(th) = sine / r, sine >= 0.
    const r = Math.sqrt(sine * sine + cosine * cosine);
    const c = Math.sqrt(Math.max(0, 0.5 + (0.5 * cosine) / r));
    const s = Math.sqrt(Math.max(0, 0.5 - (0.5 * cosine) / r));
    turns[at] = ballAxis[0] * s;
    turns[at + 1] = ballAxis[1] * s;
    turns[at + 2] = ballAxis[2] * s;
    turns[at + 3] = c;
  } else {
    writeTurn(turns, at, ballAxis, 0, 0.5 * Math.min(maxStep, weight * Math.atan2(sine, cosine)));
  }
  if (chain.cones[joint] !== null) {
    const { worldRotations, rootRotation } = problem.state;
    limitBallTurn(chain, worldRotations, rootRotation, joint, turns, at);
  }
  turnEffectors(problem, joint, at);
}

/** Writes the turn about the axis at `axisAt` by twice the half angle. */
export function writeTurn(out: Float64Array, at: number, axes: Float64Array, axisAt: number, half: number): void {
  const sine = half === 0 ? 0 : Math.sin(half);
  out[at] = axes[axisAt] * sine;
  out[at + 1] = axes[axisAt + 1] * sine;
  out[at + 2] = axes[axisAt + 2] * sine;
  out[at + 3] = half === 0 ? 1 : Math.cos(half);
}

/**
 * k3 is a . t for every axis a, with t = ep (Pe x Pg) + eo sum_j (u_je x u_jg): the steepest axis is t's. Writes it,
 * and returns false where t is zero and no axis rises.
 */
function writeSteepestAxis(out: Float64Array, problem: CcdProblem, joint: number): boolean {
  const x = measureCcdObjective(problem, joint, WORLD_AXES, 0, axisObjective).sine;
  const y = measureCcdObjective(problem, joint, WORLD_AXES, 3, axisObjective).sine;
  const z = measureCcdObjective(problem, joint, WORLD_AXES, 6, axisObjective).sine;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return length > 0;
}

const WORLD_AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Turns the effectors beyond a joint about it, by the turn at `turnAt`. */
function turnEffectors({ state, goals, effectors, turns }: CcdProblem, joint: number, turnAt: number): void {
  const { worldPositions: pos } = state;
  const px = pos[joint * 3];
  const py = pos[joint * 3 + 1];
  const pz = pos[joint * 3 + 2];
  const x = turns[turnAt];
  const y = turns[turnAt + 1];
  const z = turns[turnAt + 2];
  const w = turns[turnAt + 3];
  for (let i = 0; i < goals.length; i++) {
    if (goals[i].point <= joint) continue;
    const at = i * EFFECTOR_SIZE;
    const ox = effectors[at] - px;
    const oy = effectors[at + 1] - py;
    const oz = effectors[at + 2] - pz;
    const tx = 2 * (y * oz - z * oy);
    const ty = 2 * (z * ox - x * oz);
    const tz = 2 * (x * oy - y * ox);
    effectors[at] = px + ox + w * tx + y * tz - z * ty;
    effectors[at + 1] = py + oy + w * ty + z * tx - x * tz;
    effectors[at + 2] = pz + oz + w * tz + x * ty - y * tx;
    const qx = effectors[at + 3];
    const qy = effectors[at + 4];
    const qz = effectors[at + 5];
    const qw = effectors[at + 6];
    effectors[at + 3] = w * qx + x * qw + y * qz - z * qy;
    effectors[at + 4] = w * qy - x * qz + y * qw + z * qx;
    effectors[at + 5] = w * qz + x * qy - y * qx + z * qw;
    effectors[at + 6] = w * qw - x * qx - y * qy - z * qz;
  }
}
