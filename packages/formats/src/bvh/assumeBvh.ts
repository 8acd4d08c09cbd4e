import {
  type BoneJoints,
  createQuat,
  createVec3,
  DEG,
  type HumanoidMapping,
  mapHumanoid,
  multiplyInverseFlat,
  type Quat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from '@leib/core';
import { nearestUpAxis, turnToY, type UpAxis } from '../upAxis.js';
import { acrossDirection, isMirrored, trunkDirection } from './bodyAxes.js';
import {
  type BvhBodyPose,
  type BvhBodySource,
  bvhWorldPositions,
  createBvhBodyPose,
  readBvhBodyPose,
  readBvhRestPose,
} from './bvhBodyPose.js';
import { type BvhSamples, jointDirection, jointVector, sampleBvhBody, samplePositions } from './bvhSamples.js';
import { type AssumedUp, findUp } from './findUp.js';
import { type BoneNames, mapBvhBones } from './mapBvhBones.js';
import { restFromFrames } from './restFromFrames.js';
import { mirrorBvhBody } from './selectBvhBody.js';

/** Where a rest pose is taken from: the OFFSETs, all frames, or the frame with that number. */
export type BvhRest = 'offsets' | 'frames' | number;

export interface AssumedRest {
  readonly from: BvhRest;
  readonly isGiven: boolean;
  /** Why the OFFSETs are not a body at rest; null where they are. */
  readonly whyNotOffsets: string | null;
}

/** What is taken for true about a file, before its movement is read. */
export interface BvhAssumptions {
  /** The body, mirrored where the file is; its world is the file's. */
  readonly source: BvhBodySource;
  readonly mapping: HumanoidMapping;
  readonly up: AssumedUp;
  /** The same axis in the source's world, which may be mirrored. */
  readonly upInSource: UpAxis;
  readonly rest: AssumedRest;
  /** The rest pose, upright. */
  readonly restPose: BvhBodyPose;
}

interface GivenAssumptions {
  readonly up?: UpAxis;
  readonly rest?: BvhRest;
  readonly bones?: BoneNames;
  readonly isMirrored?: boolean;
}

/** Finds what a BVH file does not say: which joint is which bone, which axis is up, what the rest pose is, whether it is mirrored. */
export function assumeBvh(
  plain: Omit<BvhBodySource, 'fileToWorld' | 'isMirrored'>,
  firstFrame: number,
  given: GivenAssumptions,
): BvhAssumptions {
  const unturned: BvhBodySource = { ...plain, fileToWorld: createQuat(), isMirrored: false };
  const seen = sampleBvhBody(unturned, firstFrame);
  // Sides by names alone: with places, a mirrored body would have its sides exchanged instead.
  const byNames = mapHumanoid({ names: plain.body.names, parents: plain.body.parents }).bones;
  const plainRest = offsetPositions(unturned);
  const isAtRest = whyNotAtRest(plainRest, byNames) === null;
  const isMirror = given.isMirrored ?? isMirrored(seen, isAtRest ? plainRest : null, byNames);
  const source = isMirror ? { ...unturned, body: mirrorBvhBody(plain.body), isMirrored: true } : unturned;
  const samples = isMirror ? sampleBvhBody(source, firstFrame) : seen;
  const mapping = mapPosed(source, samples, given.bones);
  const whyNotOffsets = whyNotAtRest(offsetPositions(source), mapping.bones);
  const { parents } = source.body;
  const { bones } = mapping;
  const upInSource: AssumedUp =
    given.up === undefined
      ? findUp({ samples, parents, bones, restPositions: whyNotOffsets === null ? offsetPositions(source) : null })
      : { axis: mirrorAxis(given.up, isMirror), from: 'given', isSure: true };
  const from = given.rest ?? restOf(source, samples, bones, whyNotOffsets);
  const rest: AssumedRest = { from, isGiven: given.rest !== undefined, whyNotOffsets };
  return {
    source,
    mapping,
    up: { ...upInSource, axis: mirrorAxis(upInSource.axis, isMirror) },
    upInSource: upInSource.axis,
    rest,
    restPose: restPoseOf(source, samples, bones, upInSource.axis, from),
  };
}

/** Bones by names, with the places of the rest pose where that is a body, else with those of the frame whose trunk is straightest. */
function mapPosed(source: BvhBodySource, samples: BvhSamples, given: BoneNames | undefined): HumanoidMapping {
  const { names, parents } = source.body;
  const atRest = offsetPositions(source);
  const byNames = mapHumanoid({ names, parents }).bones;
  const isAtRest = whyNotAtRest(atRest, byNames) === null;
  const restWorldPositions = isAtRest ? atRest : straightestFrame(samples, byNames);
  return mapBvhBones({ names, parents, restWorldPositions }, given);
}

function straightestFrame(samples: BvhSamples, { hips, head }: BoneJoints): Float64Array {
  if (hips === undefined || head === undefined) return samplePositions(samples, 0);
  const lengthOf = (sample: number) => vec3.length(jointVector(samplePositions(samples, sample), hips, head));
  let best = 0;
  for (let i = 1; i < samples.count; i++) if (lengthOf(i) > lengthOf(best)) best = i;
  return samplePositions(samples, best);
}

function offsetPositions(source: BvhBodySource): Float64Array {
  const pose = createBvhBodyPose(source.file, source.body);
  readBvhRestPose(source, null, pose);
  return bvhWorldPositions(source.body, pose);
}

/** The OFFSETs where they are a body at rest; else the first frame where it is a T-pose; else all frames, of a body that has a trunk. */
function restOf(source: BvhBodySource, samples: BvhSamples, bones: BoneJoints, whyNotOffsets: string | null): BvhRest {
  if (whyNotOffsets === null) return 'offsets';
  const first = createBvhBodyPose(source.file, source.body);
  readBvhBodyPose(source, 0, first);
  if (isTPose(bvhWorldPositions(source.body, first), bones)) return 0;
  return vec3.length(trunkDirection(samplePositions(samples, 0), bones)) > 0 ? 'frames' : 'offsets';
}

function restPoseOf(
  source: BvhBodySource,
  samples: BvhSamples,
  bones: BoneJoints,
  up: UpAxis,
  from: BvhRest,
): BvhBodyPose {
  const pose = createBvhBodyPose(source.file, source.body);
  if (from === 'frames') {
    readBvhRestPose(source, null, pose);
    const { parents } = source.body;
    const world = restFromFrames({ samples, parents, bones, up });
    pose.rotations.set(world);
    for (let joint = 1; joint < parents.length; joint++) {
      multiplyInverseFlat(pose.rotations, joint * 4, world, parents[joint] * 4, world, joint * 4);
    }
    vec3.set(pose.rootPosition, 0, 0, 0);
    return pose;
  }
  // OFFSETs stand along an axis of their own, whatever is up in the frames.
  const fileToWorld = from === 'offsets' ? uprightTurn(offsetPositions(source), bones) : turnToY(up);
  readBvhRestPose({ ...source, fileToWorld }, from === 'offsets' ? null : from, pose);
  return pose;
}

function uprightTurn(positions: Float64Array, bones: BoneJoints): Quat {
  const trunk = trunkDirection(positions, bones);
  return vec3.length(trunk) === 0 ? createQuat() : turnToY(nearestUpAxis(trunk));
}

/** An axis in the mirror across X. */
function mirrorAxis(axis: UpAxis, isMirror: boolean): UpAxis {
  if (!isMirror || !axis.endsWith('x')) return axis;
  return axis === 'x' ? '-x' : 'x';
}

const sides = ['left', 'right'] as const;

/** Legs of a rest pose go down within this, spread ones too. */
const legWithin = 45 * DEG;
/** Arms of a rest pose are each other's mirror image within this. */
const mirrorWithin = 40 * DEG;
/** A foot that goes on from its shin straighter than this stands on its toes: no person rests so. */
const footFrom = 25 * DEG;
/** Hips and shoulders lie across the trunk within this. */
const acrossWithin = 35 * DEG;
/** Limbs of a T-pose. */
const tPoseWithin = 25 * DEG;

/**
 * Why joint positions are not a person at rest (standing, arms anywhere but alike); null where they are, or where too little of
 * a person is known to say. Any axis may be up.
 */
function whyNotAtRest(positions: ArrayLike<number>, bones: BoneJoints): string | null {
  const up = trunkDirection(positions, bones);
  const across = acrossDirection(positions, bones);
  if (vec3.length(up) === 0) return null;
  const down = vec3.negate(createVec3(), up);
  for (const side of sides) {
    for (const [from, to] of [
      ['UpperLeg', 'LowerLeg'],
      ['LowerLeg', 'Foot'],
    ] as const) {
      const bone = jointDirection(positions, bones[`${side}${from}`], bones[`${side}${to}`]);
      if (isOff(bone, down, legWithin)) return `the ${side} leg does not point away from the head`;
    }
    const shin = jointDirection(positions, bones[`${side}LowerLeg`], bones[`${side}Foot`]);
    const foot = jointDirection(positions, bones[`${side}Foot`], bones[`${side}Toes`]);
    const isKnown = vec3.length(shin) > 0 && vec3.length(foot) > 0;
    if (isKnown && vec3.angle(shin, foot) < footFrom) return `the ${side} foot goes on straight from its shin`;
  }
  if (vec3.length(across) === 0) return null;
  const lean = Math.abs(vec3.angle(across, up) - 90 * DEG);
  if (lean > acrossWithin) return 'hips and shoulders do not lie across the trunk';
  for (const [from, to, name] of [
    ['UpperArm', 'LowerArm', 'upper arms'],
    ['LowerArm', 'Hand', 'forearms'],
  ] as const) {
    const [left, right] = sides.map((side) =>
      jointDirection(positions, bones[`${side}${from}`], bones[`${side}${to}`]),
    );
    if (isOff(mirrored(left, across), right, mirrorWithin)) return `the ${name} are not each other's mirror image`;
  }
  return null;
}

/** Whether joint positions are a T-pose: a person at rest with both arms out to the sides. */
function isTPose(positions: ArrayLike<number>, bones: BoneJoints): boolean {
  if (whyNotAtRest(positions, bones) !== null) return false;
  const across = acrossDirection(positions, bones);
  return sides.every((side) => {
    const outward = vec3.scale(createVec3(), across, side === 'left' ? 1 : -1);
    const limbs = [
      jointDirection(positions, bones[`${side}UpperArm`], bones[`${side}LowerArm`]),
      jointDirection(positions, bones[`${side}LowerArm`], bones[`${side}Hand`]),
    ];
    return limbs.every((limb) => vec3.length(limb) > 0 && vec3.angle(limb, outward) < tPoseWithin);
  });
}

/** Whether a direction is known, and off another by more than an angle. */
function isOff(direction: ReadonlyVec3, wanted: ReadonlyVec3, within: number): boolean {
  return vec3.length(direction) > 0 && vec3.length(wanted) > 0 && vec3.angle(direction, wanted) > within;
}

function mirrored(direction: ReadonlyVec3, across: ReadonlyVec3): Vec3 {
  return vec3.scaleAndAdd(createVec3(), direction, across, -2 * vec3.dot(direction, across));
}
