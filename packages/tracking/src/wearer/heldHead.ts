import { DEG } from '@leib/core';
import { POSE_SIZE } from '../frame/trackedParts.js';

/** Time in which a head's movement is smoothed, seconds: the bobbing of steps becomes small. */
const SMOOTH_SECONDS = 0.25;
/** A head is held at a height when its smoothed height stays within this, metres, for this long, seconds: longer than people stand on tiptoe. */
const HELD_BAND = 0.03;
const HELD_SECONDS = 1.2;
/** The height of a head that is tilted more than this says little: people bend over. */
const TILTED = Math.cos(25 * DEG);
/** A frame whose head is this far above or below the last ones is wrong, metres, unless it stays there for this long, seconds. */
const STRAY = 0.06;
const STRAY_SECONDS = 0.2;
/** A head that is elsewhere at once was put there: metres, and metres per second. */
const PUT_DISTANCE = 0.3;
const PUT_SPEED = 8;
/** Steps move the head up and down by at least this, mean, metres; taken over this time, seconds. */
const STEPS_BOB = 0.0025;
const BOB_SECONDS = 0.5;
/** What has not moved or turned by this much for so long may lie somewhere, and does after more: people sway and breathe. */
const STILL_DISTANCE = 8e-4;
const STILL_ANGLE = 0.12 * DEG;
const STILL_SECONDS = 0.5;
const LYING_SECONDS = 2;

/** A head for as long as it stays at one height. */
export interface HeldHead {
  /** Seconds since it came to this height; 0: it has just come, or was lost. */
  seconds: number;
  /** Smoothed pose, tracked space, the one that this height began with, and the one that it has not moved from. 7 each. */
  readonly smoothed: Float64Array;
  readonly began: Float64Array;
  readonly rested: Float64Array;
  /** Lowest and highest smoothed height since then, metres. */
  min: number;
  max: number;
  /** For how long it has not moved at all, seconds: a headset on a shelf. */
  stillSeconds: number;
  /** How much it goes up and down about its smoothed height, mean, metres. */
  bob: number;
  /** How far from where this height began it has been on legs, metres, along the floor: a head that only glides may sit. */
  farthest: number;
  /** For how long frames have been strays, seconds. */
  straySeconds: number;
  readonly last: Float64Array;
}

export function createHeldHead(): HeldHead {
  return {
    seconds: 0,
    smoothed: new Float64Array(POSE_SIZE),
    began: new Float64Array(POSE_SIZE),
    rested: new Float64Array(POSE_SIZE),
    min: 0,
    max: 0,
    stillSeconds: 0,
    bob: 0,
    farthest: 0,
    straySeconds: 0,
    last: new Float64Array(POSE_SIZE),
  };
}

/** The head is lost: when it comes back, it is held anew. */
export function dropHeldHead(held: HeldHead): void {
  held.seconds = 0;
  held.straySeconds = 0;
}

/** What a frame's head height is worth. */
export type HeadFrame = 'held' | 'moving' | 'wrong';

/** Takes the pose of the head joint, tracked space. 'held': somebody holds it level, for a while, at this height. */
export function stepHeldHead(held: HeldHead, head: Float64Array, dtSeconds: number): HeadFrame {
  const { smoothed, began, last } = held;
  const jump = Math.hypot(head[0] - last[0], head[2] - last[2]);
  last.set(head);
  if (held.seconds === 0 || jump > PUT_DISTANCE + PUT_SPEED * dtSeconds) begin(held, head);
  const isStray = Math.abs(head[1] - smoothed[1]) > STRAY;
  held.straySeconds = isStray ? held.straySeconds + dtSeconds : 0;
  if (isStray && held.straySeconds < STRAY_SECONDS) return 'wrong';
  if (isStray) begin(held, head);
  smooth(smoothed, head, dtSeconds);
  held.min = Math.min(held.min, smoothed[1]);
  held.max = Math.max(held.max, smoothed[1]);
  held.seconds += dtSeconds;
  if (held.max - held.min > HELD_BAND) begin(held, smoothed);
  held.stillSeconds += dtSeconds;
  if (isAway(held.rested, smoothed)) {
    held.rested.set(smoothed);
    held.stillSeconds = 0;
  }
  const share = 1 - Math.exp(-dtSeconds / BOB_SECONDS);
  held.bob += (Math.abs(head[1] - smoothed[1]) - held.bob) * share;
  const way = held.bob > STEPS_BOB ? Math.hypot(head[0] - began[0], head[2] - began[2]) : 0;
  held.farthest = Math.max(held.farthest, way);
  return held.seconds >= HELD_SECONDS && held.stillSeconds < STILL_SECONDS && isLevel(head) ? 'held' : 'moving';
}

/** It lies somewhere: nobody wears it. */
export function isLying({ stillSeconds }: HeldHead): boolean {
  return stillSeconds >= LYING_SECONDS;
}

/** The head's own up axis points up. */
export function isLevel(head: Float64Array): boolean {
  return 1 - 2 * (head[3] * head[3] + head[5] * head[5]) > TILTED;
}

function begin(held: HeldHead, pose: Float64Array): void {
  held.seconds = Number.EPSILON;
  held.smoothed.set(pose);
  held.began.set(pose);
  held.min = held.max = pose[1];
  held.farthest = 0;
}

function smooth(smoothed: Float64Array, pose: Float64Array, dtSeconds: number): void {
  const share = 1 - Math.exp(-dtSeconds / SMOOTH_SECONDS);
  let dot = 0;
  for (let k = 3; k < POSE_SIZE; k++) dot += smoothed[k] * pose[k];
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < POSE_SIZE; k++) smoothed[k] += ((k < 3 ? 1 : sign) * pose[k] - smoothed[k]) * share;
}

function isAway(from: Float64Array, to: Float64Array): boolean {
  let waySq = 0;
  let near = 0;
  let far = 0;
  for (let k = 0; k < 3; k++) waySq += (to[k] - from[k]) ** 2;
  for (let k = 3; k < POSE_SIZE; k++) {
    near += (to[k] - from[k]) ** 2;
    far += (to[k] + from[k]) ** 2;
  }
  // Chord between the quaternions, either sign: half of the angle.
  return waySq > STILL_DISTANCE ** 2 || 4 * Math.min(near, far) > STILL_ANGLE ** 2;
}
