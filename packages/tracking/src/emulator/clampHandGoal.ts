import { createVec3, type Vec3, vec3 } from '@leib/core';
import { type EmulatorParams, REFERENCE_HEAD_HEIGHT } from './emulatorState.js';

/** An average person with the head joint at 1.55 m: shoulder from the head joint (left; facing +Z), and the arm. */
export const SHOULDER_FROM_HEAD = [0.175, -0.19, -0.025] as const;
export const UPPER_ARM = 0.245;
export const FOREARM = 0.245;

/** A trunk that hands stay out of: half width, half depth. */
const TRUNK_HALF_WIDTH = 0.17;
const TRUNK_HALF_DEPTH = 0.13;

const shoulder = createVec3();
const arm = createVec3();

/** Keeps a wrist (from the head joint, facing +Z) within the arm's reach and outside the trunk. `mirror`: 1 left, -1 right. */
export function clampHandGoal({ standingHeadHeight }: EmulatorParams, mirror: 1 | -1, goal: Vec3): void {
  const scale = standingHeadHeight / REFERENCE_HEAD_HEIGHT;
  vec3.set(
    shoulder,
    mirror * SHOULDER_FROM_HEAD[0] * scale,
    SHOULDER_FROM_HEAD[1] * scale,
    SHOULDER_FROM_HEAD[2] * scale,
  );
  // Out of the trunk first: an ellipse seen from above, from shoulder to crotch.
  if (goal[1] < -0.08 * scale && goal[1] > -0.75 * scale) {
    const a = TRUNK_HALF_WIDTH * scale;
    const b = TRUNK_HALF_DEPTH * scale;
    const inside = Math.hypot(goal[0] / a, goal[2] / b);
    if (inside < 1) {
      if (inside < 1e-6) vec3.set(goal, 0, goal[1], b);
      else vec3.set(goal, goal[0] / inside, goal[1], goal[2] / inside);
    }
  }
  vec3.subtract(arm, goal, shoulder);
  const length = vec3.length(arm);
  // Not quite stretched: a locked elbow looks like a mannequin's.
  const reach = 0.99 * (UPPER_ARM + FOREARM) * scale;
  if (length > reach) vec3.scaleAndAdd(goal, shoulder, arm, reach / length);
}
