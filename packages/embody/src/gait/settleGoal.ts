import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

/** Ground under toes and heel may differ from the plane under the ankle by this much, metres. */
const EDGE = 0.04;
/** A foot that would stand over an edge is moved to and fro by these steps, metres, at most so many. */
const SHIFT = 0.02;
const SHIFTS = 9;
/** Parts of the way that are tried where there is no ground at the goal. */
const RETREATS = 4;

/** A place for a foot, and the place that it comes from. World space. */
export interface Footing {
  readonly startWorld: Vec3;
  readonly goalWorld: Vec3;
  /** Heading of the foot at the goal, radians. */
  goalYaw: number;
  /** Of the ground at the goal. */
  readonly goalNormal: Vec3;
}

// Scratch.
const wished = createVec3();
const probe = createVec3();

/**
 * Puts a foot's goal on the ground: where there is some, and where the whole foot has room. Over an edge, as of a
 * stair, it goes to the nearest place along the foot that is free of it.
 */
export function settleGoal(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, footing: Footing): void {
  const { goalWorld: goal, startWorld: start } = footing;
  if (!model.settings.grounding) {
    goal[1] = body.floorY;
    vec3.set(footing.goalNormal, 0, 1, 0);
    return;
  }
  const wishX = goal[0];
  const wishZ = goal[2];
  for (let i = 0; i <= RETREATS; i++) {
    const back = i / RETREATS;
    goal[0] = wishX + (start[0] - wishX) * back;
    goal[2] = wishZ + (start[2] - wishZ) * back;
    if (!findGround(model, state, body, goal)) continue;
    takeGround(state, footing);
    avoidEdge(model, state, body, leg, footing);
    return;
  }
  vec3.copy(goal, start);
}

function findGround(
  { settings }: GaitModel,
  { ground, hit }: GaitState,
  { floorY }: BodyState,
  place: ReadonlyVec3,
): boolean {
  return ground.query(place[0], place[2], floorY + settings.maxStepHeight, hit);
}

function takeGround({ hit }: GaitState, footing: Footing): void {
  footing.goalWorld[1] = hit.height;
  vec3.copy(footing.goalNormal, hit.normal);
}

function avoidEdge(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, footing: Footing): void {
  if (isRoom(model, state, body, leg, footing)) return;
  const { goalWorld: goal, goalYaw } = footing;
  vec3.copy(wished, goal);
  for (let i = 1; i <= SHIFTS; i++) {
    for (let sign = -1; sign <= 1; sign += 2) {
      goal[0] = wished[0] + Math.sin(goalYaw) * SHIFT * i * sign;
      goal[2] = wished[2] + Math.cos(goalYaw) * SHIFT * i * sign;
      if (!findGround(model, state, body, goal)) continue;
      takeGround(state, footing);
      if (isRoom(model, state, body, leg, footing)) return;
    }
  }
  vec3.copy(goal, wished);
}

/** Whether toes and heel would lie on the plane under the ankle. */
function isRoom(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, footing: Footing): boolean {
  const { goalWorld: goal, goalNormal: normal, goalYaw } = footing;
  for (let end = 0; end < 2; end++) {
    const ahead = end === 0 ? leg.toeAhead : -leg.heelBehind;
    const x = Math.sin(goalYaw) * ahead;
    const z = Math.cos(goalYaw) * ahead;
    probe[0] = goal[0] + x;
    probe[2] = goal[2] + z;
    if (!findGround(model, state, body, probe)) return false;
    const expected = goal[1] - (normal[0] * x + normal[2] * z) / Math.max(0.3, normal[1]);
    if (Math.abs(state.hit.height - expected) >= EDGE) return false;
  }
  return true;
}
