import {
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  parentBone,
  type Quat,
  quat,
  type ReadonlyVec3,
  type Skeleton,
  vec3,
} from '@leib/core';
import { POSE_SIZE, quality } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { MocapOffsets } from '../offsets/offsets.js';

/** How well a joint's place is known by a body: the highest one that is seen counts. */
export const jointRank = {
  unknown: 0,
  /** By a body on the trunk across the waist: the trunk bends in between. */
  acrossWaist: 1,
  /** By a body on the same part of the trunk. */
  trunk: 2,
  /** By a body on the limb or the head itself. */
  limb: 3,
} as const;

/** What one rigid body tells: the rotation of a joint, and places of joints. */
export interface BodySource {
  readonly body: number;
  /** Joint whose rotation is the body's; -1 where another body of the setup tells it. */
  readonly joint: number;
  readonly restRotationInverse: Quat;
  readonly joints: readonly {
    readonly joint: number;
    readonly rank: number;
    readonly positionLocal: ReadonlyVec3;
  }[];
}

/** Joints where the bodies say, without a skeleton. By joint of the skeleton. */
export interface MeasuredJoints {
  /** World positions, metres. jointCount x 3. */
  readonly positions: Float64Array;
  /** One of `jointRank` per joint. */
  readonly ranks: Uint8Array;
  /** World rotations relative to the T-pose. jointCount x 4. */
  readonly rotations: Float64Array;
  /** 1 where the rotation is known. */
  readonly hasRotation: Uint8Array;
  /** 1 where place and rotation rest on bodies that are seen in this frame, not held or predicted. */
  readonly isSeen: Uint8Array;
  /** Bodies that the place of each joint is the mean of. */
  readonly counts: Uint8Array;
  /** How far the place of each joint is to be trusted: the least confidence of its bodies, 0..1. */
  readonly confidence: Float64Array;
}

export function createMeasuredJoints({ jointCount }: Skeleton): MeasuredJoints {
  return {
    positions: new Float64Array(jointCount * 3),
    ranks: new Uint8Array(jointCount),
    rotations: new Float64Array(jointCount * 4),
    hasRotation: new Uint8Array(jointCount),
    isSeen: new Uint8Array(jointCount),
    counts: new Uint8Array(jointCount),
    confidence: new Float64Array(jointCount),
  };
}

const upperTrunk: ReadonlySet<HumanoidBone> = new Set(['spine', 'chest', 'upperChest', 'neck']);
const isLeg = (bone: HumanoidBone) => bone === 'hips' || /UpperLeg$/.test(bone);

function rankOf(bodyBone: HumanoidBone, jointBone: HumanoidBone): number {
  if (upperTrunk.has(bodyBone)) return isLeg(jointBone) ? jointRank.acrossWaist : jointRank.trunk;
  if (bodyBone === 'hips') return isLeg(jointBone) ? jointRank.trunk : jointRank.acrossWaist;
  return jointRank.limb;
}

/** The joint that carries a bone, or the next one above it that the skeleton has. */
export function carrierOf(skeleton: Skeleton, bone: HumanoidBone): number {
  for (let now: HumanoidBone | null = bone; now !== null; now = parentBone(now)) {
    const joint = jointOfBone(skeleton, now);
    if (joint >= 0) return joint;
  }
  return 0;
}

/** Which bodies of a frame tell what, in the order of the frame. Bodies without offsets are passed over. */
export function buildBodySources(names: readonly string[], offsets: MocapOffsets, skeleton: Skeleton): BodySource[] {
  const taken = new Set<number>();
  return names.flatMap((name, body): BodySource[] => {
    const found = offsets.bodies.find((one) => one.name === name);
    if (found === undefined) return [];
    const carrier = carrierOf(skeleton, found.bone);
    const joint = taken.has(carrier) ? -1 : carrier;
    taken.add(carrier);
    const joints = found.joints.flatMap(({ bone, positionLocal }) => {
      const index = jointOfBone(skeleton, bone);
      return index < 0
        ? []
        : [{ joint: index, rank: rankOf(found.bone, bone), positionLocal: createVec3(...positionLocal) }];
    });
    const restRotationInverse = quat.conjugate(createQuat(), createQuat(...found.restRotation));
    return [{ body, joint, restRotationInverse, joints }];
  });
}

const rotation = createQuat();
const place = createVec3();

/**
 * Bodies -> places and rotations of joints. A joint that several bodies tell equally well is the mean of what they say.
 * `confidence` is that of the frame's bodies; 1 when absent.
 */
export function measureJoints(
  sources: readonly BodySource[],
  frame: BodyFrame,
  out: MeasuredJoints,
  confidence?: ArrayLike<number>,
): void {
  const { positions, ranks, rotations, hasRotation, isSeen, counts } = out;
  ranks.fill(jointRank.unknown);
  hasRotation.fill(0);
  isSeen.fill(1);
  for (const { body, joint, restRotationInverse, joints } of sources) {
    if (frame.quality[body] === quality.lost) continue;
    const isTracked = frame.quality[body] === quality.tracked;
    const at = body * POSE_SIZE;
    const { poses } = frame;
    quat.set(rotation, poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
    for (const { joint: named, rank, positionLocal } of joints) {
      if (rank < ranks[named]) continue;
      if (rank > ranks[named]) counts[named] = 0;
      ranks[named] = rank;
      const count = ++counts[named];
      const trust = confidence === undefined ? 1 : confidence[body];
      out.confidence[named] = count === 1 ? trust : Math.min(out.confidence[named], trust);
      vec3.transformQuat(place, positionLocal, rotation);
      for (let i = 0; i < 3; i++) {
        const value = poses[at + i] + place[i];
        positions[named * 3 + i] =
          count === 1 ? value : positions[named * 3 + i] + (value - positions[named * 3 + i]) / count;
      }
      if (!isTracked) isSeen[named] = 0;
    }
    if (joint < 0) continue;
    quat.multiply(rotation, rotation, restRotationInverse);
    for (let i = 0; i < 4; i++) rotations[joint * 4 + i] = rotation[i];
    hasRotation[joint] = 1;
    if (!isTracked) isSeen[joint] = 0;
  }
}
