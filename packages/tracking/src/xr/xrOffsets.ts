import { createQuat, DEG, jointOfBone, type Quat, quat, type ReadonlyVec3, type Skeleton } from '@leib/core';
import { createTrackerOffsets, type PoseTuple, type TrackerOffsets } from '../frame/trackerOffsets.js';

/**
 * How WebXR's things sit on the joints of a body whose rest pose is the T-pose facing +Z.
 *
 * At rest left is +X (up is +Y, ahead is +Z), palms face the floor. So in the space of a hand joint, on both sides,
 * +Y leaves the back of the hand and +Z points to the thumb's side; the fingers point along +X on the left hand and
 * along -X on the right.
 *
 * A WebXR viewer at identity looks along -Z with +X on the right. The body under it faces -Z, its joints carry a half
 * turn about Y, and its left hand is on the world's -X side.
 */

/**
 * Middle of the eyes in head joint space, for rigs without eye bones. The joint is where the skull rests on the spine:
 * a little below and behind the ear hole, which is about 80 mm behind the eyes and 15 mm below them (ANSUR II, from
 * the medians of tragion-top-of-head and eye height sitting); rigs put it some 30 mm lower still.
 */
const EYES_IN_HEAD: PositionTuple = [0, 0.06, 0.085];

/**
 * Grip space's origin is the centroid of the curled fingers. In the joints that Quest's hand tracking reports, its
 * grip lies 65 mm from the wrist towards the fingers and 36 mm out of the palm.
 */
const GRIP_DISTAL = 0.065;
const GRIP_PALMAR = 0.036;

/**
 * A rod held in the fist with a straight wrist does not stand square on the forearm: its thumb end leans towards the
 * fingers. Tool handles are raked by 10 to 20 degrees for that reason.
 */
const GRIP_LEAN = 15 * DEG;

type PositionTuple = readonly [number, number, number];
export type HandSide = 'left' | 'right';

export interface XrOffsetOptions {
  /** Middle of the eyes in head joint space, metres; see eyesInHead(). */
  readonly eyesInHead?: PositionTuple;
}

/** Offsets of headset and controllers (grip space) on head and wrist joints; other points are the joints themselves. */
export function createXrOffsets({ eyesInHead: eyes = EYES_IN_HEAD }: XrOffsetOptions = {}): TrackerOffsets {
  return createTrackerOffsets({
    // Eyes look along -Z, a rest pose along +Z: half a turn about Y.
    head: [...eyes, 0, 1, 0, 0],
    leftHand: gripInWrist('left'),
    rightHand: gripInWrist('right'),
  });
}

/** Head joint of the person that EYES_IN_HEAD is of, metres above the floor. */
const HEAD_HEIGHT = 1.55;

/** Middle of a rig's own eyes in head joint space; where it has no eye bones, an average person's of its size. */
export function eyesInHead(skeleton: Skeleton): PositionTuple {
  const [head, left, right] = [
    jointOfBone(skeleton, 'head'),
    jointOfBone(skeleton, 'leftEye'),
    jointOfBone(skeleton, 'rightEye'),
  ];
  const at = skeleton.restWorldPositions;
  if (head < 0) return EYES_IN_HEAD;
  if (left < 0 || right < 0) {
    const [x, y, z] = EYES_IN_HEAD;
    const size = at[head * 3 + 1] > 0 ? at[head * 3 + 1] / HEAD_HEIGHT : 1;
    return [x * size, y * size, z * size];
  }
  const middle = (axis: number) => (at[left * 3 + axis] + at[right * 3 + axis]) / 2 - at[head * 3 + axis];
  return [middle(0), middle(1), middle(2)];
}

/**
 * Axes of a WebXR hand joint in the space of our joint at rest: -Z along the bone towards the fingertip, +Y out of
 * the back of the hand (WebXR Hand Input, 2.3), so a quarter turn about Y, to either side.
 */
export const handJointInJoint: Readonly<Record<HandSide, Quat>> = {
  left: createQuat(0, -Math.SQRT1_2, 0, Math.SQRT1_2),
  right: createQuat(0, Math.SQRT1_2, 0, Math.SQRT1_2),
};

/**
 * Grip space in wrist joint space. WebXR 10.2: with a rod in the fist, -Z runs along the rod towards the thumb; +X
 * leaves the back of the right hand and the palm of the left; +Y then points from the hand up the forearm.
 */
function gripInWrist(side: HandSide): PoseTuple {
  const mirror = side === 'left' ? 1 : -1;
  const [c, s] = [Math.cos(GRIP_LEAN), Math.sin(GRIP_LEAN)];
  const gripX: ReadonlyVec3 = [0, -mirror, 0];
  const gripY: ReadonlyVec3 = [-mirror * c, 0, s];
  const gripZ: ReadonlyVec3 = [-mirror * s, 0, -c];
  const [x, y, z, w] = quat.fromMat3(createQuat(), [...gripX, ...gripY, ...gripZ] as Mat3Tuple);
  return [mirror * GRIP_DISTAL, -GRIP_PALMAR, 0, x, y, z, w];
}

type Mat3Tuple = [number, number, number, number, number, number, number, number, number];
