import {
  clamp,
  createQuat,
  createVec3,
  easingShare,
  evaluateCurve,
  type Pose,
  type Quat,
  quat,
  smoothStep,
  type Vec3,
  wrapAngle,
  yawOf,
} from '@leib/core';
import type { GaitModel } from '../gait/gaitModel.js';
import type { StrideClock } from '../gait/rhythmState.js';
import { findStrideClock } from '../gait/stride.js';

/** One foot of a body seen from afar: on the ground under the ankle, world space. */
interface FarFoot {
  readonly placeWorld: Vec3;
  readonly fromWorld: Vec3;
  yaw: number;
  fromYaw: number;
  /** 0..1 while it swings; 1: it stands. */
  progress: number;
  /** Over where it stands, metres. */
  lift: number;
}

/** What the steps of a body seen from afar need to go on. Written by stepFarWalk(). */
export interface FarWalk extends StrideClock {
  readonly feet: readonly [FarFoot, FarFoot];
  readonly lastHeadWorld: Vec3;
  readonly velocityWorld: Vec3;
  lastYaw: number;
  turnRate: number;
  /** 0..1 over a stride, as StrideState.phase. */
  phase: number;
  isWalking: boolean;
  isStarted: boolean;
}

/** Speed and turn are smoothed by half in this time, seconds. */
const SMOOTH_HALF_LIFE = 0.08;
/** A head that jumps by more than this was put there, metres. */
const JUMP = 0.5;
/** Feet turned or shifted away from home by less are left there, radians and metres at the reference's size. */
const HOME_TURN = 0.35;
const HOME = 0.08;
const TURNS_FROM = 0.3;
/** A foot that comes home takes this long, seconds. */
const SETTLE_SECONDS = 0.3;
const LIFT = 0.09;

export function createFarWalk(): FarWalk {
  return {
    feet: [createFarFoot(), createFarFoot()],
    lastHeadWorld: createVec3(),
    velocityWorld: createVec3(),
    lastYaw: 0,
    turnRate: 0,
    phase: 0,
    rate: 0,
    swingShare: 0,
    landAhead: 0,
    halfWidth: 0,
    isWalking: false,
    isStarted: false,
  };
}

function createFarFoot(): FarFoot {
  return { placeWorld: createVec3(), fromWorld: createVec3(), yaw: 0, fromYaw: 0, progress: 1, lift: 0 };
}

/**
 * Carries the feet below a head that goes about: the synthesised walk's clock (gait/stride.ts) on level ground. It begins
 * with the feet where `pose` has them, or under the head where that is elsewhere.
 */
export function stepFarWalk(
  model: GaitModel,
  walk: FarWalk,
  pose: Pose,
  headWorld: Vec3,
  yaw: number,
  dtSeconds: number,
): void {
  measureMotion(walk, headWorld, yaw, dtSeconds);
  const speed = Math.hypot(walk.velocityWorld[0], walk.velocityWorld[2]);
  if (!walk.isStarted) {
    for (let side = 0; side < 2; side++) beginToStand(model, walk, pose, headWorld, yaw, side);
    walk.isStarted = true;
  }
  findClock(model, walk, speed, yaw);
  const wasWalking = walk.isWalking;
  const isTurning = Math.abs(walk.turnRate) > TURNS_FROM && walk.feet.some((foot) => isTurned(foot, yaw));
  const { standSpeed } = model.settings;
  walk.isWalking =
    speed > (wasWalking ? 0.7 : 1) * standSpeed || isTurning || (wasWalking && Math.abs(walk.turnRate) > TURNS_FROM);
  if (walk.isWalking) walk.phase = (walk.phase + walk.rate * dtSeconds) % 1;
  for (let side = 0; side < 2; side++) stepFoot(model, walk, headWorld, yaw, side, dtSeconds);
}

function measureMotion(walk: FarWalk, headWorld: Vec3, yaw: number, dt: number): void {
  const { lastHeadWorld: last, velocityWorld: v } = walk;
  const isPut = Math.hypot(headWorld[0] - last[0], headWorld[2] - last[2]) > JUMP;
  if (isPut) walk.isStarted = false;
  const isKnown = walk.isStarted && dt > 0;
  const share = isKnown ? easingShare(SMOOTH_HALF_LIFE, dt) : 1;
  for (let k = 0; k < 3; k += 2) {
    const now = isKnown ? (headWorld[k] - last[k]) / dt : 0;
    v[k] += (now - v[k]) * share;
    last[k] = headWorld[k];
  }
  walk.turnRate += ((isKnown ? wrapAngle(yaw - walk.lastYaw) / dt : 0) - walk.turnRate) * share;
  walk.lastYaw = yaw;
}

function findClock(model: GaitModel, walk: FarWalk, speed: number, yaw: number): void {
  const { curves, lengthScale, speedScale } = model;
  const { velocityWorld: v, turnRate } = walk;
  const wayAngle = speed > 1e-6 ? Math.abs(wrapAngle(Math.atan2(v[0], v[2]) - yaw)) : 0;
  const strideWay =
    evaluateCurve(curves.stepSize, speed / speedScale) *
    lengthScale *
    evaluateCurve(curves.stepSizeDirection, wayAngle);
  findStrideClock(
    model,
    { speed, aside: speed * Math.sin(wayAngle), wayAngle, turnRate, strideWay, hipsHeight: model.hipsHeight },
    walk,
  );
}

function isTurned(foot: FarFoot, yaw: number): boolean {
  return Math.abs(wrapAngle(yaw - foot.yaw)) > HOME_TURN;
}

// Scratch.
const goal = createVec3();
const shown = createQuat();

function stepFoot(model: GaitModel, walk: FarWalk, headWorld: Vec3, yaw: number, side: number, dt: number): void {
  const foot = walk.feet[side];
  const other = walk.feet[1 - side];
  const since = (walk.phase - side / 2 + 1) % 1;
  const swing = Math.max(walk.swingShare, 1e-3);
  if (foot.progress >= 1) {
    const isTurn = walk.isWalking && since < 0.5 * swing;
    const isOff = !walk.isWalking && other.progress >= 1 && isAwayFromHome(model, walk, headWorld, yaw, side);
    if (!isTurn && !isOff) return;
    for (let k = 0; k < 3; k += 2) foot.fromWorld[k] = foot.placeWorld[k];
    foot.fromYaw = foot.yaw;
    foot.progress = 0;
  }
  foot.progress = Math.min(1, foot.progress + (walk.isWalking ? (walk.rate * dt) / swing : dt / SETTLE_SECONDS));
  const left = walk.isWalking ? ((1 - foot.progress) * swing) / walk.rate : 0;
  const speed = Math.hypot(walk.velocityWorld[0], walk.velocityWorld[2]);
  const ahead = walk.isWalking && speed > 1e-6 ? left + walk.landAhead / speed : 0;
  const lead = walk.isWalking ? clamp((walk.turnRate * (1 - swing)) / walk.rate / 2, -0.5, 0.5) : 0;
  const goalYaw = yaw + walk.turnRate * left + lead;
  findHome(model, walk, headWorld, yaw, side, goal);
  const way = smoothStep(foot.progress);
  for (let k = 0; k < 3; k += 2) {
    const to = goal[k] + walk.velocityWorld[k] * ahead;
    foot.placeWorld[k] = foot.fromWorld[k] + (to - foot.fromWorld[k]) * way;
  }
  foot.yaw = foot.fromYaw + wrapAngle(goalYaw - foot.fromYaw) * way;
  foot.lift = LIFT * model.lengthScale * Math.sin(Math.PI * foot.progress);
}

/** A foot's place under the head, at its distance from the middle. */
function findHome(model: GaitModel, walk: FarWalk, headWorld: Vec3, yaw: number, side: number, out: Vec3): void {
  const leg = model.legs[side];
  const width = walk.isWalking ? walk.halfWidth : Math.abs(leg?.ankleFromHips[0] ?? 0);
  const aside = side === 0 ? width : -width;
  const ahead = leg?.ankleFromHips[2] ?? 0;
  out[0] = headWorld[0] + Math.cos(yaw) * aside + Math.sin(yaw) * ahead;
  out[2] = headWorld[2] - Math.sin(yaw) * aside + Math.cos(yaw) * ahead;
}

function isAwayFromHome(model: GaitModel, walk: FarWalk, headWorld: Vec3, yaw: number, side: number): boolean {
  const { placeWorld: place } = walk.feet[side];
  findHome(model, walk, headWorld, yaw, side, goal);
  return (
    Math.hypot(goal[0] - place[0], goal[2] - place[2]) > HOME * model.lengthScale || isTurned(walk.feet[side], yaw)
  );
}

function beginToStand(model: GaitModel, walk: FarWalk, pose: Pose, headWorld: Vec3, yaw: number, side: number): void {
  const foot = walk.feet[side];
  const ankle = model.legs[side]?.limb.end ?? 0;
  for (let k = 0; k < 4; k++) shown[k] = pose.worldRotations[ankle * 4 + k];
  foot.yaw = yawOf(shown);
  for (let k = 0; k < 3; k += 2) foot.placeWorld[k] = pose.worldPositions[ankle * 3 + k];
  if (Math.hypot(headWorld[0] - foot.placeWorld[0], headWorld[2] - foot.placeWorld[2]) > JUMP * model.lengthScale) {
    findHome(model, walk, headWorld, yaw, side, foot.placeWorld);
    foot.yaw = yaw;
  }
  foot.progress = 1;
  foot.lift = 0;
}

const UP = createVec3(0, 1, 0);

/** Ankle and turn of one foot as it stands or swings; the floor is at height zero. */
export function farFootPose(model: GaitModel, walk: FarWalk, side: number, outAnkle: Vec3, outRotation: Quat): void {
  const { placeWorld, lift, yaw } = walk.feet[side];
  outAnkle[0] = placeWorld[0];
  outAnkle[1] = (model.legs[side]?.ankleHeight ?? 0) + lift;
  outAnkle[2] = placeWorld[2];
  quat.setAxisAngle(outRotation, UP, yaw);
}
