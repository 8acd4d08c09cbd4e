import { createQuat, createVec3, quat, rotationBetween, unitAcross, unitTowards, vec3 } from '@leib/core';
import type { ArmState } from './armsState.js';
import { updateRadius } from './bendArm.js';
import type { ArmModel } from './buildArms.js';

// Scratch.
const wanted = createVec3();
const forearmBefore = createVec3();
const forearm = createVec3();
const turned = createQuat();

/**
 * A tracked elbow without a tracked hand: the upper arm points at it, and the forearm towards where the hand is thought
 * to be. `state.elbowAlone`, 0..1: how much of that is done; a hand that is seen again takes its arm back. Without it
 * the hand has no target of its own: it goes along with the forearm.
 */
export function meetElbow({ limb }: ArmModel, state: ArmState): void {
  const { shoulderWorld, elbowWorld, handWorld, endWorld, axisWorld, sideWorld, elbowAlone: weight } = state;
  const away = vec3.distance(shoulderWorld, state.trackedElbowWorld);
  if (away < 1e-6) return;
  unitTowards(forearmBefore, elbowWorld, endWorld);
  const scale = limb.upper.length / away;
  for (let k = 0; k < 3; k++) {
    const onTracker = shoulderWorld[k] + (state.trackedElbowWorld[k] - shoulderWorld[k]) * scale;
    wanted[k] = elbowWorld[k] + (onTracker - elbowWorld[k]) * weight;
  }
  unitTowards(forearm, shoulderWorld, wanted);
  vec3.scaleAndAdd(elbowWorld, shoulderWorld, forearm, limb.upper.length);
  unitTowards(forearm, elbowWorld, handWorld);
  vec3.scaleAndAdd(endWorld, elbowWorld, forearm, limb.lower.length);
  rotationBetween(turned, forearmBefore, forearm);
  quat.multiply(state.handRotation, turned, state.handRotation);
  vec3.copy(handWorld, endWorld);
  unitTowards(axisWorld, shoulderWorld, endWorld);
  vec3.subtract(wanted, elbowWorld, shoulderWorld);
  // A straight arm has no side: the last one is kept.
  vec3.scaleAndAdd(wanted, wanted, sideWorld, 1e-3);
  unitAcross(sideWorld, axisWorld, wanted);
  updateRadius(state);
}
