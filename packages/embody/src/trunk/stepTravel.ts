import { createVec3, type Vec3, vec3 } from '@leib/core';
import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { trackedPosition } from '../limb/worldJoint.js';
import type { TrunkModel } from './buildTrunk.js';
import type { MassPoint } from './massPoints.js';
import { addTravelPoint, meanTravelVelocity, resetTravelHistory, type TrunkState } from './trunkState.js';

// Scratch.
const head = createVec3();
const trunk = createVec3();

/**
 * Where the body's mass is and how it travels. The centre of mass is that of the last solved pose, carried along with
 * the head. Its velocity is taken of head and trunk alone: legs are worked out from it, and would chase themselves.
 */
export function stepTravel(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  const { travel, heading } = body;
  const { settings } = model;
  trackedPosition(head, body.targets.frame, pointNumber.head);
  centreOf(travel.comWorld, model.masses, body, model.head);
  vec3.add(travel.comWorld, travel.comWorld, head);
  centreOf(trunk, model.trunkMasses, body, model.head);
  vec3.add(trunk, trunk, head);
  if (!body.isPlaced) resetTravelHistory(state.history);
  addTravelPoint(state.history, trunk, dtSeconds);
  meanTravelVelocity(state.history, settings.travelSeconds, travel.velocityWorld);

  const x = travel.velocityWorld[0];
  const z = travel.velocityWorld[2];
  travel.speed = Math.sqrt(x * x + z * z);
  const isTravelling = travel.speed >= settings.standingSpeed;
  travel.directionWorld[0] = isTravelling ? x / travel.speed : Math.sin(heading.yaw);
  travel.directionWorld[1] = 0;
  travel.directionWorld[2] = isTravelling ? z / travel.speed : Math.cos(heading.yaw);
}

/**
 * Starts measuring from a pose that was just set: before it there was none of this person to measure, and what the
 * first frame carried along with the head belonged to another place.
 */
export function seedTravel(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  centreOf(trunk, model.trunkMasses, body, model.head);
  for (let k = 0; k < 3; k++) trunk[k] += body.pose.worldPositions[model.head * 3 + k];
  resetTravelHistory(state.history);
  addTravelPoint(state.history, trunk, dtSeconds);
}

/** Mean of point masses, from the head joint. */
function centreOf(out: Vec3, masses: readonly MassPoint[], { pose }: BodyState, headJoint: number): void {
  const { worldPositions: at } = pose;
  let mass = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < masses.length; i++) {
    const point = masses[i];
    const from = point.from * 3;
    const to = point.to * 3;
    mass += point.mass;
    x += point.mass * (at[from] + (at[to] - at[from]) * point.along);
    y += point.mass * (at[from + 1] + (at[to + 1] - at[from + 1]) * point.along);
    z += point.mass * (at[from + 2] + (at[to + 2] - at[from + 2]) * point.along);
  }
  out[0] = x / mass - at[headJoint * 3];
  out[1] = y / mass - at[headJoint * 3 + 1];
  out[2] = z / mass - at[headJoint * 3 + 2];
}
