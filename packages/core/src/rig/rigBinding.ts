import { InputError } from '../check/inputError.js';
import { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from '../math/flatQuat.js';
import { createVec3, quat, vec3 } from '../math/index.js';
import { buildSkeleton, type RawJoint } from '../skeleton/buildSkeleton.js';
import { boneNumber, type HumanoidBone } from '../skeleton/humanoid.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { type BoneJoints, checkNamedRig } from './namedRig.js';
import { type RestCorrection, solveTPose } from './tPose.js';

/** A rig seen as a Skeleton, and the way back. Made once at load time, read-only. */
export interface RigBinding {
  /** The rig's joints in the rig's order; at rest a T-pose facing +Z with world axes. */
  readonly skeleton: Skeleton;
  /** The rig's own joint rotations in that T-pose, world space. jointCount x 4. */
  readonly restWorldRotations: Float64Array;
  /** What of the rig's own rest pose was not a T-pose facing +Z. */
  readonly corrected: readonly RestCorrection[];
}

/**
 * Binds a rig in any rest pose, with any bone axes, to a normalised skeleton. With T the turn that takes a joint from
 * the rig's rest to the T-pose and R its world rotation at rest, the rig stands in the T-pose with W = T * R, and
 *
 *   rig local = W_parent^-1 * L * W_joint          L: local rotation of the normalised skeleton
 *
 * A body that stood on the floor still does: straightening spread legs raises the root by what the feet would sink.
 */
export function buildRigBinding(rig: RawRig, mapping: { readonly bones: BoneJoints }): RigBinding {
  const rest = buildRigRest(rig);
  const jointCount = rig.names.length;
  const boneOf = checkBones(mapping.bones, rig.names);
  const { turns, corrected } = solveTPose({ ...rest, parents: rig.parents, bones: mapping.bones });

  const offset = createVec3();
  const joints = rig.names.map((name, joint): RawJoint => {
    const parent = rig.parents[joint];
    const turn = turns.subarray(Math.max(parent, 0) * 4, Math.max(parent, 0) * 4 + 4);
    for (let k = 0; k < 3; k++) {
      offset[k] = rest.worldPositions[joint * 3 + k] - (parent < 0 ? 0 : rest.worldPositions[parent * 3 + k]);
    }
    vec3.transformQuat(offset, offset, turn);
    return {
      name,
      parent: parent < 0 ? null : rig.names[parent],
      offset: [offset[0], offset[1], offset[2]],
      bone: boneOf.get(joint) ?? null,
    };
  });
  const sunk = buildSkeleton(joints);
  const [x, y, z] = joints[0].offset;
  const standing = standingFeetHeight(rest.worldPositions, turns.subarray(0, 4), sunk);
  const lift = standing === null ? 0 : standing - lowestFootHeight(sunk);
  const skeleton = lift === 0 ? sunk : buildSkeleton([{ ...joints[0], offset: [x, y + lift, z] }, ...joints.slice(1)]);

  const restWorldRotations = new Float64Array(jointCount * 4);
  for (let joint = 0; joint < jointCount; joint++) {
    multiplyFlat(restWorldRotations, joint * 4, turns, joint * 4, rest.worldRotations, joint * 4);
  }
  return { skeleton, restWorldRotations, corrected };
}

// Scratch, written before it is read in every call.
const between = new Float64Array(4);

/** A normalised pose as the rig's own local rotations. jointCount x 4. */
export function toRigRotations(binding: RigBinding, pose: Pose, outLocal: Float64Array): void {
  const { skeleton, restWorldRotations: rest } = binding;
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    multiplyFlat(between, 0, pose.localRotations, joint * 4, rest, joint * 4);
    if (parent < 0) outLocal.set(between, joint * 4);
    else multiplyInverseFlat(outLocal, joint * 4, rest, parent * 4, between, 0);
  }
}

/** The rig's own local rotations as a normalised pose: L = W_parent * rig local * W_joint^-1. World arrays are not updated. */
export function fromRigRotations(binding: RigBinding, local: Float64Array, outPose: Pose): void {
  const { skeleton, restWorldRotations: rest } = binding;
  const out = outPose.localRotations;
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    if (parent < 0) for (let k = 0; k < 4; k++) between[k] = local[joint * 4 + k];
    else multiplyFlat(between, 0, rest, parent * 4, local, joint * 4);
    multiplyByInverseFlat(out, joint * 4, between, 0, rest, joint * 4);
  }
}

function checkBones(bones: BoneJoints, names: readonly string[]): Map<number, HumanoidBone> {
  const boneOf = new Map<number, HumanoidBone>();
  for (const [bone, joint] of Object.entries(bones) as [HumanoidBone, number][]) {
    if (boneNumber[bone] === undefined)
      throw new InputError('mapping', `expected VRM 1.0 humanoid bones, got "${bone}"`);
    if (!Number.isInteger(joint) || joint < 0 || joint >= names.length) {
      throw new InputError(`mapping.${bone}`, `expected a joint from 0 to ${names.length - 1}, got ${joint}`);
    }
    const other = boneOf.get(joint);
    if (other) throw new InputError(`mapping.${bone}`, `expected another joint; "${names[joint]}" is ${other} already`);
    boneOf.set(joint, bone);
  }
  return boneOf;
}

/** Height of the lowest foot joint in the rig's own rest pose, turned upright; null where it does not stand on y = 0. */
function standingFeetHeight(worldPositions: Float64Array, body: Float64Array, skeleton: Skeleton): number | null {
  const place = createVec3();
  const feet = new Set(footJoints(skeleton));
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    vec3.transformQuat(place, worldPositions.subarray(joint * 3, joint * 3 + 3), body);
    highest = Math.max(highest, place[1]);
    if (feet.has(joint)) lowest = Math.min(lowest, place[1]);
  }
  // Ankles are within a fifth of the stature of the floor, in boots too; a BVH at the origin has them far below.
  return lowest > -0.02 * highest && lowest < 0.2 * highest ? lowest : null;
}

interface LegMeasures {
  /** Height of the hips above the lowest foot joint at rest, metres: how long the legs are as far as standing goes. */
  readonly hipsAboveFeet: number;
  /** Height of the lowest foot joint above the floor, metres; null where the rest pose does not stand on y = 0. */
  readonly soleHeight: number | null;
}

/** Joints of ankles and toes, as far as a skeleton has them. */
function footJoints({ boneToJoint }: Skeleton): number[] {
  return (['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const)
    .map((bone) => boneToJoint[boneNumber[bone]])
    .filter((joint) => joint >= 0);
}

/** Height of the lowest foot joint at rest, metres; infinite for a skeleton without feet. */
export function lowestFootHeight(skeleton: Skeleton): number {
  return Math.min(...footJoints(skeleton).map((joint) => skeleton.restWorldPositions[joint * 3 + 1]));
}

/** Legs of a skeleton at rest; null for one that has none. */
export function legMeasures(skeleton: Skeleton, soleHeight?: number): LegMeasures | null {
  const { boneToJoint, restWorldPositions } = skeleton;
  const lowest = lowestFootHeight(skeleton);
  const hips = boneToJoint[boneNumber.hips];
  if (!Number.isFinite(lowest) || hips < 0) return null;
  const hipsAboveFeet = restWorldPositions[hips * 3 + 1] - lowest;
  if (hipsAboveFeet <= 0) return null;
  // Ankles are within two fifths of the leg of the floor, in boots too; a BVH at the origin has them a whole leg below it.
  const isStanding = lowest > -0.05 * hipsAboveFeet && lowest < 0.4 * hipsAboveFeet;
  return { hipsAboveFeet, soleHeight: soleHeight ?? (isStanding ? lowest : null) };
}

/** A rig as its file has it: any rest pose, any bone axes, facing any way. Scales are already in the offsets. */
export interface RawRig {
  readonly names: readonly string[];
  /** parents[i] < i, or -1 for the one root. */
  readonly parents: ArrayLike<number>;
  /** Joint offsets at rest, parent space (world space for the root), metres. jointCount x 3. */
  readonly restLocalPositions: ArrayLike<number>;
  /** Joint rotations at rest, parent space (world space for the root). jointCount x 4. */
  readonly restLocalRotations: ArrayLike<number>;
}

/** Where a rig's joints are at rest, world space. */
interface RigRest {
  /** jointCount x 3, metres. */
  readonly worldPositions: Float64Array;
  /** jointCount x 4. */
  readonly worldRotations: Float64Array;
}

/** Checks a rig and runs its rest pose forward. Load time. */
export function buildRigRest(rig: RawRig): RigRest {
  checkRawRig(rig);
  const jointCount = rig.names.length;
  const worldPositions = new Float64Array(jointCount * 3);
  const worldRotations = new Float64Array(jointCount * 4);
  for (let joint = 0; joint < jointCount; joint++) {
    const position = worldPositions.subarray(joint * 3, joint * 3 + 3);
    const rotation = worldRotations.subarray(joint * 4, joint * 4 + 4);
    for (let k = 0; k < 3; k++) position[k] = rig.restLocalPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) rotation[k] = rig.restLocalRotations[joint * 4 + k];
    quat.normalize(rotation, rotation);
    const parent = rig.parents[joint];
    if (parent < 0) continue;
    const parentRotation = worldRotations.subarray(parent * 4, parent * 4 + 4);
    vec3.transformQuat(position, position, parentRotation);
    vec3.add(position, position, worldPositions.subarray(parent * 3, parent * 3 + 3));
    quat.multiply(rotation, parentRotation, rotation);
  }
  return { worldPositions, worldRotations };
}

function checkRawRig(rig: RawRig): void {
  checkNamedRig(rig);
  const jointCount = rig.names.length;
  if (jointCount === 0) throw new InputError('joints', 'expected at least one, got none');
  checkNumbers(rig, 'restLocalPositions', 3);
  checkNumbers(rig, 'restLocalRotations', 4);
  for (let joint = 0; joint < jointCount; joint++) {
    if (rig.parents[joint] < 0 && joint > 0) {
      throw new InputError(`joints[${joint}] "${rig.names[joint]}"`, 'expected a parent; a rig has one root');
    }
    let lengthSq = 0;
    for (let k = 0; k < 4; k++) lengthSq += rig.restLocalRotations[joint * 4 + k] ** 2;
    if (lengthSq < 1e-12)
      throw new InputError(`joints[${joint}] "${rig.names[joint]}"`, 'expected a rest rotation, got four zeros');
  }
}

function checkNumbers(rig: RawRig, field: 'restLocalPositions' | 'restLocalRotations', perJoint: number): void {
  const numbers = rig[field];
  const expected = rig.names.length * perJoint;
  if (numbers.length !== expected) {
    throw new InputError(field, `expected ${expected} numbers for ${rig.names.length} joints, got ${numbers.length}`);
  }
  for (let i = 0; i < expected; i++) {
    if (Number.isFinite(numbers[i])) continue;
    const joint = Math.floor(i / perJoint);
    throw new InputError(
      `joints[${joint}] "${rig.names[joint]}", ${field}[${i}]`,
      `expected a finite number, got ${numbers[i]}`,
    );
  }
}
