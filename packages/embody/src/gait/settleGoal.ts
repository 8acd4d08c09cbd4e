import { createVec3, type Vec3, vec3 } from '@leib/core';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';

/** Ground under toes and heel may differ from the plane under the ankle by this much, metres. */
const EDGE = 0.04;
/** A foot that would stand over an edge is moved to and fro by these steps, metres, at most so many. */
const SHIFT = 0.02;
const SHIFTS = 9;
/** Parts of the way that are tried where there is no ground at the goal. */
const RETREATS = 4;

// Scratch.
const wished = createVec3();
const probe = createVec3();

/**
 * Puts a step's goal on the ground: where there is some, and where the whole foot has room. Over an edge, as of a
 * stair, it goes to the nearest place along the foot that is free of it.
 */
export function settleGoal(model: GaitModel, state: GaitState, leg: GaitLeg, step: StepState): void {
  const { goalWorld: goal, startWorld: start } = step;
  if (!model.settings.grounding) {
    goal[1] = state.floorY;
    vec3.set(step.goalNormal, 0, 1, 0);
    return;
  }
  const wishX = goal[0];
  const wishZ = goal[2];
  for (let i = 0; i <= RETREATS; i++) {
    const back = i / RETREATS;
    goal[0] = wishX + (start[0] - wishX) * back;
    goal[2] = wishZ + (start[2] - wishZ) * back;
    if (!findGround(model, state, goal)) continue;
    takeGround(state, step);
    avoidEdge(model, state, leg, step);
    return;
  }
  vec3.copy(goal, start);
}

function findGround({ settings }: GaitModel, state: GaitState, place: Vec3): boolean {
  return state.ground.query(place[0], place[2], state.floorY + settings.maxStepHeight, state.hit);
}

function takeGround(state: GaitState, step: StepState): void {
  step.goalWorld[1] = state.hit.height;
  vec3.copy(step.goalNormal, state.hit.normal);
}

function avoidEdge(model: GaitModel, state: GaitState, leg: GaitLeg, step: StepState): void {
  if (isRoom(model, state, leg, step)) return;
  const { goalWorld: goal, goalYaw } = step;
  vec3.copy(wished, goal);
  for (let i = 1; i <= SHIFTS; i++) {
    for (let sign = -1; sign <= 1; sign += 2) {
      goal[0] = wished[0] + Math.sin(goalYaw) * SHIFT * i * sign;
      goal[2] = wished[2] + Math.cos(goalYaw) * SHIFT * i * sign;
      if (!findGround(model, state, goal)) continue;
      takeGround(state, step);
      if (isRoom(model, state, leg, step)) return;
    }
  }
  vec3.copy(goal, wished);
}

/** Whether toes and heel would lie on the plane under the ankle. */
function isRoom(model: GaitModel, state: GaitState, leg: GaitLeg, step: StepState): boolean {
  const { goalWorld: goal, goalNormal: normal, goalYaw } = step;
  for (let end = 0; end < 2; end++) {
    const ahead = end === 0 ? leg.toeAhead : -leg.heelBehind;
    const x = Math.sin(goalYaw) * ahead;
    const z = Math.cos(goalYaw) * ahead;
    probe[0] = goal[0] + x;
    probe[2] = goal[2] + z;
    if (!findGround(model, state, probe)) return false;
    const expected = goal[1] - (normal[0] * x + normal[2] * z) / Math.max(0.3, normal[1]);
    if (Math.abs(state.hit.height - expected) >= EDGE) return false;
  }
  return true;
}
