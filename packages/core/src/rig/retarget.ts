import { multiplyInverseFlat } from '../math/flatQuat.js';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import { boneNumber, type HumanoidBone, humanoidBones } from '../skeleton/humanoid.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPose } from '../skeleton/skeleton.js';
import { type BendableLimb, bendLimb } from '../solvers/twoBoneIk.js';
import { legMeasures, lowestFootHeight } from './rigBinding.js';

interface RetargetOptions {
  /**
   * Height of the lowest foot joint above the floor when standing, metres. Default: from the rest pose where it stands
   * on y = 0, else in proportion to the other skeleton's.
   */
  readonly fromSoleHeight?: number;
  readonly toSoleHeight?: number;
  /** Bend the legs so that the ankles go where the source's do, scaled: planted feet stay planted. Default false. */
  readonly keepFeet?: boolean;
}

/** How poses of one skeleton become poses of another. Made once, read-only. */
export interface Retarget {
  readonly from: Skeleton;
  readonly to: Skeleton;
  /** Two source joints of each target joint and the share of the second; -1: follows its parent. to.jointCount each. */
  readonly sourceA: Int16Array;
  readonly sourceB: Int16Array;
  readonly share: Float64Array;
  /** Joint that carries the hips, or the root. */
  readonly fromHips: number;
  readonly toHips: number;
  /** Positions: to = scale * from, and the height raised by `lift` so that soles meet the floor in both. */
  readonly scale: number;
  readonly lift: number;
  /** Both legs, where keepFeet asks for them and both skeletons have them. */
  readonly legs: readonly LegRetarget[];
}

/**
 * Prepares retargeting between skeletons of other proportions and other joints. Every rotation is relative to the
 * T-pose and in world space, so a bone both have is copied as it is, and joints that only the source has are absorbed
 * by the next bone. Chains of trunk and neck with another number of bones are spread evenly, ends on ends: the last
 * bone before the neck, and the head, get their rotation exactly.
 */
export function buildRetarget(from: Skeleton, to: Skeleton, options: RetargetOptions = {}): Retarget {
  const sourceA = new Int16Array(to.jointCount).fill(-1);
  const sourceB = new Int16Array(to.jointCount).fill(-1);
  const share = new Float64Array(to.jointCount);
  const set = (joint: number, a: number, b = a, amount = 0) => {
    if (joint < 0) return;
    sourceA[joint] = a;
    sourceB[joint] = b;
    share[joint] = amount;
  };
  for (const bone of humanoidBones) set(jointOf(to, bone), jointOf(from, bone));

  const fromHips = Math.max(0, jointOf(from, 'hips'));
  const torso = existing(from, ['spine', 'chest', 'upperChest']);
  const spread = (start: number, chainFrom: readonly number[], chainTo: readonly number[]) => {
    const nodes = [start, ...chainFrom];
    chainTo.forEach((joint, index) => {
      const at = ((index + 1) / chainTo.length) * chainFrom.length;
      const before = Math.floor(at);
      set(joint, nodes[before], nodes[Math.min(before + 1, chainFrom.length)], at - before);
    });
  };
  spread(fromHips, torso, existing(to, ['spine', 'chest', 'upperChest']));
  if (jointOf(from, 'head') >= 0) {
    spread(torso.at(-1) ?? fromHips, existing(from, ['neck', 'head']), existing(to, ['neck', 'head']));
  }
  sharedHelpers(from, to, set);

  const legsFrom = legMeasures(from, options.fromSoleHeight);
  const legsTo = legMeasures(to, options.toSoleHeight);
  const scale =
    legsFrom && legsTo ? legsTo.hipsAboveFeet / legsFrom.hipsAboveFeet : trunkLength(to) / trunkLength(from);
  const soleFrom = legsFrom?.soleHeight ?? (legsTo?.soleHeight ?? 0) / scale;
  const soleTo = legsTo?.soleHeight ?? (legsFrom?.soleHeight ?? 0) * scale;
  return {
    from,
    to,
    sourceA,
    sourceB,
    share,
    fromHips,
    toHips: Math.max(0, jointOf(to, 'hips')),
    scale,
    lift: soleTo - soleFrom * scale,
    legs: options.keepFeet ? buildLegRetargets(from, to, scale, soleFrom, soleTo) : [],
  };
}

const a = new Float64Array(4);
const b = new Float64Array(4);

/** Writes the whole target pose, world arrays included. The source's world arrays must be current. Allocates nothing. */
export function retargetPose(retarget: Retarget, fromPose: Pose, toPose: Pose): void {
  const { to, sourceA, sourceB, share, scale, toHips } = retarget;
  const { worldRotations, localRotations, rootPosition, worldPositions } = toPose;
  for (let joint = 0; joint < to.jointCount; joint++) {
    const parent = to.parents[joint];
    const at = joint * 4;
    if (sourceA[joint] >= 0) {
      readQuat(a, fromPose.worldRotations, sourceA[joint]);
      if (share[joint] > 0) {
        readQuat(b, fromPose.worldRotations, sourceB[joint]);
        quat.slerp(a, a, b, share[joint]);
        quat.normalize(a, a);
      }
    } else if (parent >= 0) readQuat(a, worldRotations, parent);
    else quat.identity(a);
    worldRotations.set(a, at);
    if (parent < 0) localRotations.set(a, at);
    else multiplyInverseFlat(localRotations, at, worldRotations, parent * 4, worldRotations, at);
  }

  rootPosition.fill(0);
  updateWorldPose(to, toPose);
  for (let k = 0; k < 3; k++) {
    const hips = fromPose.worldPositions[retarget.fromHips * 3 + k] * scale + (k === 1 ? retarget.lift : 0);
    rootPosition[k] = hips - worldPositions[toHips * 3 + k];
  }
  for (let i = 0; i < worldPositions.length; i += 3) {
    worldPositions[i] += rootPosition[0];
    worldPositions[i + 1] += rootPosition[1];
    worldPositions[i + 2] += rootPosition[2];
  }
  for (let leg = 0; leg < retarget.legs.length; leg++) keepFoot(retarget.legs[leg], to, fromPose, toPose);
}

function readQuat(out: Float64Array, from: Float64Array, joint: number): void {
  for (let k = 0; k < 4; k++) out[k] = from[joint * 4 + k];
}

function jointOf(skeleton: Skeleton, bone: HumanoidBone): number {
  return skeleton.boneToJoint[boneNumber[bone]];
}

function existing(skeleton: Skeleton, bones: readonly HumanoidBone[]): number[] {
  return bones.map((bone) => jointOf(skeleton, bone)).filter((joint) => joint >= 0);
}

/** Joints without a bone that have the same name and hang on the same bone in both skeletons: their rotations are copied too. */
function sharedHelpers(from: Skeleton, to: Skeleton, set: (joint: number, source: number) => void): void {
  to.names.forEach((name, joint) => {
    const source = from.names.indexOf(name);
    if (source < 0 || to.jointToBone[joint] >= 0 || from.jointToBone[source] >= 0) return;
    if (boneAbove(from, source) === boneAbove(to, joint)) set(joint, source);
  });
}

function boneAbove({ parents, jointToBone }: Skeleton, joint: number): number {
  for (let at = parents[joint]; at >= 0; at = parents[at]) if (jointToBone[at] >= 0) return jointToBone[at];
  return -1;
}

/** Size of a body without legs: hips to head, or 1 where it has not even that. */
function trunkLength(skeleton: Skeleton): number {
  const hips = Math.max(0, jointOf(skeleton, 'hips'));
  const head = jointOf(skeleton, 'head');
  if (head < 0) return 1;
  let lengthSq = 0;
  for (let k = 0; k < 3; k++) {
    lengthSq += (skeleton.restWorldPositions[head * 3 + k] - skeleton.restWorldPositions[hips * 3 + k]) ** 2;
  }
  return Math.sqrt(lengthSq) || 1;
}

/** One leg of a target skeleton that keeps its foot where the source's is. */
interface LegRetarget {
  readonly fromFoot: number;
  /** Hip, knee and ankle of the target. */
  readonly limb: BendableLimb;
  /** Ankle positions: to = scale * from, the height raised by `ankleLift`: ankles stand higher in larger feet. */
  readonly scale: number;
  readonly ankleLift: number;
  /**
   * How much farther to +X the target's ankle rests than the scaled source's: other hips stand wider. Measured along the
   * foot's own side, which holds still while the foot is planted, unlike the pelvis'.
   */
  readonly stanceShift: number;
}

function buildLegRetargets(
  from: Skeleton,
  to: Skeleton,
  scale: number,
  soleFrom: number,
  soleTo: number,
): LegRetarget[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const fromFoot = from.boneToJoint[boneNumber[`${side}Foot`]];
    const upper = to.boneToJoint[boneNumber[`${side}UpperLeg`]];
    const lower = to.boneToJoint[boneNumber[`${side}LowerLeg`]];
    const foot = to.boneToJoint[boneNumber[`${side}Foot`]];
    if (Math.min(fromFoot, upper, lower, foot) < 0) return [];
    const ankleFrom = soleFrom + aboveFeet(from, fromFoot);
    const ankleTo = soleTo + aboveFeet(to, foot);
    return {
      fromFoot,
      limb: { upper, lower, end: foot, restPole: createVec3(0, 0, 1) },
      scale,
      ankleLift: ankleTo - ankleFrom * scale,
      stanceShift: to.restWorldPositions[foot * 3] - from.restWorldPositions[fromFoot * 3] * scale,
    };
  });
}

// Scratch: every call writes these before reading them.
const targetWorld = createVec3();
const shiftWorld = createVec3();
const footWorld = createQuat();

/** Bends one leg of a pose so that its ankle is where the source's is, scaled; the foot keeps its world rotation. */
function keepFoot(leg: LegRetarget, to: Skeleton, fromPose: Pose, toPose: Pose): void {
  const from = leg.fromFoot * 3;
  const foot = leg.limb.end * 4;
  for (let k = 0; k < 3; k++) targetWorld[k] = fromPose.worldPositions[from + k] * leg.scale;
  targetWorld[1] += leg.ankleLift;
  for (let k = 0; k < 4; k++) footWorld[k] = toPose.worldRotations[foot + k];
  vec3.transformQuat(shiftWorld, vec3.set(shiftWorld, leg.stanceShift, 0, 0), footWorld);
  vec3.add(targetWorld, targetWorld, shiftWorld);
  bendLimb(to, toPose, leg.limb, targetWorld);
}

/** Height of a joint above the lowest foot joint at rest. */
function aboveFeet(skeleton: Skeleton, joint: number): number {
  return skeleton.restWorldPositions[joint * 3 + 1] - lowestFootHeight(skeleton);
}
