import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { pointNumber } from '../frame/trackedParts.js';

/**
 * Heights of a standing wearer's joints -> the avatar's, both in the avatar's metres and rising: where legs are shorter
 * than a person's, a tracker on the hips must not lift the feet off the ground.
 */
export interface HeightMap {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Heights of joints above the soles as parts of the head joint's, of our default person. */
const wearerParts: readonly (readonly [bone: HumanoidBone, part: number])[] = [
  ['leftFoot', 0.0536],
  ['leftLowerLeg', 0.318],
  ['hips', 0.5828],
  ['chest', 0.7257],
  ['head', 1],
];

/** Avatars whose joints are nearer than this to a person's, share of the head's height, need no map. */
const LIKE_PERSON = 0.015;

/** Points that the map applies to: those of legs and trunk. The head is scaled, hands and elbows go with it. */
export const mappedPoints: readonly number[] = [
  pointNumber.hips,
  pointNumber.chest,
  pointNumber.leftKnee,
  pointNumber.rightKnee,
  pointNumber.leftFoot,
  pointNumber.rightFoot,
];

/** The map for an avatar whose space is scaled by scaleToAvatar(); null where it has a person's proportions. */
export function buildHeightMap(skeleton: Skeleton): HeightMap | null {
  const heightOf = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? Number.NaN : skeleton.restWorldPositions[joint * 3 + 1];
  };
  const head = heightOf('head');
  const [from, to] = [[0], [0]];
  for (const [bone, part] of wearerParts) {
    const height = heightOf(bone);
    // A bone that is missing or lies lower than the one before says nothing.
    if (!(height > to[to.length - 1])) continue;
    from.push(part * head);
    to.push(height);
  }
  return from.every((height, i) => Math.abs(height - to[i]) < LIKE_PERSON * head) ? null : { from, to };
}

/** Straight between the joints; above the head and below the floor by as much as before. */
export function mapHeight({ from, to }: HeightMap, height: number): number {
  const last = from.length - 1;
  if (height <= 0) return height;
  if (height >= from[last]) return to[last] + height - from[last];
  let i = 1;
  while (height > from[i]) i++;
  const share = (height - from[i - 1]) / (from[i] - from[i - 1]);
  return to[i - 1] + share * (to[i] - to[i - 1]);
}
