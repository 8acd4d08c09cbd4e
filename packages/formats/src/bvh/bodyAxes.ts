import { type BoneJoints, createVec3, type Vec3, vec3 } from '@leib/core';
import { type BvhSamples, jointDirection, jointVector, samplePositions } from './bvhSamples.js';

const sides = ['left', 'right'] as const;

/** From the hips to the highest joint of the trunk that has a bone; zeros where there is none. */
export function trunkDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  return jointDirection(
    positions,
    bones.hips,
    bones.head ?? bones.neck ?? bones.upperChest ?? bones.chest ?? bones.spine,
  );
}

/** From between the feet to the hips; zeros without feet. */
export function standingDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  const sum = createVec3();
  for (const side of sides) {
    const foot = bones[`${side}Foot`] ?? bones[`${side}LowerLeg`];
    const hip = bones[`${side}UpperLeg`] ?? bones.hips;
    if (foot !== undefined && hip !== undefined) vec3.add(sum, sum, jointVector(positions, foot, hip));
  }
  return vec3.normalize(sum, sum);
}

/** From the right hip and shoulder to the left ones; zeros without either. */
export function acrossDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  const sum = createVec3();
  for (const part of ['UpperLeg', 'UpperArm', 'Shoulder'] as const) {
    vec3.add(sum, sum, jointDirection(positions, bones[`right${part}`], bones[`left${part}`]));
  }
  return vec3.normalize(sum, sum);
}

/** Length of the bones from feet over hips to the head, file units; 0 where one of them is missing. */
export function bodyLength(positions: ArrayLike<number>, parents: ArrayLike<number>, bones: BoneJoints): number {
  const { hips, head = bones.neck } = bones;
  const foot = bones.leftFoot ?? bones.rightFoot;
  if (hips === undefined || head === undefined || foot === undefined) return 0;
  return chainLength(positions, parents, head, hips) + chainLength(positions, parents, foot, hips);
}

function chainLength(positions: ArrayLike<number>, parents: ArrayLike<number>, from: number, to: number): number {
  let length = 0;
  for (let joint = from; joint !== to && joint >= 0 && parents[joint] >= 0; joint = parents[joint]) {
    length += vec3.length(jointVector(positions, parents[joint], joint));
  }
  return length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A value that this share of the others is below; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Feet and knees that point backwards by more than this on the average are the mirror image of a person's. */
const clearlyBackwards = -0.3;
/** Straight knees without toes point nowhere: pointers shorter than this on the average tell nothing. */
const leastPointer = 0.1;

/**
 * Whether left and right are exchanged: with the head up and the left side at the left, toes and knees point backwards. Files come so
 * from programs with left-handed axes. A rest pose that has feet says it alone: frames may show anything.
 */
export function isMirrored(samples: BvhSamples, restPositions: ArrayLike<number> | null, bones: BoneJoints): boolean {
  const atRest = restPositions ? meanAhead([restPositions], bones) : null;
  const frames = Array.from({ length: samples.count }, (_, i) => samplePositions(samples, i));
  const ahead = atRest ?? meanAhead(frames, bones);
  return ahead !== null && ahead < clearlyBackwards;
}

/** How much feet and knees point ahead, -1 to 1; null where they do not tell. */
function meanAhead(frames: readonly ArrayLike<number>[], bones: BoneJoints): number | null {
  let sum = 0;
  let length = 0;
  let count = 0;
  for (const positions of frames) {
    const up = trunkDirection(positions, bones);
    const left = acrossDirection(positions, bones);
    if (vec3.length(up) === 0 || vec3.length(left) === 0) continue;
    const ahead = vec3.cross(createVec3(), left, up);
    vec3.normalize(ahead, ahead);
    for (const pointer of pointersAhead(positions, bones)) {
      sum += vec3.dot(pointer, ahead);
      length += vec3.length(pointer);
      count++;
    }
  }
  return length > leastPointer * count ? sum / length : null;
}

/** Directions that point ahead on a person: feet, and knees as far as they are bent. */
function pointersAhead(positions: ArrayLike<number>, bones: BoneJoints): Vec3[] {
  return sides.flatMap((side) => {
    const [hip, knee, ankle] = [bones[`${side}UpperLeg`], bones[`${side}LowerLeg`], bones[`${side}Foot`]];
    const found: Vec3[] = [];
    if (hip !== undefined && knee !== undefined && ankle !== undefined) {
      const thigh = jointVector(positions, hip, knee);
      const shin = jointVector(positions, ankle, knee);
      const length = vec3.length(thigh) + vec3.length(shin);
      if (length > 0) found.push(vec3.scale(thigh, vec3.add(thigh, thigh, shin), 1 / length));
    }
    const foot = jointDirection(positions, ankle, bones[`${side}Toes`]);
    // A foot that hangs down along its shin points nowhere.
    const shin = jointDirection(positions, knee, ankle);
    if (vec3.length(foot) > 0) found.push(vec3.scaleAndAdd(foot, foot, shin, -vec3.dot(foot, shin)));
    return found;
  });
}
