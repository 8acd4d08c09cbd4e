import type { RobotLimb, RobotSegment } from '../mapping/robotLimb.js';
import type { RobotTree } from '../mapping/robotTree.js';

/** Where the hinges of a limb are for some angles. One per limb; written by updateLimb(). */
export interface LimbPlaces {
  /** Turn of everything behind each hinge since the reference pose, row by row. path x 9. */
  readonly rotations: Float64Array;
  /** What is added after the turn, metres. path x 3. */
  readonly offsets: Float64Array;
  /** Axes and anchors as they are now. path x 3. */
  readonly axes: Float64Array;
  readonly anchors: Float64Array;
}

export function createLimbPlaces({ path }: RobotLimb): LimbPlaces {
  return {
    rotations: new Float64Array(path.length * 9),
    offsets: new Float64Array(path.length * 3),
    axes: new Float64Array(path.length * 3),
    anchors: new Float64Array(path.length * 3),
  };
}

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * Places of a limb's hinges: the product of exponentials of the turns about their axes in the reference pose (Brockett,
 * "Robotic manipulators and the product of exponentials formula", 1984). `angles` has one of every hinge of the robot.
 */
export function updateLimb(tree: RobotTree, limb: RobotLimb, angles: Float64Array, out: LimbPlaces): void {
  const { rotations, offsets, axes, anchors } = out;
  for (let level = 0; level < limb.path.length; level++) {
    const hinge = limb.path[level];
    const { axis, anchor, reference } = tree.hinges[hinge];
    const above = level === 0 ? identity : rotations;
    const aboveAt = level === 0 ? 0 : (level - 1) * 9;
    turn(axes, level * 3, above, aboveAt, axis);
    turn(anchors, level * 3, above, aboveAt, anchor);
    if (level > 0) for (let k = 0; k < 3; k++) anchors[level * 3 + k] += offsets[(level - 1) * 3 + k];
    writeTurned(rotations, level * 9, { above, aboveAt, axis, angle: angles[hinge] - reference });
    // anchor = R anchor_ref + offset
    turn(offsets, level * 3, rotations, level * 9, anchor);
    for (let k = 0; k < 3; k++) offsets[level * 3 + k] = anchors[level * 3 + k] - offsets[level * 3 + k];
  }
}

/** out = R p. */
function turn(out: Float64Array, at: number, r: Float64Array, rAt: number, p: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = r[rAt + k * 3] * p[0] + r[rAt + k * 3 + 1] * p[1] + r[rAt + k * 3 + 2] * p[2];
  }
}

interface HingeTurn {
  readonly above: Float64Array;
  readonly aboveAt: number;
  readonly axis: ArrayLike<number>;
  readonly angle: number;
}

/** out = above * Rodrigues(axis, angle). */
function writeTurned(out: Float64Array, at: number, { above, aboveAt, axis, angle }: HingeTurn): void {
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const v = 1 - c;
  for (let row = 0; row < 3; row++) {
    const a = above[aboveAt + row * 3];
    const b = above[aboveAt + row * 3 + 1];
    const d = above[aboveAt + row * 3 + 2];
    out[at + row * 3] = a * (c + x * x * v) + b * (y * x * v + z * s) + d * (z * x * v - y * s);
    out[at + row * 3 + 1] = a * (x * y * v - z * s) + b * (c + y * y * v) + d * (z * y * v + x * s);
    out[at + row * 3 + 2] = a * (x * z * v + y * s) + b * (y * z * v - x * s) + d * (c + z * z * v);
  }
}

/** A segment as it points now. */
export interface SegmentState {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Unit direction. */
  readonly direction: Float64Array;
  /** Distance from start to end, metres; 1 for a direction that a link carries. */
  length: number;
}

export function createSegmentState(): SegmentState {
  return { start: new Float64Array(3), end: new Float64Array(3), direction: new Float64Array(3), length: 1 };
}

export function updateSegment({ rotations, offsets }: LimbPlaces, segment: RobotSegment, out: SegmentState): void {
  const { start, end, startLevel, endLevel } = segment;
  const place = (point: ArrayLike<number>, level: number, target: Float64Array, isPoint: boolean) => {
    if (level < 0) for (let k = 0; k < 3; k++) target[k] = point[k];
    else turn(target, 0, rotations, level * 9, point);
    if (level >= 0 && isPoint) for (let k = 0; k < 3; k++) target[k] += offsets[level * 3 + k];
  };
  place(end, endLevel, out.end, start !== null);
  if (start === null) out.start.fill(0);
  else place(start, startLevel, out.start, true);
  const [dx, dy, dz] = [out.end[0] - out.start[0], out.end[1] - out.start[1], out.end[2] - out.start[2]];
  out.length = Math.max(1e-9, Math.hypot(dx, dy, dz));
  out.direction[0] = dx / out.length;
  out.direction[1] = dy / out.length;
  out.direction[2] = dz / out.length;
}
