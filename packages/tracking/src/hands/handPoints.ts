import { clamp, createQuat, lookRotation, quat, vec3 } from '@leib/core';
import type { HandSide } from '../xr/xrOffsets.js';
import type { HandSignal } from './handSignal.js';

/**
 * Bends, splay and rotation from 21 points of a hand: wrist; thumb's base, knuckle, joint, tip; then knuckle, two joints
 * and tip of index, middle, ring and little finger (MediaPipe's order). Positions in metres, any right-handed space.
 */
export const HAND_POINT_COUNT = 21;

const WRIST = 0;
const THUMB = 1;
const INDEX_KNUCKLE = 5;
const MIDDLE_KNUCKLE = 9;
const LITTLE_KNUCKLE = 17;

/** Sum of a finger's three bends in a tight fist, radians: about 75, 90 and 55 degrees. */
const FINGER_CLENCHED = 3.8;
/** Sum of the thumb's two bends when it lies across the palm. */
const THUMB_CLENCHED = 1.5;
/** Lean of a finger to the side that counts as 1; the thumb's is larger. */
const FINGER_SPREAD = 0.44;
const THUMB_SPREAD = 1.05;

type Point = [number, number, number];

interface HandAxes {
  /** From the wrist to the middle knuckle. */
  readonly forward: Point;
  /** Out of the back of the hand. */
  readonly up: Point;
  /** Across, towards the little finger. */
  readonly across: Point;
}

/** Writes bends and splay. False where the points are no hand (two in one place, not numbers); then nothing is written. */
export function readHandPoints(points: ArrayLike<number>, side: HandSide, out: HandSignal): boolean {
  const axes = readAxes(points, side);
  if (axes === null) return false;
  const middleLean = leanOf(points, MIDDLE_KNUCKLE, axes);
  const thumb = bentBy(points, THUMB, THUMB + 1) + bentBy(points, THUMB + 1, THUMB + 2);
  const bends = [thumb / THUMB_CLENCHED];
  const splay = [(leanOf(points, THUMB, axes) - middleLean) / THUMB_SPREAD];
  for (let knuckle = INDEX_KNUCKLE; knuckle <= LITTLE_KNUCKLE; knuckle += 4) {
    const direction = between(points, knuckle, knuckle + 1);
    // About the knuckle only what goes towards the palm counts: fingers bend back a little, and lean to the sides.
    const atKnuckle = Math.atan2(-vec3.dot(direction, axes.up), vec3.dot(direction, axes.forward));
    const behind = bentBy(points, knuckle, knuckle + 1) + bentBy(points, knuckle + 1, knuckle + 2);
    bends.push((Math.max(0, atKnuckle) + behind) / FINGER_CLENCHED);
    splay.push((leanOf(points, knuckle, axes) - middleLean) / FINGER_SPREAD);
  }
  if (![...bends, ...splay].every(Number.isFinite)) return false;
  for (let finger = 0; finger < bends.length; finger++) {
    out.bends[finger] = clamp(bends[finger], 0, 1);
    out.splay[finger] = clamp(splay[finger], -1, 1);
  }
  return true;
}

const rotation = createQuat();

/** Writes how the hand is turned: at identity fingers along -Z, palm down. */
export function readHandRotation(points: ArrayLike<number>, side: HandSide, out: Float64Array): boolean {
  const axes = readAxes(points, side);
  if (axes === null) return false;
  // lookRotation turns +Z to its direction; our hand's fingers are at -Z.
  lookRotation(rotation, vec3.negate([0, 0, 0], axes.forward), axes.up);
  quat.normalize(rotation, rotation);
  if (!Number.isFinite(rotation[0] + rotation[1] + rotation[2] + rotation[3])) return false;
  out.set(rotation);
  return true;
}

function readAxes(points: ArrayLike<number>, side: HandSide): HandAxes | null {
  const forward = between(points, WRIST, MIDDLE_KNUCKLE);
  const knuckles = between(points, INDEX_KNUCKLE, LITTLE_KNUCKLE);
  const up = vec3.cross([0, 0, 0], knuckles, forward) as Point;
  if (side === 'left') vec3.negate(up, up);
  // Points that are not numbers fail this comparison as well.
  if (!(vec3.length(up) > 0.05)) return null;
  vec3.normalize(up, up);
  const across = vec3.cross([0, 0, 0], forward, up) as Point;
  if (side === 'left') vec3.negate(across, across);
  return { forward, up, across };
}

/** Unit direction from a point to another. */
function between(points: ArrayLike<number>, from: number, to: number): Point {
  const way: Point = [0, 0, 0];
  for (let k = 0; k < 3; k++) way[k] = points[to * 3 + k] - points[from * 3 + k];
  return vec3.normalize(way, way) as Point;
}

/** Angle between the bone that ends at `joint` and the one that begins there. */
function bentBy(points: ArrayLike<number>, before: number, joint: number): number {
  const cosine = vec3.dot(between(points, before, joint), between(points, joint, joint + 1));
  return Math.acos(clamp(cosine, -1, 1));
}

/** How far the bone after a knuckle leans towards the little finger. */
function leanOf(points: ArrayLike<number>, knuckle: number, { across }: HandAxes): number {
  return Math.asin(clamp(vec3.dot(between(points, knuckle, knuckle + 1), across), -1, 1));
}
