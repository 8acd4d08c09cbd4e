import {
  createVec3,
  jointOfBone,
  type Pose,
  type ReadonlyVec3,
  type Skeleton,
  unitAcross,
  unitTowards,
  type Vec3,
} from '@leib/core';

/**
 * The trunk as elbows meet it: ellipses stacked along the line from the middle of the hip joints to the middle of the
 * shoulder joints, their axes turning with the line from hip to hip below and from shoulder to shoulder above; the
 * ends are rounded. An elliptic capsule, whose size comes from the skeleton.
 */
export interface TorsoHullSettings {
  /** Half the width, as a part of half the distance between the shoulder joints. */
  readonly widthPart: number;
  /** Half the depth, the same way. */
  readonly depthPart: number;
  /** Where on the line from hips (0) to shoulders (1) the full ellipses begin and end... */
  readonly from: number;
  readonly to: number;
  /** ...and how far beyond both the round ends reach. */
  readonly cap: number;
}

/** For a person of 1.70 m: 29 cm wide and 18 cm deep. True elbows keep out of it. */
export const defaultTorsoHullSettings: TorsoHullSettings = {
  widthPart: 0.8,
  depthPart: 0.5,
  from: 0,
  to: 0.9,
  cap: 0.15,
};

/** Joints that the hull is drawn from, left and right. */
export interface TorsoJoints {
  readonly hips: readonly [number, number];
  readonly shoulders: readonly [number, number];
}

/** null where the rig lacks upper legs or upper arms: then there is no hull, and elbows are free. */
export function buildTorsoJoints(skeleton: Skeleton): TorsoJoints | null {
  const leftHip = jointOfBone(skeleton, 'leftUpperLeg');
  const rightHip = jointOfBone(skeleton, 'rightUpperLeg');
  const leftShoulder = jointOfBone(skeleton, 'leftUpperArm');
  const rightShoulder = jointOfBone(skeleton, 'rightUpperArm');
  if (leftHip < 0 || rightHip < 0 || leftShoulder < 0 || rightShoulder < 0) return null;
  return { hips: [leftHip, rightHip], shoulders: [leftShoulder, rightShoulder] };
}

/** Where the trunk is now. Written by updateTorsoHull(). */
export interface TorsoHull {
  /** Middle of the hip joints, and from there to the middle of the shoulder joints; its unit and squared length. */
  readonly lowWorld: Vec3;
  readonly alongWorld: Vec3;
  readonly upWorld: Vec3;
  lengthSq: number;
  /** Unit, from right to left. */
  readonly hipsAcrossWorld: Vec3;
  readonly shouldersAcrossWorld: Vec3;
  halfShoulders: number;
}

export function createTorsoHull(): TorsoHull {
  return {
    lowWorld: createVec3(),
    alongWorld: createVec3(0, 1, 0),
    upWorld: createVec3(0, 1, 0),
    lengthSq: 1,
    hipsAcrossWorld: createVec3(1, 0, 0),
    shouldersAcrossWorld: createVec3(1, 0, 0),
    halfShoulders: 0,
  };
}

// Scratch.
const left = createVec3();
const right = createVec3();
const across = createVec3();
const origin = createVec3();

/** Hip and shoulder joints of the pose must be current. */
export function updateTorsoHull(joints: TorsoJoints, pose: Pose, out: TorsoHull): void {
  readPoint(left, pose.worldPositions, joints.hips[0]);
  readPoint(right, pose.worldPositions, joints.hips[1]);
  setHips(out, left, right);
  readPoint(left, pose.worldPositions, joints.shoulders[0]);
  readPoint(right, pose.worldPositions, joints.shoulders[1]);
  setShoulders(out, left, right);
}

/** The same from four points, as recordings have them. */
export function updateTorsoHullFrom(
  leftHip: ReadonlyVec3,
  rightHip: ReadonlyVec3,
  leftShoulder: ReadonlyVec3,
  rightShoulder: ReadonlyVec3,
  out: TorsoHull,
): void {
  setHips(out, leftHip, rightHip);
  setShoulders(out, leftShoulder, rightShoulder);
}

function setHips(out: TorsoHull, left: ReadonlyVec3, right: ReadonlyVec3): void {
  for (let k = 0; k < 3; k++) out.lowWorld[k] = (left[k] + right[k]) / 2;
  unitTowards(out.hipsAcrossWorld, right, left);
}

function setShoulders(out: TorsoHull, left: ReadonlyVec3, right: ReadonlyVec3): void {
  const { alongWorld: along, lowWorld: low, shouldersAcrossWorld: sideways } = out;
  for (let k = 0; k < 3; k++) along[k] = (left[k] + right[k]) / 2 - low[k];
  unitTowards(out.upWorld, origin, along);
  out.lengthSq = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  unitTowards(sideways, right, left);
  const width =
    (left[0] - right[0]) * sideways[0] + (left[1] - right[1]) * sideways[1] + (left[2] - right[2]) * sideways[2];
  out.halfShoulders = width / 2;
}

function readPoint(out: Vec3, positions: Float64Array, joint: number): void {
  const at = joint * 3;
  out[0] = positions[at];
  out[1] = positions[at + 1];
  out[2] = positions[at + 2];
}

/** The same hull, grown by a part of its radius. */
export function growTorsoHull(hull: TorsoHullSettings, part: number): TorsoHullSettings {
  const { widthPart, depthPart, cap } = hull;
  return { ...hull, widthPart: widthPart * (1 + part), depthPart: depthPart * (1 + part), cap: cap * (1 + part) };
}

export function isInTorso(
  { widthPart, depthPart, from, to, cap }: TorsoHullSettings,
  hull: TorsoHull,
  pointWorld: ReadonlyVec3,
): boolean {
  const { lowWorld, alongWorld, upWorld, lengthSq, hipsAcrossWorld, shouldersAcrossWorld, halfShoulders } = hull;
  if (!(lengthSq > 1e-6)) return false;
  const x = pointWorld[0] - lowWorld[0];
  const y = pointWorld[1] - lowWorld[1];
  const z = pointWorld[2] - lowWorld[2];
  const along = (x * alongWorld[0] + y * alongWorld[1] + z * alongWorld[2]) / lengthSq;
  const beyond = (along < from ? from - along : along > to ? along - to : 0) / (cap + 1e-9);
  if (beyond >= 1) return false;

  const share = along < 0 ? 0 : along > 1 ? 1 : along;
  across[0] = hipsAcrossWorld[0] + (shouldersAcrossWorld[0] - hipsAcrossWorld[0]) * share;
  across[1] = hipsAcrossWorld[1] + (shouldersAcrossWorld[1] - hipsAcrossWorld[1]) * share;
  across[2] = hipsAcrossWorld[2] + (shouldersAcrossWorld[2] - hipsAcrossWorld[2]) * share;
  unitAcross(across, upWorld, across);
  const offX = x - alongWorld[0] * along;
  const offY = y - alongWorld[1] * along;
  const offZ = z - alongWorld[2] * along;
  const sideways = offX * across[0] + offY * across[1] + offZ * across[2];
  const aheadSq = offX * offX + offY * offY + offZ * offZ - sideways * sideways;
  const levelSq = (sideways * sideways) / (widthPart * widthPart) + aheadSq / (depthPart * depthPart);
  return levelSq < halfShoulders * halfShoulders * (1 - beyond * beyond);
}
