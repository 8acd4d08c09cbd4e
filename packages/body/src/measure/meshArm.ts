import type { MeasureName } from './measureNames.js';
import type { StandingBody } from './meshSections.js';
import { type SliceLoop, slicePlane } from './slicePlane.js';
import { type MeasureLine, tapeAround } from './tapeAround.js';

/** Half the distance between the acromia, share of stature: ANSUR II, men 0.118, women 0.112. */
const ACROMION_PLACE = 0.115;
/** Depth of the shoulder joint below the acromion, share of stature. */
const JOINT_BELOW_ACROMION = 0.025;
/** Ranges that are searched for wrist and biceps, from shoulder joint (0) to fingertip (1). */
const WRIST_FROM = 0.66;
const WRIST_TO = 0.8;
const BICEPS_FROM = 0.13;
const BICEPS_TO = 0.25;

type Point = readonly [number, number, number];

/**
 * Takes the measures of the left arm; returns whether the arms are lowered. The arm is found by its tip, the point
 * farthest to the left. Acromion and shoulder joint are assumed at their usual depth below the skin of the shoulder.
 */
export function measureArm(
  body: StandingBody,
  add: (line: Omit<MeasureLine, 'anchors'>) => void,
  miss: (name: MeasureName, reason: string) => void,
): boolean {
  const { stature } = body;
  const acromion = highestAt(body, ACROMION_PLACE * stature);
  const tip = farthestLeft(body);
  if (!acromion || tip[0] < 1.2 * acromion[0]) {
    for (const name of ['armLength', 'acromialHeight', 'shoulderBreadth', 'upperArm'] as const) {
      miss(name, 'no arm stands out from the body');
    }
    return true;
  }
  add({
    name: 'acromialHeight',
    value: acromion[1],
    how: 'highest skin where the acromion usually is',
    certainty: 'estimated',
    points: Float64Array.of(acromion[0], 0, acromion[2], ...acromion),
    isClosed: false,
  });
  const shoulder: Point = [acromion[0], acromion[1] - JOINT_BELOW_ACROMION * stature, acromion[2]];
  const along = tip.map((value, k) => value - shoulder[k]);
  const length = Math.hypot(...along);
  const axis = along.map((value) => value / length);
  const girthAt = (place: number) => armTape(body, shoulder, axis, place * length);
  const wrist = extreme(girthAt, WRIST_FROM, WRIST_TO, -1);
  const biceps = extreme(girthAt, BICEPS_FROM, BICEPS_TO, 1);
  if (biceps) {
    add({
      name: 'upperArm',
      value: biceps.length,
      how: 'greatest girth across the middle of the upper arm',
      certainty: 'measured',
      points: biceps.points,
      isClosed: true,
    });
  } else miss('upperArm', 'the upper arm has no outline of its own');
  if (wrist) {
    // As if the arm hung down: from the acromion to the joint below it, then along the arm.
    const wristLength = wrist.place * length + JOINT_BELOW_ACROMION * stature;
    const end = shoulder.map((value, k) => value + axis[k] * wrist.place * length);
    add({
      name: 'armLength',
      value: wristLength,
      how: 'from where the acromion usually is to the narrowest place of the wrist, as if the arm hung',
      certainty: 'estimated',
      points: Float64Array.from([...acromion, ...shoulder, ...end]),
      isClosed: false,
    });
  } else miss('armLength', 'no wrist: the arm has no outline of its own');
  const areLowered = axis[1] < -0.85;
  if (areLowered) addShoulderBreadth(body, acromion, add, miss);
  else miss('shoulderBreadth', 'the arms are not lowered');
  return areLowered;
}

/** Only lowered arms show the deltoids' breadth: the broadest level from the acromion down to a third of the upper arm. */
function addShoulderBreadth(
  body: StandingBody,
  acromion: Point,
  add: (line: Omit<MeasureLine, 'anchors'>) => void,
  miss: (name: MeasureName, reason: string) => void,
): void {
  const { stature } = body;
  let best: { breadth: number; height: number; left: Point; right: Point } | null = null;
  const reach = 0.16 * stature;
  for (let i = 0; i <= 10; i++) {
    const height = acromion[1] - (0.01 + 0.005 * i) * stature;
    const near = slicePlane(body.surface, [0, 1, 0], height).flatMap(({ points }) => cornersOf(points));
    const inside = near.filter(([x]) => Math.abs(x) < reach);
    if (inside.length === 0) continue;
    const left = inside.reduce((far, point) => (point[0] > far[0] ? point : far));
    const right = inside.reduce((far, point) => (point[0] < far[0] ? point : far));
    const breadth = left[0] - right[0];
    if (!best || breadth > best.breadth) best = { breadth, height, left, right };
  }
  if (!best) {
    miss('shoulderBreadth', 'no outline below the acromion');
    return;
  }
  add({
    name: 'shoulderBreadth',
    value: best.breadth,
    how: 'broadest level of the deltoids',
    certainty: 'measured',
    points: Float64Array.from([...best.left, ...best.right]),
    isClosed: false,
  });
}

interface ArmTape {
  readonly length: number;
  readonly points: Float64Array;
}

/** Tape around the arm at a distance from the shoulder joint: the outline nearest to the arm's axis. */
function armTape(body: StandingBody, shoulder: Point, axis: readonly number[], along: number): ArmTape | null {
  const centre = shoulder.map((value, k) => value + axis[k] * along);
  const offset = centre.reduce((sum, value, k) => sum + value * axis[k], 0);
  let best: SliceLoop | null = null;
  let nearest = 0.06 * body.stature;
  for (const loop of slicePlane(body.surface, axis, offset)) {
    const corners = cornersOf(loop.points);
    const middle = [0, 1, 2].map((k) => corners.reduce((sum, point) => sum + point[k], 0) / corners.length);
    const distance = Math.hypot(...middle.map((value, k) => value - centre[k]));
    // More than five corners: outlines of fingers are smaller.
    if (distance < nearest && corners.length > 5) [best, nearest] = [loop, distance];
  }
  if (!best) return null;
  return tapeAround(best.points, axis);
}

function extreme(
  girthAt: (place: number) => ArmTape | null,
  from: number,
  to: number,
  sign: 1 | -1,
): (ArmTape & { readonly place: number }) | null {
  const steps = 10;
  let best: (ArmTape & { place: number }) | null = null;
  for (let i = 0; i <= steps; i++) {
    const place = from + ((to - from) * i) / steps;
    const tape = girthAt(place);
    if (tape && (!best || sign * tape.length > sign * best.length)) best = { ...tape, place };
  }
  return best;
}

/** Highest skin at a distance to the left of the axis. */
function highestAt(body: StandingBody, x: number): Point | null {
  const corners = slicePlane(body.surface, [1, 0, 0], x).flatMap(({ points }) => cornersOf(points));
  if (corners.length === 0) return null;
  return corners.reduce((high, point) => (point[1] > high[1] ? point : high));
}

function farthestLeft({ surface: { positions } }: StandingBody): Point {
  let far = 0;
  for (let at = 0; at < positions.length; at += 3) if (positions[at] > positions[far]) far = at;
  return [positions[far], positions[far + 1], positions[far + 2]];
}

function cornersOf(points: Float64Array): Point[] {
  const corners: Point[] = [];
  for (let at = 0; at < points.length; at += 3) corners.push([points[at], points[at + 1], points[at + 2]]);
  return corners;
}
