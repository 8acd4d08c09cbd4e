import { createVec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { ArmState } from './armsState.js';
import { bendArm } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { isInTorso, type TorsoHull, updateTorsoHull } from './torsoHull.js';

/** A hand that is missed by less than this is in reach, metres: it has the last word. */
const IN_REACH = 1e-3;
/** A stretched arm turns away from the trunk by steps of this, radians, at most so many. */
const STEP = 0.02;
const STEP_COUNT = 60;

// Scratch.
const handBefore = createVec3();
const outward = createVec3();
const direction = createVec3();

/**
 * An arm that is stretched towards a hand out of its reach, through the trunk: a
 * stretched arm has no circle of elbows to choose from. Since it misses the hand anyway, it turns aside, no farther than to have the elbow clear of the trunk.
 */
export function divertArm(
  { torso, torsoMargin }: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  hull: TorsoHull,
  { pose }: BodyState,
): void {
  const { handWorld, endWorld, shoulderWorld, elbowWorld } = state;
  const x = handWorld[0] - endWorld[0];
  const y = handWorld[1] - endWorld[1];
  const z = handWorld[2] - endWorld[2];
  if (torso === null || x * x + y * y + z * z < IN_REACH * IN_REACH) return;
  // The shoulder may have given way since the hull was drawn.
  updateTorsoHull(torso, pose, hull);
  if (!isInTorso(torsoMargin, hull, elbowWorld)) return;
  const { lowWorld: low, upWorld: up } = hull;
  let along = 0;
  for (let k = 0; k < 3; k++) along += (elbowWorld[k] - low[k]) * up[k];
  for (let k = 0; k < 3; k++) outward[k] = elbowWorld[k] - low[k] - along * up[k];
  vec3.normalize(outward, outward);
  vec3.copy(handBefore, handWorld);
  vec3.subtract(direction, handWorld, shoulderWorld);
  const distance = vec3.length(direction);
  for (let step = 0; step < STEP_COUNT; step++) {
    vec3.scaleAndAdd(direction, direction, outward, STEP * distance);
    vec3.normalize(direction, direction);
    vec3.scale(direction, direction, distance);
    vec3.add(handWorld, shoulderWorld, direction);
    bendArm(arm, state);
    if (!isInTorso(torsoMargin, hull, elbowWorld)) break;
  }
  vec3.copy(handWorld, handBefore);
}
