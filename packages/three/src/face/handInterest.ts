import { createVec3, easeScalar, type ReadonlyVec3, smoothStep, type Vec3, vec3 } from '@leib/core';
import type { GazeTarget } from './gaze.js';

/** A hand as something to look at. */
export interface HandInterest {
  readonly target: GazeTarget;
  /** Speed against the head, smoothed, metres per second. */
  speed: number;
  /** Position against the head in the last frame; null before the first. */
  lastInHead: Vec3 | null;
}

/** A hand slower than the first is at rest, faster than the second is busy, metres per second. */
const REST_SPEED = 0.12;
const BUSY_SPEED = 0.6;
/** Interest in a hand at rest, in one that holds something, in a busy one. */
const REST_PULL = 0.03;
const HOLD_PULL = 0.55;
const BUSY_PULL = 0.9;
const HALF_LIFE_SECONDS = 0.1;

export function createHandInterest(): HandInterest {
  return {
    target: { pointWorld: createVec3(), pull: 0, fixationSeconds: 0.8, spread: 0.03 },
    speed: 0,
    lastInHead: null,
  };
}

/** A hand pulls the gaze while it moves against the head or holds something. */
export function stepHandInterest(
  state: HandInterest,
  handWorld: ReadonlyVec3,
  eyesWorld: ReadonlyVec3,
  isHolding: boolean,
  dtSeconds: number,
): void {
  vec3.copy(state.target.pointWorld, handWorld);
  const x = handWorld[0] - eyesWorld[0];
  const y = handWorld[1] - eyesWorld[1];
  const z = handWorld[2] - eyesWorld[2];
  const last = state.lastInHead;
  if (last && dtSeconds > 0) {
    const speed = Math.hypot(x - last[0], y - last[1], z - last[2]) / dtSeconds;
    state.speed = easeScalar(state.speed, speed, HALF_LIFE_SECONDS, dtSeconds);
  }
  state.lastInHead = vec3.set(last ?? createVec3(), x, y, z);
  const busy = smoothStep(state.speed, REST_SPEED, BUSY_SPEED);
  const rest = isHolding ? HOLD_PULL : REST_PULL;
  state.target.pull = rest + (BUSY_PULL - rest) * busy;
}
