import {
  buildSkeleton,
  type HumanoidBone,
  humanoidBones,
  mapHumanoid,
  type RawJoint,
  type Skeleton,
  smplBones,
  smplJointNames,
} from '@leib/core';
import type { TrackingHeader } from '@leib/tracking';
import { inFile } from '../formatError.js';

type RecordedSkeleton = NonNullable<TrackingHeader['skeleton']>;

/**
 * The humanoid part of a skeleton, as a recording's header carries it. Joints are called by their VRM 1.0 bone, so a
 * reader needs no mapping; joints between two bones (twist joints, a split pelvis) are folded into the offset at
 * rest. Ends of bones are kept as `<bone>End`: the tip of a toe and the top of a head are part of the actor's size.
 */
export function recordSkeleton(skeleton: Skeleton): RecordedSkeleton {
  const { jointCount, parents, jointToBone, restWorldPositions } = skeleton;
  const hasChildren = new Set(parents);
  const names: string[] = [];
  const recordedParents: number[] = [];
  const restOffsets: number[] = [];
  const recordedIndex = new Int16Array(jointCount).fill(-1);
  const used = new Set<string>();
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = humanoidBones[jointToBone[joint]];
    const parent = nearestRecorded(joint);
    if (bone === undefined && (hasChildren.has(joint) || parent < 0 || parent !== parents[joint])) continue;
    if (bone !== undefined && parent < 0 && names.length > 0) continue;
    const name = bone ?? `${humanoidBones[jointToBone[parent]]}End`;
    if (used.has(name)) continue;
    used.add(name);
    recordedIndex[joint] = names.length;
    names.push(name);
    recordedParents.push(parent < 0 ? -1 : recordedIndex[parent]);
    for (let k = 0; k < 3; k++) {
      restOffsets.push(restWorldPositions[joint * 3 + k] - (parent < 0 ? 0 : restWorldPositions[parent * 3 + k]));
    }
  }
  return { names, parents: recordedParents, restOffsets };

  /** The joint's nearest ancestor that is in the record, or -1. */
  function nearestRecorded(joint: number): number {
    let at = parents[joint];
    while (at >= 0 && recordedIndex[at] < 0) at = parents[at];
    return at;
  }
}

/**
 * The actor's skeleton from a header. Names may be VRM 1.0 bones, SMPL joints, or anything else that mapHumanoid()
 * makes sense of.
 */
export function skeletonFromRecorded(recorded: RecordedSkeleton): Skeleton {
  const { names, parents, restOffsets } = recorded;
  const bones = bonesOf(recorded);
  const joints = names.map((name, joint): RawJoint => {
    const [x, y, z] = restOffsets.slice(joint * 3, joint * 3 + 3);
    return {
      name,
      parent: parents[joint] < 0 ? null : names[parents[joint]],
      offset: [x, y, z],
      bone: bones.get(joint) ?? null,
    };
  });
  return inFile('leib-tracking/1', 'skeleton', () => buildSkeleton(joints));
}

function bonesOf({ names, parents }: RecordedSkeleton): ReadonlyMap<number, HumanoidBone> {
  if (names.includes('leftUpperLeg')) return bonesByName(names, humanoidBones, humanoidBones);
  if (names.includes('leftAnkle')) return bonesByName(names, smplJointNames, smplBones);
  const { bones } = mapHumanoid({ names, parents });
  return new Map(Object.entries(bones).map(([bone, joint]) => [joint, bone as HumanoidBone]));
}

function bonesByName(
  names: readonly string[],
  known: readonly string[],
  bones: readonly HumanoidBone[],
): ReadonlyMap<number, HumanoidBone> {
  const found = new Map<number, HumanoidBone>();
  names.forEach((name, joint) => {
    const at = known.indexOf(name);
    if (at >= 0) found.set(joint, bones[at]);
  });
  return found;
}
