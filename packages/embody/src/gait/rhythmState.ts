import { createVec3, type Vec3, vec3 } from '@leib/core';
import { copyFlat } from '../bodyState.js';

/**
 * Whether the rhythm of steps can be read in the head. A head on walking legs bobs; one that is carried (by stick, keys, an
 * app's own locomotion, a smoothed feed, a wheelchair) does not, and what the observer and the prior make of it drags along.
 */
export interface RhythmState {
  readonly bob: Bob;
  /** Height of the ground below the head, and how much it has changed lately, metres. */
  groundY: number;
  unevenness: number;
  /** For so long the head has been listened to, seconds. */
  heardSeconds: number;
  /** Bob against the least of people who walk as fast. From 1 on there is a rhythm. */
  strength: number;
  /** Way that the body went lately, and the way that even the slower foot went meanwhile, metres. */
  goneWay: number;
  draggedWay: number;
  readonly lastAnkles: Float64Array;
  /** Way without a rhythm, horizontal, metres: longer than a limit the head is taken to be carried. To and fro is no way. */
  readonly doubtWorld: Vec3;
  /** For so long the body has been turned away from its feet, seconds. */
  twistedSeconds: number;
  /** No rhythm can be read: the synthesised walk leads. */
  isCarried: boolean;
  /** Of a carried head: for so long there has been a rhythm again, and for so long it has stood, seconds. */
  backSeconds: number;
  stillSeconds: number;
  /** Time since the head was carried, seconds. */
  sinceCarriedSeconds: number;
  /** Strength from which a carried head is believed to walk again. */
  bar: number;
}

/** A band pass of the head's height, in heights of a standing head, and the mean square of what passes. */
export interface Bob {
  readonly highPasses: Float64Array;
  readonly lowPasses: Float64Array;
  meanSquare: number;
}

/** Strength from which a carried head is believed to walk again, before it was wrong. */
export const BAR = 1.3;

export function createRhythmState(): RhythmState {
  return {
    bob: { highPasses: new Float64Array(3), lowPasses: new Float64Array(2), meanSquare: 0 },
    groundY: 0,
    unevenness: 0,
    heardSeconds: 0,
    strength: 1,
    goneWay: 0,
    draggedWay: 0,
    lastAnkles: new Float64Array(4),
    doubtWorld: createVec3(),
    twistedSeconds: 0,
    isCarried: false,
    backSeconds: 0,
    stillSeconds: 0,
    sinceCarriedSeconds: Number.POSITIVE_INFINITY,
    bar: BAR,
  };
}

/** As new. */
export function resetRhythm(state: RhythmState): void {
  const { bob, lastAnkles: _, doubtWorld, ...numbers } = createRhythmState();
  Object.assign(state, numbers);
  state.bob.meanSquare = bob.meanSquare;
  vec3.copy(state.doubtWorld, doubtWorld);
}

export function copyRhythm(out: RhythmState, { bob, ...flat }: RhythmState): void {
  copyFlat(out, flat);
  copyFlat(out.bob, bob);
}

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
