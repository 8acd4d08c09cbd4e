import { createQuat, createVec3, type Vec3, vec3, yawOf } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { type BodyState, copyFlat } from '../../bodyState.js';
import { handPoints, trackedRotation } from '../../limb/worldJoint.js';
import { ANSWER_COUNT, OBSERVER_HZ, type ObserverModel, SIGNAL_COUNT } from './observerModel.js';
import { createSignalState, readSignals, SAMPLE_SIZE, type SignalState } from './observerSignals.js';
import { createObserverWork, type ObserverWork, runObserver } from './runObserver.js';

/** What is believed of one foot, from the person's rhythm alone. */
export interface ObservedFoot {
  /** Probability that the heel stands, and that the ball does. */
  heel: number;
  ball: number;
  /** Where the ankle stands or will stand next, world space; its height means nothing. */
  readonly goalWorld: Vec3;
  /** Until it stands, seconds. */
  landSeconds: number;
  /** Where the ankle is now, world space; the height over the floor is in y. */
  readonly ankleWorld: Vec3;
  /** Heading of the foot, radians. */
  yaw: number;
}

export interface ObserverState {
  readonly signals: SignalState;
  /** Time since the last tick, seconds. */
  sinceTick: number;
  /** Length of the frame; written before observeFeet(). */
  dtSeconds: number;
  /** What was tracked at the last frame, and what the stick had carried it until then. */
  readonly lastSample: Float64Array;
  readonly carriedWorld: Vec3;
  /** Cells of the left and the right foot's reader. */
  readonly cells: readonly [Float64Array, Float64Array];
  readonly answers: readonly [Float64Array, Float64Array];
  readonly work: ObserverWork;
  readonly feet: readonly [ObservedFoot, ObservedFoot];
  isStarted: boolean;
}

export function createObserverState(model: ObserverModel): ObserverState {
  const { cellCount } = model;
  return {
    signals: createSignalState(),
    sinceTick: 0,
    dtSeconds: 0,
    lastSample: new Float64Array(SAMPLE_SIZE),
    carriedWorld: createVec3(),
    cells: [new Float64Array(cellCount), new Float64Array(cellCount)],
    answers: [new Float64Array(ANSWER_COUNT), new Float64Array(ANSWER_COUNT)],
    work: createObserverWork(model),
    feet: [createObservedFoot(), createObservedFoot()],
    isStarted: false,
  };
}

function createObservedFoot(): ObservedFoot {
  return { heel: 1, ball: 1, goalWorld: createVec3(), landSeconds: 0, ankleWorld: createVec3(), yaw: 0 };
}

export function resetObserver(state: ObserverState): void {
  state.isStarted = false;
  state.signals.isStarted = false;
  state.sinceTick = 0;
  vec3.zero(state.carriedWorld);
  for (let side = 0; side < 2; side++) state.cells[side].fill(0);
}

export function copyObserver(out: ObserverState, from: ObserverState): void {
  const { signals, cells, answers, work: _, feet, ...flat } = from;
  copyFlat(out, flat);
  copyFlat(out.signals, signals);
  for (let side = 0; side < 2; side++) {
    out.cells[side].set(cells[side]);
    out.answers[side].set(answers[side]);
    copyFlat(out.feet[side], feet[side]);
  }
}

const TICK = 1 / OBSERVER_HZ;
/** Frames at the observer's own rate come a rounding error early. */
const EARLY = 1e-3 * TICK;
/** After a longer stall the rhythm is lost anyway. */
const MOST_TICKS = 20;

// Scratch.
const sample = new Float64Array(SAMPLE_SIZE);
const between = new Float64Array(SAMPLE_SIZE);
const signals = new Float64Array(SIGNAL_COUNT);
const rotation = createQuat();

/** A hanging hand, from the head, in units of the head's standing height: left, up, ahead. */
const restingHand = [0.15, -0.31, 0.05] as const;

/**
 * Listens to head and hands for `state.dtSeconds`. What the stick carries is taken out: gliding is not walking.
 */
export function observeFeet(
  model: ObserverModel,
  state: ObserverState,
  body: BodyState,
  stickVelocityWorld: Vec3,
): void {
  const { dtSeconds } = state;
  readSample(sample, state, body, stickVelocityWorld);
  const { lastSample, cells, answers } = state;
  const isFirst = !state.isStarted;
  if (isFirst || !body.isPlaced) {
    // After a teleport the person goes on as before, elsewhere.
    lastSample.set(sample);
    state.signals.sample.set(sample);
    state.isStarted = true;
  }
  state.sinceTick = isFirst ? TICK : state.sinceTick + dtSeconds;
  for (let tick = 0; tick < MOST_TICKS && state.sinceTick >= TICK - EARLY; tick++) {
    state.sinceTick = Math.max(0, state.sinceTick - TICK);
    const share = dtSeconds > 0 ? Math.max(0, 1 - state.sinceTick / dtSeconds) : 1;
    for (let i = 0; i < SAMPLE_SIZE; i++) between[i] = lastSample[i] + (sample[i] - lastSample[i]) * share;
    readSignals(state.signals, between, signals);
    runObserver(model, state.work, signals, cells, answers);
  }
  if (state.sinceTick >= TICK) state.sinceTick = 0;
  lastSample.set(sample);
  for (let side = 0; side < 2; side++) readAnswers(state, body, side);
}

function readSample(sample: Float64Array, state: ObserverState, body: BodyState, stickVelocityWorld: Vec3): void {
  const { dtSeconds } = state;
  const { headHeight } = state.signals;
  const { jointPoses: poses } = body.targets.frame;
  const { weights } = body.targets;
  const { carriedWorld, lastSample } = state;
  for (let k = 0; k < 3; k++) carriedWorld[k] += stickVelocityWorld[k] * dtSeconds;
  const head = pointNumber.head * POSE_SIZE;
  for (let k = 0; k < 7; k++) sample[k] = poses[head + k];
  // The nearer of the two quaternions of a rotation, so that a mix of two is one between them.
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += sample[k] * lastSample[k];
  if (dot < 0 && state.isStarted) for (let k = 3; k < 7; k++) sample[k] = -sample[k];
  if (!state.isStarted) state.signals.axesYaw = yawOf(trackedRotation(rotation, body.targets.frame, pointNumber.head));
  const sin = Math.sin(state.signals.axesYaw);
  const cos = Math.cos(state.signals.axesYaw);
  for (let hand = 0; hand < 2; hand++) {
    const at = handPoints[hand] * POSE_SIZE;
    const weight = weights[handPoints[hand]];
    const x = (hand === 0 ? restingHand[0] : -restingHand[0]) * headHeight;
    const z = restingHand[2] * headHeight;
    const to = 7 + hand * 3;
    sample[to] = poses[head] + cos * x + sin * z;
    sample[to + 1] = poses[head + 1] + restingHand[1] * headHeight;
    sample[to + 2] = poses[head + 2] - sin * x + cos * z;
    for (let k = 0; k < 3; k++) sample[to + k] += (poses[at + k] - sample[to + k]) * weight;
  }
  for (let i = 0; i < SAMPLE_SIZE; i++) {
    if (i < 3) sample[i] -= carriedWorld[i];
    else if (i >= 7) sample[i] -= carriedWorld[(i - 7) % 3];
  }
}

/** Answers: heel and ball logits; goal left, ahead; seconds; ankle left, up, ahead; toes' direction left, ahead. */
function readAnswers(state: ObserverState, body: BodyState, side: number): void {
  const { floorY, headHeight } = state.signals;
  const answer = state.answers[side];
  const foot = state.feet[side];
  const mirror = side === 0 ? 1 : -1;
  const head = pointNumber.head * POSE_SIZE;
  const headX = body.targets.frame.jointPoses[head];
  const headZ = body.targets.frame.jointPoses[head + 2];
  const yaw = state.signals.axesYaw;
  const sin = Math.sin(yaw);
  const cos = Math.cos(yaw);
  foot.heel = 1 / (1 + Math.exp(-answer[0]));
  foot.ball = 1 / (1 + Math.exp(-answer[1]));
  let left = mirror * answer[2] * headHeight;
  let ahead = answer[3] * headHeight;
  foot.goalWorld[0] = headX + cos * left + sin * ahead;
  foot.goalWorld[2] = headZ - sin * left + cos * ahead;
  foot.landSeconds = Math.max(0, answer[4]);
  left = mirror * answer[5] * headHeight;
  ahead = answer[7] * headHeight;
  foot.ankleWorld[0] = headX + cos * left + sin * ahead;
  foot.ankleWorld[1] = floorY + answer[6] * headHeight;
  foot.ankleWorld[2] = headZ - sin * left + cos * ahead;
  foot.yaw = yaw + Math.atan2(mirror * answer[8], answer[9]);
}
