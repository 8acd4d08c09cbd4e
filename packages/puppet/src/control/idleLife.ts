import { createQuat, createVec3, fromRotationVector, multiplyFlat, type Pose, type Skeleton } from '@leib/core';
import { WHOLE } from '../model/partSkeleton.js';
import { createSpring, type SpringState, stepSpring } from './spring.js';

/** How a puppet breathes and sways while it is not played. Angles in radians. */
export interface IdleParams {
  /** It begins this long after the last hand has let go. */
  readonly waitSeconds: number;
  /** It has come, or gone, by half after this time. */
  readonly halfLifeSeconds: number;
  /** Breaths per second; how far the whole rises with each (share of the puppet's height), how far parts turn. */
  readonly breathHz: number;
  readonly breathRise: number;
  readonly breathTurn: number;
  /** Of the whole puppet to the side, and of its face to left and right. */
  readonly sway: number;
  readonly look: number;
  /** Of each part, at a time of its own. */
  readonly partSway: number;
}

export const defaultIdleParams: IdleParams = {
  waitSeconds: 1.2,
  halfLifeSeconds: 0.8,
  breathHz: 0.24,
  breathRise: 0.006,
  breathTurn: 0.022,
  sway: 0.014,
  look: 0.05,
  partSway: 0.016,
};

export interface IdleModel {
  /** Links between each part and the whole puppet. One per part. */
  readonly depths: Uint8Array;
  /** Of the mesh, metres. */
  readonly height: number;
}

export interface IdleState {
  /** Since the puppet was made or reset; goes on while it is played. */
  timeSeconds: number;
  /** Since it was played last. */
  unplayedSeconds: number;
  /** 0: still, 1: alive. */
  readonly amount: SpringState;
}

export function buildIdle({ parents, jointCount }: Skeleton, positions: ArrayLike<number>): IdleModel {
  const depths = new Uint8Array(jointCount - 1);
  for (let joint = 1; joint < jointCount; joint++) {
    depths[joint - 1] = parents[joint] === WHOLE ? 0 : depths[parents[joint] - 1] + 1;
  }
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return { depths, height: high > low ? high - low : 0 };
}

export function createIdleState(): IdleState {
  return { timeSeconds: 0, unplayedSeconds: Infinity, amount: createSpring() };
}

/** Counts how long the puppet was left alone. `isAllowed`: the user wants it to live by itself. */
export function stepIdle(
  params: IdleParams,
  state: IdleState,
  isAllowed: boolean,
  isPlayed: boolean,
  dtSeconds: number,
): void {
  state.timeSeconds += dtSeconds;
  state.unplayedSeconds = isPlayed ? 0 : state.unplayedSeconds + dtSeconds;
  const isAlive = isAllowed && state.unplayedSeconds >= params.waitSeconds;
  stepSpring(state.amount, isAlive ? 1 : 0, params.halfLifeSeconds, dtSeconds);
  if (!isAlive && Math.abs(state.amount.value) < 1e-5) {
    state.amount.value = 0;
    state.amount.velocity = 0;
  }
}

// Scratch, written before it is read in every call.
const vector = createVec3();
const turn = createQuat();
const flat = new Float64Array(4);

/** Adds the idle motion to a pose that is otherwise finished: it takes nothing from springs and solvers. */
export function addIdleMotion(params: IdleParams, { depths, height }: IdleModel, state: IdleState, pose: Pose): void {
  if (state.amount.value === 0) return;
  const { breathHz, breathRise, breathTurn, look, sway, partSway } = params;
  pose.rootPosition[1] += breathRise * height * waveOf(state, breathHz, 0);
  turnJoint(pose, WHOLE, 0, look * waveOf(state, 0.06, 0), sway * waveOf(state, 0.11, 0.2));
  for (let part = 0; part < depths.length; part++) {
    // Each part begins elsewhere: steps of the golden ratio never meet.
    const phase = part * 0.618034;
    // A breath runs through the parts, a tenth of it later at each link.
    const breath = breathTurn * waveOf(state, breathHz, -0.1 * depths[part]);
    const side = partSway * waveOf(state, 0.09, 2 * phase);
    turnJoint(pose, part + 1, breath, partSway * waveOf(state, 0.07, phase), side);
  }
}

/** `phase` in shares of a whole wave. */
function waveOf({ timeSeconds, amount }: IdleState, hz: number, phase: number): number {
  return amount.value * Math.sin(2 * Math.PI * (hz * timeSeconds + phase));
}

function turnJoint({ localRotations }: Pose, joint: number, x: number, y: number, z: number): void {
  vector[0] = x;
  vector[1] = y;
  vector[2] = z;
  fromRotationVector(turn, vector);
  for (let k = 0; k < 4; k++) flat[k] = turn[k];
  multiplyFlat(localRotations, joint * 4, localRotations, joint * 4, flat, 0);
}
