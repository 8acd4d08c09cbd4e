import { composePoses, copyPoseSlice, invertPose, POSE_SIZE, type PoseTuple } from '@leib/tracking';

import type { BodyProfile, ProfileSpace } from '../profile/bodyProfile.js';
import type { FoundSpace } from './findSpaces.js';

/** The part of an alignment that a profile keeps. */
export function profileSpace(found: FoundSpace, reference: string): ProfileSpace {
  return {
    reference,
    pose: poseTuple(found.pairs.length > 0 ? found.fit.pose : levelPose(found.fit.pose)),
    timeOffset: found.timeOffset,
    residual: found.fit.residual,
    expectedError: Math.min(1, found.fit.expectedError),
    method: found.pairs.length > 0 ? 'fixed' : 'tPose',
    pairs: found.pairs.map(({ reference: to, other, mount }) => ({ reference: to, other, mount: [...mount] })),
  };
}

/** Only yaw and horizontal translation: walking determines no more, and the floors are taken to be level. */
function levelPose(pose: Float64Array): Float64Array {
  const length = Math.hypot(pose[4], pose[6]);
  const [y, w] = length > 1e-9 ? [pose[4] / length, pose[6] / length] : [0, 1];
  return Float64Array.of(pose[0], 0, pose[2], 0, y, 0, w);
}

export function poseTuple(
  pose: ArrayLike<number>,
): PoseTuple & [number, number, number, number, number, number, number] {
  return [pose[0], pose[1], pose[2], pose[3], pose[4], pose[5], pose[6]];
}

/** The poses that take each space to the reference, by name, as `FeedSource.spaces` takes them. */
export function spacesOfProfile(
  { spaces }: Pick<BodyProfile, 'spaces'>,
  reference: string,
): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries(
    Object.entries(spaces).flatMap(([name, space]) =>
      space.reference === reference ? [[name, Float64Array.from(space.pose)]] : [],
    ),
  );
}

/** Whether a device only aligns spaces: it is mounted on headset or controllers, not worn on the body. */
export function isAnchor({ spaces }: Pick<BodyProfile, 'spaces'>, deviceId: string): boolean {
  return Object.values(spaces).some(({ pairs }) => pairs.some(({ other }) => other === deviceId));
}

const back = new Float64Array(POSE_SIZE);

/** Replaces one alignment by another: out = after . before^-1 . pose. Null is the identity. */
export function realignPose(
  out: Float64Array,
  pose: Float64Array,
  before: PoseTuple | null,
  after: PoseTuple | null,
): void {
  copyPoseSlice(out, 0, pose, 0);
  if (before !== null) {
    invertPose(back, 0, Float64Array.from(before), 0);
    composePoses(out, 0, back, 0, out, 0);
  }
  if (after !== null) composePoses(out, 0, Float64Array.from(after), 0, out, 0);
}
