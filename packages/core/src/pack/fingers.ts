import { createQuat, createVec3, DEG, quat, type Vec3, vec3, wrapAngle } from '../math/index.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import { type HumanoidBone, humanoidBones } from '../skeleton/humanoid.js';
import type { Motion } from '../skeleton/motion.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { PACKED_ANGLE_STEP } from './angleLayout.js';

/** A turn by a number of a stream beside the body's, before the skeleton is known. */
export interface StreamDof {
  readonly bone: HumanoidBone;
  readonly column: number;
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians per unit of the stream's value (an angle, or a weight). */
  readonly factor: number;
}

type Axis = StreamDof['axis'];
type Side = 'left' | 'right';

/** Angles of one hand, as many as the paper's finger shader had. */
export const FINGER_COUNT = 17;

/** Numbers of 16 bits that the fingers of one agent take: the left hand, then the right. */
export const PACKED_FINGERS_SIZE = 2 * FINGER_COUNT;

const thumbNames = ['thumb.bend', 'thumb.spread', 'thumb.twist', 'thumb.proximal', 'thumb.distal'];
const fingers = ['Index', 'Middle', 'Ring', 'Little'] as const;

/**
 * What the 34 angles are, by name. A thumb has five. A finger has three: bend and spread (towards the thumb) of its first joint,
 * and curl of its second, which the last joint follows.
 */
export const fingerAngleNames: readonly string[] = (['left', 'right'] as const).flatMap((side) => [
  ...thumbNames.map((name) => `${side}Hand.${name}`),
  ...fingers.flatMap((name) => ['bend', 'spread', 'curl'].map((angle) => `${side}Hand.${name.toLowerCase()}.${angle}`)),
]);

/** The last joint of a finger cannot be bent alone: it follows the one before it by about two thirds (Rijpkema & Girard 1991). */
const DISTAL_SHARE = 2 / 3;

// Of the left hand in the T-pose: palm down, fingers along +X, thumb between +X and +Z.
const BEND: Axis = [0, 0, -1];
const SPREAD: Axis = [0, -1, 0];
const THUMB_BEND: Axis = [0.5, Math.SQRT1_2, -0.5];
const THUMB_SPREAD: Axis = [-0.5, Math.SQRT1_2, 0.5];
const THUMB_TWIST: Axis = [Math.SQRT1_2, 0, Math.SQRT1_2];

/** Mirror image of an axis of rotation in the plane x = 0. */
const ofSide = (side: Side, [x, y, z]: Axis): Axis => (side === 'left' ? [x, y, z] : [x, 0 - y, 0 - z]);

function handDofs(side: Side, first: number): StreamDof[] {
  const dof = (bone: HumanoidBone, at: number, axis: Axis, factor = 1): StreamDof => ({
    bone,
    column: first + at,
    axis: ofSide(side, axis),
    factor,
  });
  return [
    dof(`${side}ThumbMetacarpal`, 0, THUMB_BEND),
    dof(`${side}ThumbMetacarpal`, 1, THUMB_SPREAD),
    dof(`${side}ThumbMetacarpal`, 2, THUMB_TWIST),
    dof(`${side}ThumbProximal`, 3, THUMB_BEND),
    dof(`${side}ThumbDistal`, 4, THUMB_BEND),
    ...fingers.flatMap((finger, i) => {
      const at = thumbNames.length + 3 * i;
      return [
        dof(`${side}${finger}Proximal`, at, BEND),
        dof(`${side}${finger}Proximal`, at + 1, SPREAD),
        dof(`${side}${finger}Intermediate`, at + 2, BEND),
        dof(`${side}${finger}Distal`, at + 2, BEND, DISTAL_SHARE),
      ];
    }),
  ];
}

/** Turns of finger joints by the 34 angles. */
export const fingerDofs: readonly StreamDof[] = [...handDofs('left', 0), ...handDofs('right', FINGER_COUNT)];

/** Both hands as they reach the GPU: 34 angles (radians, in the order of fingerAngleNames), 16 bits each, 68 bytes. */
export function packFingers(out: Int16Array, at: number, angles: ArrayLike<number>): void {
  for (let i = 0; i < PACKED_FINGERS_SIZE; i++) {
    out[at + i] = Math.max(-32767, Math.min(32767, Math.round(wrapAngle(angles[i]) / PACKED_ANGLE_STEP)));
  }
}

/** Angles that are read off a bone: one, two or three, the first into `column`. */
interface FingerReading {
  readonly bone: HumanoidBone;
  readonly column: number;
  readonly count: 1 | 2 | 3;
  /** Of the first two angles; the third is square to both. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
}

function handReadings(side: Side, first: number): FingerReading[] {
  const reading = (bone: HumanoidBone, at: number, count: 1 | 2 | 3, a: Axis, b: Axis): FingerReading => {
    const [axisA, axisB] = [createVec3(...ofSide(side, a)), createVec3(...ofSide(side, b))];
    return { bone, column: first + at, count, axes: [axisA, axisB, vec3.cross(createVec3(), axisA, axisB)] };
  };
  return [
    reading(`${side}ThumbMetacarpal`, 0, 3, THUMB_BEND, THUMB_SPREAD),
    reading(`${side}ThumbProximal`, 3, 1, THUMB_BEND, THUMB_SPREAD),
    reading(`${side}ThumbDistal`, 4, 1, THUMB_BEND, THUMB_SPREAD),
    ...fingers.flatMap((finger, i) => {
      const at = thumbNames.length + 3 * i;
      return [
        reading(`${side}${finger}Proximal`, at, 2, BEND, SPREAD),
        reading(`${side}${finger}Intermediate`, at + 2, 1, BEND, SPREAD),
      ];
    }),
  ];
}

const readings = [...handReadings('left', 0), ...handReadings('right', FINGER_COUNT)];
const turn = createQuat();
const moved = createVec3();

/**
 * Reads the 34 angles off a pose whose fingers were tracked. What the angles cannot say (a rolled finger, last joints bent by
 * themselves) is left out; bones that are not there are 0.
 */
export function fingersFromPose(skeleton: Skeleton, { localRotations: r }: Pose, outAngles: Float64Array): void {
  outAngles.fill(0);
  for (const { bone, column, count, axes } of readings) {
    const at = jointOfBone(skeleton, bone) * 4;
    if (at < 0) continue;
    quat.set(turn, r[at], r[at + 1], r[at + 2], r[at + 3]);
    const [e0, e1, e2] = axes;
    // R(e0, a) R(e1, b) R(e2, c) = the bone's rotation.
    vec3.transformQuat(moved, e2, turn);
    outAngles[column] = Math.atan2(-vec3.dot(e1, moved), vec3.dot(e2, moved));
    if (count >= 2) outAngles[column + 1] = Math.asin(Math.max(-1, Math.min(1, vec3.dot(e0, moved))));
    if (count < 3) continue;
    const across = vec3.dot(e0, vec3.transformQuat(moved, e1, turn));
    outAngles[column + 2] = Math.atan2(-across, vec3.dot(e0, vec3.transformQuat(moved, e0, turn)));
  }
}
const fingerBones = humanoidBones.filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone));

const fingerJoints = (skeleton: Skeleton) =>
  fingerBones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);

export const hasFingerBones = (skeleton: Skeleton): boolean => fingerJoints(skeleton).length > 0;

/** A finger that turns less than this was not tracked, radians. */
const LEAST_TURN = 5 * DEG;

/** Whether a motion moves fingers: many files have finger joints that stay as they are in the first frame. */
export function movesFingers({ skeleton, frameCount, localRotations }: Motion): boolean {
  const joints = fingerJoints(skeleton);
  const most = Math.cos(LEAST_TURN / 2);
  /** Cosine of half the angle between a joint's rotations in two frames. */
  const likeness = (joint: number, frame: number) => {
    let sum = 0;
    for (let k = joint * 4; k < joint * 4 + 4; k++) {
      sum += localRotations[k] * localRotations[frame * skeleton.jointCount * 4 + k];
    }
    return Math.abs(sum);
  };
  for (let frame = 1; frame < frameCount; frame++) {
    if (joints.some((joint) => likeness(joint, frame) < most)) return true;
  }
  return false;
}
