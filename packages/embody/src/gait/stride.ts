import { clamp, createVec3, evaluateCurve, type Vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { footLeader } from './footLeader.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';
import { isListening } from './rhythm.js';
import { resetStride, type StrideClock, type StrideState } from './rhythmState.js';

/** How the body goes is smoothed with this time constant, seconds. */
const SMOOTH_SECONDS = 0.06;
/** Slower than this part of the settings' speed of standing a walk ends; it begins at all of it. */
const STOPS_AT = 0.7;
/** Turning on the spot: so far for each step, radians, and not more than so many steps per second at the reference's size. */
const TURN_PER_STEP = 0.5;
const MOST_TURN_STEPS = 3;
/** Faster runners take longer steps, not more than so many per second at the reference's size. */
const MOST_STEPS = 3.1;
/** A body turns on its feet from this rate on, radians per second. */
const TURNS_FROM = 0.3;
/** Longest and shortest time in the air, seconds at the reference's size. */
const SHORTEST_SWING = 0.2;
const LONGEST_SWING = 0.62;
/** Part of a stride that a foot swings at most when walking and when running. */
const WALK_SWING = 0.44;
const RUN_SWING = 0.68;

/** Whether the feet go by the clock. */
export function isSynthesised(model: GaitModel, state: GaitState): boolean {
  return model.settings.strides && !isListening(model, state);
}

/** Stage two, for the synthesised walk: how the body goes, and the clock. Starts and ends the walk. */
export function stepStride(model: GaitModel, state: GaitState, body: BodyState): void {
  const { stride, dtSeconds: dt } = state;
  const eased = state.isPlaced && body.isPlaced ? 1 - Math.exp(-dt / SMOOTH_SECONDS) : 1;
  const { velocityWorld: v } = body.travel;
  for (let k = 0; k < 3; k += 2) stride.velocityWorld[k] += (v[k] - stride.velocityWorld[k]) * eased;
  stride.turnRate += (body.heading.rate - stride.turnRate) * eased;
  if (!isSynthesised(model, state)) {
    resetStride(stride);
    findSwing(model, speedOf(stride), 0, state.stepSize, stride);
    return;
  }
  findClock(model, state, body);
  const { standSpeed } = model.settings;
  const speed = speedOf(stride);
  const isTurning = Math.abs(stride.turnRate) > TURNS_FROM;
  if (!stride.isWalking && (speed > standSpeed || (isTurning && isTwisted(state, body)))) startWalk(model, state, body);
  else if (stride.isWalking && speed < STOPS_AT * standSpeed && Math.abs(stride.turnRate) < STOPS_AT * TURNS_FROM) {
    stride.isWalking = false;
    stride.isSettling = true;
  }
  if (stride.isWalking) stride.phase = (stride.phase + stride.rate * dt) % 1;
}

function speedOf({ velocityWorld: v }: StrideState): number {
  return Math.sqrt(v[0] * v[0] + v[2] * v[2]);
}

/** Feet of a body that begins to turn have been left behind by this, radians. */
const TWIST = 0.25;

function isTwisted({ steps }: GaitState, { heading }: BodyState): boolean {
  return (
    Math.abs(wrapAngle(heading.yaw - steps[0].yaw)) > TWIST || Math.abs(wrapAngle(heading.yaw - steps[1].yaw)) > TWIST
  );
}

function findClock(model: GaitModel, state: GaitState, body: BodyState): void {
  const { stride, stepSize, wayAngle } = state;
  const { velocityWorld: v, turnRate } = stride;
  const speed = speedOf(stride);
  const aside = Math.abs(Math.cos(body.heading.yaw) * v[0] - Math.sin(body.heading.yaw) * v[2]);
  const hip = (model.legs[0] ?? model.legs[1])?.limb.upper.joint ?? model.hips;
  const hipsHeight = body.pose.worldPositions[hip * 3 + 1] - body.floorY;
  findStrideClock(model, { speed, aside, wayAngle, turnRate, strideWay: stepSize, hipsHeight }, stride);
  const isRunning = stride.swingShare > 0.5;
  if (stride.isWalking && !isRunning && speed > model.settings.standSpeed)
    stride.rate *= catchUp(state, body, model.hips, speed);
}

/** Quicker steps where a standing foot would be left behind by more than usual, as when a body has just begun to go: up to so many times. */
const MOST_CATCH_UP = 1.6;

function catchUp({ stride, steps }: GaitState, { pose }: BodyState, hips: number, speed: number): number {
  const { velocityWorld: v } = stride;
  const usual = (speed * (1 - stride.swingShare)) / stride.rate - stride.landAhead;
  let farthest = 0;
  for (let side = 0; side < 2; side++) {
    if (steps[side].isStepping) continue;
    const { placeWorld: place } = steps[side];
    const x = pose.worldPositions[hips * 3] - place[0];
    const z = pose.worldPositions[hips * 3 + 2] - place[2];
    const other = steps[1 - side];
    const seconds = other.isStepping ? (1 - other.progress) * strideSeconds(stride) : 0;
    farthest = Math.max(farthest, (x * v[0] + z * v[2]) / speed + speed * seconds);
  }
  return clamp(farthest / Math.max(usual, 0.05), 1, MOST_CATCH_UP);
}

/** How a body goes: m/s along its way and across where it faces, radians between both, radians per second, metres a stride. */
export interface StrideMotion {
  readonly speed: number;
  readonly aside: number;
  readonly wayAngle: number;
  readonly turnRate: number;
  readonly strideWay: number;
  /** Hip joints over the floor. */
  readonly hipsHeight: number;
}

/** The clock by which a body goes as people of its size do. */
export function findStrideClock(model: GaitModel, motion: StrideMotion, out: StrideClock): void {
  const { curves, lengthScale, speedScale, settings } = model;
  findSwing(model, motion.speed, motion.turnRate, motion.strideWay, out);
  const nearest = settings.triggers.nearest * lengthScale;
  // Legs reach less far aside, where no heel helps: then steps are shorter, and more of them.
  const asideWay = motion.aside * (0.25 + (1 - out.swingShare) / 2);
  const asideRate = asideWay / Math.max(reachAside(model, motion.hipsHeight) - nearest / 2, 0.1 * lengthScale);
  if (asideRate > out.rate) out.rate = Math.min(asideRate, ((MOST_STEPS / 2) * speedScale) / lengthScale);
  const speed = slowest(model, motion.speed);
  const standWay = (speed * (1 - out.swingShare)) / out.rate;
  const offset = evaluateCurve(curves.stepOffsetDistance, speed / speedScale) * lengthScale;
  // Where people land, and half of what the body goes while the foot stands: between the two.
  out.landAhead = Math.min(offset / 2 + standWay / 4, standWay);
  // Feet that go sideways do not cross: they stand as far apart as they come near one another.
  const width = evaluateCurve(curves.footDistanceDirectional, motion.wayAngle) * lengthScale + model.wideHips;
  out.halfWidth = Math.max(width, nearest / 2 + motion.aside / (4 * out.rate));
}

/** How often feet step, and the part of a stride for which each swings. */
function findSwing(model: GaitModel, motionSpeed: number, turn: number, strideWay: number, out: StrideClock): void {
  const { curves, lengthScale, speedScale, settings } = model;
  const speed = slowest(model, motionSpeed);
  const timeScale = lengthScale / speedScale;
  const walkRate = Math.min(speed / Math.max(strideWay, 0.05 * lengthScale), MOST_STEPS / 2 / timeScale);
  const turnRate = Math.min(Math.abs(turn) / TURN_PER_STEP, MOST_TURN_STEPS / timeScale) / 2;
  out.rate = Math.max(walkRate, turnRate);
  const isRunning = clamp((speed / speedScale - settings.runSpeed) / 0.4, 0, 1);
  const seconds = clamp(
    evaluateCurve(curves.stepDuration, speed / speedScale) * timeScale,
    SHORTEST_SWING * timeScale,
    LONGEST_SWING * timeScale,
  );
  out.swingShare = Math.min(seconds * out.rate, WALK_SWING + (RUN_SWING - WALK_SWING) * isRunning);
}

/** A body that hardly goes steps as one that goes slowly. */
function slowest({ settings }: GaitModel, speed: number): number {
  return Math.max(speed, 0.5 * settings.standSpeed);
}

/** A foot stands so far aside that its heel rises by no more than this, metres at the reference's size. */
const HEEL_ASIDE = 0.06;

/** How far from the middle a foot can stand aside, metres. */
function reachAside({ legs, lengthScale }: GaitModel, hipsHeight: number): number {
  const leg = legs[0] ?? legs[1];
  if (leg === null) return 1;
  const down = hipsHeight - leg.ankleHeight - HEEL_ASIDE * lengthScale;
  return Math.abs(leg.ankleFromHips[0]) + Math.sqrt(Math.max(0, leg.length * leg.length - down * down));
}

/** The foot that has more to make up for lifts first; one that is in the air already goes on. */
function startWalk(model: GaitModel, state: GaitState, body: BodyState): void {
  const { stride, steps } = state;
  stride.isWalking = true;
  stride.isSettling = false;
  const left = needOf(model, state, body, 0);
  const right = needOf(model, state, body, 1);
  if (steps[0].isStepping) stride.phase = steps[0].progress * stride.swingShare;
  else if (steps[1].isStepping) stride.phase = (0.5 + steps[1].progress * stride.swingShare) % 1;
  else stride.phase = left >= right ? 0 : 0.5;
}

// Scratch.
const goal = createVec3();

/** How far a foot is behind where it should land now, metres; a turn counts as its way. */
function needOf(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { placeWorld: place, yaw } = state.steps[side];
  aimStride(model, state, body, side, goal);
  const x = goal[0] - place[0];
  const z = goal[2] - place[2];
  const turn = wrapAngle(body.heading.yaw + 0.3 * state.stride.turnRate - yaw) * 0.15 * model.lengthScale;
  // The outer foot first: the inner one would be in its way.
  const leads = (side === 0 ? 1 : -1) * state.stride.turnRate > 0 ? 0.02 : 0;
  return Math.sqrt(x * x + z * z + turn * turn) + leads;
}

/** Whether it is a foot's turn to lift. */
export function isTurnOf({ stride, dtSeconds }: GaitState, side: number): boolean {
  if (!stride.isWalking) return false;
  const since = (stride.phase - side / 2 + 1) % 1;
  // A foot that could not lift in time may still do so in the first part of its swing.
  return since < Math.max(0.5 * stride.swingShare, 1.5 * stride.rate * dtSeconds);
}

/** Seconds of a step that begins or goes on now. */
export function strideSeconds({ swingShare, rate }: StrideClock): number {
  return swingShare / Math.max(rate, 1e-3);
}

/**
 * Where a foot is to land: under the hips as they will be, ahead by as much as the body will go on until the foot is as
 * far behind. Its height is not set.
 */
export function aimStride(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { stride } = state;
  const step = state.steps[side];
  const { worldPositions } = body.pose;
  const hips = model.hips * 3;
  const seconds = step.isStepping ? (1 - step.progress) * step.durationSeconds : strideSeconds(stride);
  const v = stride.velocityWorld;
  const speed = speedOf(stride);
  // A foot that lands turned has the body's turn until the middle of its stand ahead of it.
  const yaw = body.heading.yaw + stride.turnRate * seconds;
  const outward = (side === 0 ? 1 : -1) * stride.halfWidth;
  const ahead = speed > 1e-6 ? stride.landAhead / speed : 0;
  out[0] = worldPositions[hips] + v[0] * (seconds + ahead) + Math.cos(yaw) * outward;
  out[2] = worldPositions[hips + 2] + v[2] * (seconds + ahead) - Math.sin(yaw) * outward;
}

/** Heading of a foot that lands: of the body in the middle of its stand, no farther than hips turn. */
export function strideYaw({ stride, steps }: GaitState, { heading }: BodyState, side: number): number {
  if (!stride.isWalking) return heading.yaw;
  const step = steps[side];
  const left = step.isStepping ? (1 - step.progress) * step.durationSeconds : 0;
  const standing = (1 - stride.swingShare) / Math.max(stride.rate, 0.2);
  return heading.yaw + stride.turnRate * left + clamp((stride.turnRate * standing) / 2, -MOST_LEAD, MOST_LEAD);
}

/** A foot lands turned ahead of the body by at most this, radians. */
const MOST_LEAD = 0.5;

/** A standing foot is at home within this, metres at the reference's size and radians. */
const HOME = 0.04;
const HOME_TURN = 0.2;

/** After a walk: the foot that is farther from its place under the hips comes home, then the other; -1 when both are. */
export function footToSettle(model: GaitModel, state: GaitState, body: BodyState): number {
  if (!state.stride.isSettling || state.steps[0].isStepping || state.steps[1].isStepping) return -1;
  let farthest = 1;
  let chosen = -1;
  for (let side = 0; side < 2; side++) {
    const { placeWorld: place, yaw } = state.steps[side];
    if (model.legs[side] === null || footLeader(body, side) !== 'rules') continue;
    aimHome(model, body, side, goal);
    const off = Math.sqrt((goal[0] - place[0]) ** 2 + (goal[2] - place[2]) ** 2) / (HOME * model.lengthScale);
    const turned = Math.abs(wrapAngle(body.heading.yaw - yaw)) / HOME_TURN;
    const need = Math.max(off, turned);
    if (need > farthest) chosen = side;
    farthest = Math.max(farthest, need);
  }
  if (chosen < 0) state.stride.isSettling = false;
  return chosen;
}

/** A foot's place under the hips as at rest. */
export function aimHome(model: GaitModel, body: BodyState, side: number, out: Vec3): void {
  const leg = model.legs[side];
  const hips = model.hips * 3;
  const x = leg === null ? 0 : leg.ankleFromHips[0];
  const z = leg === null ? 0 : leg.ankleFromHips[2];
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  out[0] = body.pose.worldPositions[hips] + cos * x + sin * z;
  out[2] = body.pose.worldPositions[hips + 2] - sin * x + cos * z;
}
