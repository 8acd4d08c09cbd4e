import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import { copyFlat, type Swing } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { createTrunkFade, endTrunkFade, type TrunkFade } from './trunkFade.js';
import { createTrunkFeatures, type TrunkFeatures } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';

/** What the trunk remembers from frame to frame. One per avatar. */
export interface TrunkState {
  readonly history: TravelHistory;
  readonly features: TrunkFeatures;
  /** The estimate of this frame, the settled one with its rates, and what is shown of it: see trunkOutputs.ts. */
  readonly estimate: Float64Array;
  readonly settled: Float64Array;
  readonly rates: Float64Array;
  readonly shown: Float64Array;
  /** Where the head is to be in this frame, world space. */
  readonly headWorld: Vec3;
  readonly headRotation: Quat;
  /** World rotations of hips and path as they are worked out. (path.length + 1) x 4. */
  readonly rotations: Float64Array;
  /** From each row's joint to the next, as it is turned now, world space. rowCount x 3. */
  readonly bones: Float64Array;
  /** By what the legs of standing feet hold the hips back, world space. */
  readonly legPull: Vec3;
  /** What the steps turn hips and shoulders by: in what the rules work out, and in what the prior proposes. */
  readonly ruleSwing: Swing;
  readonly priorSwing: Swing;
  readonly fade: TrunkFade;
}

export function createTrunkState(model: TrunkModel): TrunkState {
  return {
    history: createTravelHistory(),
    features: createTrunkFeatures(),
    estimate: new Float64Array(OUTPUT_COUNT),
    settled: new Float64Array(OUTPUT_COUNT),
    rates: new Float64Array(OUTPUT_COUNT),
    shown: new Float64Array(OUTPUT_COUNT),
    headWorld: createVec3(),
    headRotation: createQuat(),
    rotations: new Float64Array((model.path.length + 1) * 4),
    bones: new Float64Array(model.rowCount * 3),
    legPull: createVec3(),
    ruleSwing: { hipYaw: 0, shoulderYaw: 0 },
    priorSwing: { hipYaw: 0, shoulderYaw: 0 },
    fade: createTrunkFade(model.rowCount),
  };
}

/** Forgets the person. The next frame, with body.isPlaced false, starts everything else anew. */
export function resetTrunkState(state: TrunkState): void {
  resetTravelHistory(state.history);
  state.rates.fill(0);
  endTrunkFade(state.fade);
}

/** All but the fade, which is of what is shown. */
export function copyTrunkState(out: TrunkState, from: TrunkState): void {
  const { history, features, ruleSwing, priorSwing, fade: _, ...flat } = from;
  copyFlat(out, flat);
  copyFlat(out.history, history);
  copyFlat(out.features, features);
  copyFlat(out.ruleSwing, ruleSwing);
  copyFlat(out.priorSwing, priorSwing);
}

/** Where a point was lately, to measure its mean velocity over a fixed time whatever the frame rate is. */
export interface TravelHistory {
  /** Seconds since the first sample. */
  clock: number;
  /** Ring of samples: times, and places 3 each, the newest at `newest`. */
  readonly times: Float64Array;
  readonly points: Float64Array;
  newest: number;
  count: number;
}

const CAPACITY = 64;
/** Samples closer than this replace one another, so that the ring spans 100 ms at any rate. Seconds. */
const SPACING = 0.0025;

export function createTravelHistory(): TravelHistory {
  return {
    clock: 0,
    times: new Float64Array(CAPACITY),
    points: new Float64Array(CAPACITY * 3),
    newest: 0,
    count: 0,
  };
}

export function resetTravelHistory(history: TravelHistory): void {
  history.clock = 0;
  history.newest = 0;
  history.count = 0;
}

export function addTravelPoint(history: TravelHistory, point: Vec3, dtSeconds: number): void {
  const { times, points } = history;
  history.clock += dtSeconds;
  const before = (history.newest + CAPACITY - 1) % CAPACITY;
  const isClose = history.count > 1 && history.clock - times[before] < SPACING;
  if (history.count > 0 && !isClose) history.newest = (history.newest + 1) % CAPACITY;
  if (!isClose && history.count < CAPACITY) history.count++;
  times[history.newest] = history.clock;
  for (let k = 0; k < 3; k++) points[history.newest * 3 + k] = point[k];
}

/** Mean velocity over the last `seconds`, or over as much as is known; zero at the start. Metres per second. */
export function meanTravelVelocity(history: TravelHistory, seconds: number, out: Vec3): void {
  const { times, points, newest, count } = history;
  const wanted = history.clock - seconds;
  let later = newest;
  let earlier = newest;
  for (let i = 1; i < count && times[earlier] > wanted; i++) {
    later = earlier;
    earlier = (earlier + CAPACITY - 1) % CAPACITY;
  }
  const gap = times[later] - times[earlier];
  const share = gap > 0 && wanted > times[earlier] ? (wanted - times[earlier]) / gap : 0;
  const span = history.clock - Math.max(wanted, times[earlier]);
  for (let k = 0; k < 3; k++) {
    const from = points[earlier * 3 + k] + (points[later * 3 + k] - points[earlier * 3 + k]) * share;
    out[k] = span > 1e-6 ? (points[newest * 3 + k] - from) / span : 0;
  }
}
