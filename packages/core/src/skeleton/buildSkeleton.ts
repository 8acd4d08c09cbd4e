import { InputError } from '../check/inputError.js';
import { boneNumber, type HumanoidBone, humanoidBones } from './humanoid.js';
import type { Skeleton } from './skeleton.js';

/** A skeleton as people write it: any order in which parents come before children. */
export interface RawJoint {
  readonly name: string;
  /** Name of the parent; null or absent for the one root. */
  readonly parent?: string | null;
  /** Offset from the parent in the T-pose facing +Z, world axes, metres. */
  readonly offset: readonly [number, number, number];
  /** The humanoid bone this joint is, if it is one. */
  readonly bone?: HumanoidBone | null;
}

/** Checks a friendly joint list and compiles it into the flat form. */
export function buildSkeleton(joints: readonly RawJoint[]): Skeleton {
  const jointCount = joints.length;
  if (jointCount === 0) throw new InputError('joints', 'expected at least one, got none');
  const names = joints.map((joint) => joint.name);
  const parents = new Int16Array(jointCount);
  const restOffsets = new Float64Array(jointCount * 3);
  const restWorldPositions = new Float64Array(jointCount * 3);
  const boneToJoint = new Int16Array(humanoidBones.length).fill(-1);
  const jointToBone = new Int16Array(jointCount).fill(-1);
  const indexByName = new Map<string, number>();

  joints.forEach((joint, index) => {
    const where = `joints[${index}] "${joint.name}"`;
    if (indexByName.has(joint.name)) throw new InputError(where, 'expected another name; this one is used twice');
    indexByName.set(joint.name, index);

    const isRoot = joint.parent === null || joint.parent === undefined;
    if (isRoot !== (index === 0)) {
      throw new InputError(
        where,
        isRoot ? 'expected a parent; a skeleton has one root' : 'expected the root as the first joint',
      );
    }
    const parent = isRoot ? -1 : indexByName.get(joint.parent as string);
    if (parent === undefined || parent === index) {
      throw new InputError(where, `expected a parent that is listed before it, got "${joint.parent}"`);
    }
    parents[index] = parent;

    for (let axis = 0; axis < 3; axis++) {
      const value = joint.offset[axis];
      if (!Number.isFinite(value))
        throw new InputError(`${where}, offset[${axis}]`, `expected a finite number, got ${value}`);
      restOffsets[index * 3 + axis] = value;
      restWorldPositions[index * 3 + axis] = value + (parent < 0 ? 0 : restWorldPositions[parent * 3 + axis]);
    }

    if (joint.bone) {
      const bone = boneNumber[joint.bone];
      if (bone === undefined) throw new InputError(where, `expected a VRM 1.0 humanoid bone, got "${joint.bone}"`);
      if (boneToJoint[bone] !== -1) {
        throw new InputError(
          where,
          `expected another bone; ${joint.bone} is joint "${names[boneToJoint[bone]]}" already`,
        );
      }
      boneToJoint[bone] = index;
      jointToBone[index] = bone;
    }
  });

  return { jointCount, names, parents, restOffsets, restWorldPositions, boneToJoint, jointToBone, soles: [null, null] };
}

/** The joint that carries a bone, or -1. */
export function jointOfBone(skeleton: Skeleton, bone: HumanoidBone): number {
  return skeleton.boneToJoint[boneNumber[bone]];
}
