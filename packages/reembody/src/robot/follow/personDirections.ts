import { type HumanoidBone, jointOfBone, type Pose, type Skeleton } from '@leib/core';
import type { PersonDirection, RobotLimb } from '../mapping/robotLimb.js';

/** A direction of the person with the numbers of its joints. */
type ResolvedDirection =
  | { readonly kind: 'between'; readonly from: number; readonly to: number }
  | { readonly kind: 'axis'; readonly joint: number; readonly axis: readonly [number, number, number] };

/** What a limb follows of one skeleton. */
export interface PersonLimb {
  /** Joint in whose frame directions are taken. */
  readonly reference: number;
  /** Of each segment; null where the person lacks the bone. */
  readonly directions: readonly (ResolvedDirection | null)[];
}

/** A robot's trunk is one piece where a person's has three: it follows what the arms hang on. */
const trunkEnds: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine', 'hips'];
/** What stands for a bone that the person lacks. */
const standIns: Partial<Record<HumanoidBone, readonly HumanoidBone[]>> = {
  leftFoot: ['leftToes'],
  rightFoot: ['rightToes'],
  head: ['neck'],
};

export function resolvePersonLimb({ segments, reference }: RobotLimb, skeleton: Skeleton): PersonLimb {
  return {
    reference: jointOf(skeleton, reference),
    directions: segments.map(({ aim }) => resolve(aim, skeleton)),
  };
}

function jointOf(skeleton: Skeleton, bone: HumanoidBone | 'trunk'): number {
  const candidates = bone === 'trunk' ? trunkEnds : [bone, ...(standIns[bone] ?? [])];
  return candidates.map((each) => jointOfBone(skeleton, each)).find((joint) => joint >= 0) ?? -1;
}

function resolve(aim: PersonDirection, skeleton: Skeleton): ResolvedDirection | null {
  if (aim.kind === 'axis') {
    const joint = jointOf(skeleton, aim.bone);
    return joint < 0 ? null : { kind: 'axis', joint, axis: aim.axis };
  }
  const from = jointOf(skeleton, aim.from);
  const to = jointOf(skeleton, aim.to);
  return from < 0 || to < 0 ? null : { kind: 'between', from, to };
}

/** Writes a unit direction of the person in the frame of the limb's reference joint; false where there is none. */
export function writeDirection(
  { reference, directions }: PersonLimb,
  segment: number,
  pose: Pose,
  out: Float64Array,
): boolean {
  const direction = directions[segment];
  if (direction === null) return false;
  const { worldPositions: p, worldRotations: r } = pose;
  if (direction.kind === 'axis') turnBy(out, r, direction.joint * 4, direction.axis, 1);
  else for (let k = 0; k < 3; k++) out[k] = p[direction.to * 3 + k] - p[direction.from * 3 + k];
  if (reference >= 0) turnBy(out, r, reference * 4, out, -1);
  const length = Math.hypot(out[0], out[1], out[2]);
  if (!(length > 1e-6)) return false;
  for (let k = 0; k < 3; k++) out[k] /= length;
  return true;
}

/** out = q v q^-1, or with the inverse of q where sign is -1. out may be v. */
function turnBy(out: Float64Array, q: ArrayLike<number>, at: number, v: ArrayLike<number>, sign: 1 | -1): void {
  const [x, y, z, w] = [q[at] * sign, q[at + 1] * sign, q[at + 2] * sign, q[at + 3]];
  const [a, b, c] = [v[0], v[1], v[2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[0] = a + w * tx + y * tz - z * ty;
  out[1] = b + w * ty + z * tx - x * tz;
  out[2] = c + w * tz + x * ty - y * tx;
}
