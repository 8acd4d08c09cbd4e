import { areFinite, createQuat, createVec3, easingShare, quat, type ReadonlyVec3, vec3 } from '@leib/core';
import type { EffectorDrag } from '../play/puppetInput.js';
import {
  type ChainGoals,
  type ChainsState,
  type EffectorState,
  readChainPoints,
  updateDragged,
} from './chainsState.js';
import type { PuppetChains } from './puppetChains.js';
import { applyImpulse } from './waves.js';

/** Sizes of the puppet per second that a goal moves at the most where the caller sets no other bound. */
const FASTEST_GOAL = 25;

/** A change of a drag's velocity by this many chain lengths per second is a flick and sends an impulse. */
const FLICK = 1.5;

/** Share of the turn that a flick would give the joint before the point, were all of the chain rigid. */
const KICK_SHARE = 0.35;

/** An impulse turns no faster than this, radians per second. */
const FASTEST_KICK = 20;

/** Seconds over which the velocity of a drag is smoothed, and after which a steady drag counts as rest. */
const VELOCITY_HALF_LIFE = 0.015;
const STEADY_HALF_LIFE = 0.12;

// Scratch of the functions below, each of which writes it before it reads it.
const pointWorld = createVec3();
const step = createVec3();
const arm = createVec3();

/**
 * Moves the goal of every dragged effector towards where it was dragged, no faster than allowed, beginning where the
 * effector is; lets go of the others. Sudden changes of a drag, its end among them, send an impulse along the chain.
 */
export function followDrags(model: PuppetChains, state: ChainsState, goals: ChainGoals, dtSeconds: number): void {
  const maxSpeed = goals.maxSpeed ?? FASTEST_GOAL * model.size;
  let hasChanged = false;
  for (let index = 0; index < state.effectors.length; index++) {
    const effector = state.effectors[index];
    const drag = findDrag(goals.drags, index);
    if (effector.isDragged !== (drag !== null)) hasChanged = true;
    if (drag === null) {
      if (effector.isDragged) flick(model, state, index, vec3.scale(step, effector.velocityWorld, -1));
      effector.isDragged = false;
      continue;
    }
    if (!effector.isDragged) {
      vec3.copy(effector.goal.positionWorld, readEffectorPoint(model, state, index));
      vec3.set(effector.velocityWorld, 0, 0, 0);
      vec3.set(effector.steadyVelocityWorld, 0, 0, 0);
      effector.isDragged = true;
    }
    moveGoal(effector, drag, model.effectors[index].turns, maxSpeed, dtSeconds);
    if (dtSeconds > 0) feelFlick(model, state, index, dtSeconds);
  }
  if (hasChanged) updateDragged(model, state);
}

/** The last drag of an effector that has numbers. */
function findDrag(drags: readonly EffectorDrag[], effector: number): EffectorDrag | null {
  for (let i = drags.length - 1; i >= 0; i--) {
    if (drags[i].effector === effector && isFiniteDrag(drags[i])) return drags[i];
  }
  return null;
}

function isFiniteDrag({ positionWorld, rotationWorld }: EffectorDrag): boolean {
  return areFinite(positionWorld) && (rotationWorld === null || areFinite(rotationWorld));
}

function moveGoal(
  effector: EffectorState,
  { positionWorld, rotationWorld }: EffectorDrag,
  turns: boolean,
  maxSpeed: number,
  dtSeconds: number,
): void {
  const { goal, velocityWorld } = effector;
  vec3.subtract(step, positionWorld, goal.positionWorld);
  const distance = vec3.length(step);
  const most = maxSpeed * Math.max(0, dtSeconds);
  if (distance > most) vec3.scale(step, step, most / distance);
  vec3.add(goal.positionWorld, goal.positionWorld, step);
  const isTurned = turns && rotationWorld !== null;
  goal.rotationWorld = isTurned ? quat.normalize(goal.rotationWorld ?? createQuat(), rotationWorld) : null;
  if (!(dtSeconds > 0)) return;
  vec3.scale(step, step, 1 / dtSeconds);
  vec3.lerp(velocityWorld, velocityWorld, step, easingShare(VELOCITY_HALF_LIFE, dtSeconds));
}

/** Compares a drag's velocity with what it was before; where they differ by much the chain gets an impulse. */
function feelFlick(model: PuppetChains, state: ChainsState, index: number, dtSeconds: number): void {
  const { velocityWorld, steadyVelocityWorld } = state.effectors[index];
  vec3.subtract(step, velocityWorld, steadyVelocityWorld);
  if (vec3.length(step) > FLICK * model.chains[model.effectors[index].chain].chain.length) {
    flick(model, state, index, step);
    vec3.copy(steadyVelocityWorld, velocityWorld);
    return;
  }
  vec3.lerp(steadyVelocityWorld, steadyVelocityWorld, velocityWorld, easingShare(STEADY_HALF_LIFE, dtSeconds));
}

/** The chain lags behind a change of velocity at the effector: its joints are kicked the other way. */
function flick(model: PuppetChains, state: ChainsState, index: number, changeWorld: ReadonlyVec3): void {
  const { chain: number, point } = model.effectors[index];
  const { chain, parts } = model.chains[number];
  if (vec3.length(changeWorld) < FLICK * chain.length) return;
  const { worldPositions: at } = state.basePose;
  const joint = (parts[Math.max(0, point - 1)] + 1) * 3;
  vec3.set(arm, at[joint], at[joint + 1], at[joint + 2]);
  vec3.subtract(arm, readEffectorPoint(model, state, index), arm);
  const lengthSq = vec3.squaredLength(arm);
  if (lengthSq < 1e-12) return;
  vec3.cross(arm, arm, changeWorld);
  vec3.scale(arm, arm, -KICK_SHARE / lengthSq);
  const speed = vec3.length(arm);
  if (speed > FASTEST_KICK) vec3.scale(arm, arm, FASTEST_KICK / speed);
  applyImpulse(model, state, number, point, arm);
}

/** Where an effector is in the base pose, world. */
function readEffectorPoint(model: PuppetChains, state: ChainsState, index: number): ReadonlyVec3 {
  const { chain, point } = model.effectors[index];
  const { pointsWorld: points } = state.chains[chain];
  readChainPoints(model.chains[chain], state.basePose, points);
  return vec3.set(pointWorld, points[point * 3], points[point * 3 + 1], points[point * 3 + 2]);
}
