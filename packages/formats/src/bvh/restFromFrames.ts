import {
  type BoneJoints,
  createQuat,
  createVec3,
  type HumanoidBone,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  type Vec3,
  vec3,
} from '@leib/core';
import { axisVector, type UpAxis } from '../upAxis.js';
import { acrossDirection, quantile, trunkDirection } from './bodyAxes.js';
import { type BvhSamples, jointDirection, jointVector, samplePositions } from './bvhSamples.js';

const sides = ['left', 'right'] as const;
type Side = (typeof sides)[number];
const trunkBones: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'];
const fingers = ['Index', 'Middle', 'Ring', 'Little'] as const;

/** Share of the samples, those with the longest way from hips to head, whose trunk is taken as upright... */
const straightShare = 0.25;
/** ...and of those with the lowest ankle, whose foot is taken as flat on the floor. */
const plantedShare = 0.1;
/** A body stands, for its feet to be flat, when its trunk is upright within the angle of this cosine. */
const uprightCosine = 0.7;

interface FramesToRest {
  readonly samples: BvhSamples;
  readonly parents: ArrayLike<number>;
  readonly bones: BoneJoints;
  readonly up: UpAxis;
}

/**
 * The T-pose of a skeleton whose OFFSETs are not a body at rest (all bones along one axis, as some programs write them), from the frames in which
 * it moves: the trunk as it is where it is straightest, feet flat as where they stand, limbs along their directions, turned about them so that
 * knees and elbows bend the way they do in the frames. World rotations of all joints, facing +Z with +Y up. jointCount x 4.
 */
export function restFromFrames(source: FramesToRest): Float64Array {
  const { samples, parents } = source;
  const rest = new Float64Array(samples.jointCount * 4);
  const set = boneRotations(source);
  const everySample = Array.from({ length: samples.count }, (_, i) => i);
  for (let joint = 0; joint < samples.jointCount; joint++) {
    const parent = parents[joint];
    const inherited = createQuat();
    if (parent >= 0) {
      const local = meanRotation(everySample.map((i) => relative(samples, i, parent, joint)));
      quat.multiply(inherited, rest.subarray(parent * 4, parent * 4 + 4), local);
    }
    rest.set(set.get(joint)?.(inherited) ?? inherited, joint * 4);
  }
  return rest;
}

/** World rotation of a bone's joint in the T-pose, from the one that it would have as its parent has it on the average. */
type RestRotation = (inherited: Quat) => Quat;

function boneRotations(source: FramesToRest): Map<number, RestRotation> {
  const { bones } = source;
  const found = new Map<number, RestRotation>();
  for (const [joint, rotation] of trunkRotations(source)) found.set(joint, () => rotation);
  for (const side of sides) {
    const outward = createVec3(side === 'left' ? 1 : -1, 0, 0);
    // An elbow brings the forearm ahead, a knee the shin back: the normal of first bone x second bone.
    const elbow = createVec3(0, side === 'left' ? -1 : 1, 0);
    addLimb(found, source, [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`], outward, elbow);
    addLimb(found, source, [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`], [0, -1, 0], [1, 0, 0]);
    const hand = bones[`${side}Hand`];
    const foot = bones[`${side}Foot`];
    if (hand !== undefined) found.set(hand, handRotation(source, side, hand, outward));
    if (foot !== undefined) found.set(foot, footRotation(source, side, foot));
  }
  return found;
}

/** Rotations of the trunk's joints within a body that faces +Z, where the trunk is straightest. */
function trunkRotations({ samples, bones }: FramesToRest): [number, Quat][] {
  const { hips, head = bones.neck ?? bones.chest ?? bones.spine } = bones;
  if (hips === undefined || head === undefined) return [];
  const lengths = Array.from({ length: samples.count }, (_, i) =>
    vec3.length(jointVector(samplePositions(samples, i), hips, head)),
  );
  const least = quantile(lengths, 1 - straightShare);
  const straight = lengths.flatMap((length, i) => (length >= least ? [i] : []));
  const toBody = straight.map((i) => quat.conjugate(createQuat(), bodyRotation(samplePositions(samples, i), bones)));
  return trunkBones.flatMap((bone) => {
    const joint = bones[bone];
    if (joint === undefined) return [];
    const turns = straight.map((i, at) => quat.multiply(createQuat(), toBody[at], rotationOf(samples, i, joint)));
    return [[joint, meanRotation(turns)] as [number, Quat]];
  });
}

/** How a body stands: +Y from hips to head, +X to its left. */
function bodyRotation(positions: ArrayLike<number>, bones: BoneJoints): Quat {
  const up = trunkDirection(positions, bones);
  const ahead = vec3.cross(createVec3(), acrossDirection(positions, bones), up);
  return frameOf(up, ahead);
}

function addLimb(
  found: Map<number, RestRotation>,
  { samples, bones }: FramesToRest,
  [upperBone, lowerBone, endBone]: readonly [HumanoidBone, HumanoidBone, HumanoidBone],
  direction: ReadonlyVec3,
  hingeWorld: ReadonlyVec3,
): void {
  const { [upperBone]: upper, [lowerBone]: lower, [endBone]: end } = bones;
  if (upper === undefined || lower === undefined || end === undefined) return;
  for (const bone of ['upper', 'lower'] as const) {
    const { along, hinge } = limbAxes(samples, { upper, lower, end }, bone);
    const rotation: RestRotation = hinge
      ? () => turnBetween(along, hinge, direction, hingeWorld)
      : (inherited) => swingOnto(inherited, along, direction);
    found.set(bone === 'upper' ? upper : lower, rotation);
  }
}

/** A hand's middle along the arm and its knuckles' line ahead; a hand without knuckles goes on from its forearm. */
function handRotation(
  { samples, bones, parents }: FramesToRest,
  side: Side,
  hand: number,
  outward: Vec3,
): RestRotation {
  const every = Array.from({ length: samples.count }, (_, i) => i);
  const knuckles = fingers.flatMap((finger) => bones[`${side}${finger}Proximal`] ?? []);
  if (knuckles.length >= 2) {
    const middle = meanInJoint(samples, hand, every, (positions) => {
      const sum = createVec3();
      for (const knuckle of knuckles) vec3.add(sum, sum, jointVector(positions, hand, knuckle));
      return sum;
    });
    const line = meanInJoint(samples, hand, every, (positions) =>
      jointVector(positions, knuckles[knuckles.length - 1], knuckles[0]),
    );
    return () => turnBetween(middle, line, outward, [0, 0, 1]);
  }
  const tip = Array.from(parents).indexOf(hand);
  if (tip < 0) return (inherited) => inherited;
  const along = meanInJoint(samples, hand, every, (positions) => jointVector(positions, hand, knuckles[0] ?? tip));
  return (inherited) => swingOnto(inherited, along, outward);
}

/** A foot as it stands: the floor's up is its up, its toes point ahead. One that never stands keeps its slope to the shin. */
function footRotation({ samples, bones, up }: FramesToRest, side: Side, foot: number): RestRotation {
  const upWorld = axisVector(up);
  const standing = Array.from({ length: samples.count }, (_, i) => i).filter(
    (i) => vec3.dot(trunkDirection(samplePositions(samples, i), bones), upWorld) > uprightCosine,
  );
  const heightOf = (i: number) =>
    vec3.dot(upWorld, samplePositions(samples, i).subarray(foot * 3, foot * 3 + 3) as unknown as Vec3);
  const low = quantile(standing.map(heightOf), plantedShare);
  const planted = standing.filter((i) => heightOf(i) <= low);
  const toes = bones[`${side}Toes`];
  if (planted.length === 0 || toes === undefined) return (inherited) => inherited;
  const upLocal = meanInJoint(samples, foot, planted, () => createVec3(upWorld[0], upWorld[1], upWorld[2]));
  const toesLocal = meanInJoint(samples, foot, planted, (positions) => jointDirection(positions, foot, toes));
  return () => turnBetween(upLocal, toesLocal, [0, 1, 0], [0, 0, 1]);
}

/** The turn that takes one direction onto another, and a second one as near to its own as that allows. */
function turnBetween(from: Vec3, fromSecond: Vec3, to: ReadonlyVec3, toSecond: ReadonlyVec3): Quat {
  const start = lookRotation(createQuat(), from, fromSecond);
  const end = lookRotation(createQuat(), to, toSecond);
  return quat.multiply(end, end, quat.conjugate(start, start));
}

/** The shortest turn, after one that is given, that takes a joint's direction onto another. */
function swingOnto(inherited: Quat, along: Vec3, to: ReadonlyVec3): Quat {
  const now = vec3.transformQuat(createVec3(), along, inherited);
  const swing = rotationBetween(createQuat(), now, to);
  return quat.multiply(swing, swing, inherited);
}

/** Rotation whose +Y is `up` and whose +Z is as near to `ahead` as that allows. */
function frameOf(up: Vec3, ahead: Vec3): Quat {
  const forward = vec3.scaleAndAdd(createVec3(), ahead, up, -vec3.dot(ahead, up));
  return lookRotation(createQuat(), vec3.normalize(forward, forward), up);
}

function rotationOf({ rotations, jointCount }: BvhSamples, sample: number, joint: number): Quat {
  const at = (sample * jointCount + joint) * 4;
  return rotations.subarray(at, at + 4);
}

function relative(samples: BvhSamples, sample: number, parent: number, joint: number): Quat {
  const back = quat.conjugate(createQuat(), rotationOf(samples, sample, parent));
  return quat.multiply(back, back, rotationOf(samples, sample, joint));
}

/** Mean of rotations that are not far from each other: their normalised sum, signs alike. The identity of none. */
function meanRotation(rotations: Iterable<ReadonlyQuat>): Quat {
  const sum = createQuat(0, 0, 0, 0);
  for (const rotation of rotations) {
    const sign = quat.dot(sum, rotation) < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) sum[k] += sign * rotation[k];
  }
  return quat.length(sum) > 1e-9 ? quat.normalize(sum, sum) : createQuat();
}

/** A limb of two bones: shoulder, elbow and wrist, or hip, knee and ankle. */
interface LimbJointsOf {
  readonly upper: number;
  readonly lower: number;
  readonly end: number;
}

/** How a bone of a limb lies in its own joint. */
interface LimbAxes {
  /** Unit vector along the bone, joint space. */
  readonly along: Vec3;
  /** Unit vector about which the limb's hinge bends, joint space; null where it hardly ever bends, or never the same way. */
  readonly hinge: Vec3 | null;
}

/** Square of the sine of the bend, on the average, from which on it shows the hinge... */
const leastBend = 0.003;
/** ...where this part of all bends agrees: forearms roll. */
const leastAgreement = 0.6;

/**
 * Axes of the upper or the lower bone of a limb, from all samples: the plane of a bent limb has the hinge's axis as its normal. Frames count
 * by how much the limb is bent.
 */
function limbAxes(samples: BvhSamples, { upper, lower, end }: LimbJointsOf, bone: 'upper' | 'lower'): LimbAxes {
  const joint = bone === 'upper' ? upper : lower;
  const along = createVec3();
  const hinge = createVec3();
  let weight = 0;
  for (let i = 0; i < samples.count; i++) {
    const positions = samplePositions(samples, i);
    const first = unit(jointVector(positions, upper, lower));
    const second = unit(jointVector(positions, lower, end));
    const toJoint = inverseRotation(samples, i, joint);
    const normal = vec3.cross(createVec3(), first, second);
    const bend = vec3.length(normal);
    vec3.scaleAndAdd(hinge, hinge, vec3.transformQuat(normal, normal, toJoint), bend);
    weight += bend * bend;
    vec3.add(along, along, vec3.transformQuat(createVec3(), bone === 'upper' ? first : second, toJoint));
  }
  const isShown = weight > leastBend * samples.count && vec3.length(hinge) > leastAgreement * weight;
  return { along: unit(along), hinge: isShown ? unit(hinge) : null };
}

/** Mean of a direction as a joint sees it, over the samples that count. Unit, joint space. */
function meanInJoint(
  samples: BvhSamples,
  joint: number,
  which: readonly number[],
  direction: (positions: Float64Array) => Vec3,
): Vec3 {
  const sum = createVec3();
  for (const i of which) {
    const seen = direction(samplePositions(samples, i));
    vec3.add(sum, sum, vec3.transformQuat(seen, seen, inverseRotation(samples, i, joint)));
  }
  return unit(sum);
}

/** World rotation of a joint in a sample, the other way round. */
function inverseRotation({ rotations, jointCount }: BvhSamples, sample: number, joint: number) {
  const at = (sample * jointCount + joint) * 4;
  return quat.conjugate(createQuat(), rotations.subarray(at, at + 4));
}

function unit(v: Vec3): Vec3 {
  return vec3.normalize(v, v);
}
