import { createVec3, type Vec3 } from '@leib/core';

/** How feet take turns at a speed. Written by findStrideClock(). */
export interface StrideClock {
  /** Strides per second, and the part of each for which a foot swings. */
  rate: number;
  swingShare: number;
  /** How far ahead of its place under the hips a foot lands, along the way, metres; and its distance from the middle. */
  landAhead: number;
  halfWidth: number;
}

/**
 * The synthesised walk: for a head that goes on without the rhythm of steps. A clock gives the feet their turns; where a
 * foot lands follows from the way that the body goes while it stands, so that it is as far ahead as it will be behind.
 */
export interface StrideState extends StrideClock {
  isWalking: boolean;
  /** 0..1 over a stride: the left foot lifts at 0, the right one at 0.5. */
  phase: number;
  /** How the body goes and turns, smoothed: horizontal, world space, m/s; radians per second. */
  readonly velocityWorld: Vec3;
  turnRate: number;
  /** The body has come to a stand and its feet come together. */
  isSettling: boolean;
}

export function createStrideState(): StrideState {
  return {
    isWalking: false,
    phase: 0,
    rate: 0,
    swingShare: 0.4,
    velocityWorld: createVec3(),
    turnRate: 0,
    landAhead: 0,
    halfWidth: 0,
    isSettling: false,
  };
}

export function resetStride(state: StrideState): void {
  state.isWalking = false;
  state.isSettling = false;
}
