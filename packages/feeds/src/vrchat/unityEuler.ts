import { type HumanoidBone, humanoidBones, parentBone } from '@leib/core';

const HALF_DEG = Math.PI / 360;
const TO_DEG = 180 / Math.PI;

/**
 * Writes Unity's Euler angles into the rotation of a pose, in the same axes. Unity turns about Z, then X, then Y
 * ("Transform.eulerAngles"): R = Ry Rx Rz.
 */
export function readUnityEuler(pose: Float64Array, xDeg: number, yDeg: number, zDeg: number): void {
  const cx = Math.cos(xDeg * HALF_DEG);
  const sx = Math.sin(xDeg * HALF_DEG);
  const cy = Math.cos(yDeg * HALF_DEG);
  const sy = Math.sin(yDeg * HALF_DEG);
  const cz = Math.cos(zDeg * HALF_DEG);
  const sz = Math.sin(zDeg * HALF_DEG);
  pose[3] = cy * sx * cz + sy * cx * sz;
  pose[4] = sy * cx * cz - cy * sx * sz;
  pose[5] = cy * cx * sz - sy * sx * cz;
  pose[6] = cy * cx * cz + sy * sx * sz;
}

/** The inverse: x, y, z in degrees into `out`. Looking straight up or down, z is 0 and y holds the whole turn. */
export function writeUnityEuler(out: Float64Array, pose: Float64Array): void {
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  const sine = 2 * (w * x - y * z);
  if (Math.abs(sine) > 1 - 1e-9) {
    out[0] = Math.sign(sine) * 90;
    out[1] = 2 * Math.atan2(y, w) * TO_DEG;
    out[2] = 0;
    return;
  }
  out[0] = Math.asin(sine) * TO_DEG;
  out[1] = Math.atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)) * TO_DEG;
  out[2] = Math.atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)) * TO_DEG;
}

/**
 * Mirrors a pose in the plane x = 0, from Unity's axes to ours or back. Unity is left-handed, +Y up; an avatar at rest
 * faces +Z with its left at -X, and mirrored with its left at +X, which is our rest pose.
 */
export function mirrorUnityPose(pose: Float64Array): void {
  pose[0] = -pose[0];
  pose[4] = -pose[4];
  pose[5] = -pose[5];
}

/** Unity's HumanBodyBones name of a humanoid bone: the same with a capital, but thumbs begin one joint later. */
export function unityBoneName(bone: HumanoidBone): string {
  const name = bone.charAt(0).toUpperCase() + bone.slice(1);
  return name.replace('ThumbProximal', 'ThumbIntermediate').replace('ThumbMetacarpal', 'ThumbProximal');
}

/** By boneNumber. 55 entries. */
export const unityBoneNames: readonly string[] = humanoidBones.map(unityBoneName);

/** boneNumber of a HumanBodyBones name. */
export const boneOfUnityName: ReadonlyMap<string, number> = new Map(unityBoneNames.map((name, bone) => [name, bone]));

/** boneNumber of each bone's parent, -1 for the hips. 55 entries. */
export const boneParents: readonly number[] = humanoidBones.map((bone) => {
  const parent = parentBone(bone);
  return parent === null ? -1 : humanoidBones.indexOf(parent);
});
