import {
  type BoneJoints,
  createQuat,
  type HumanoidMapping,
  mapHumanoid,
  multiplyInverseFlat,
  type Quat,
  vec3,
} from '@leib/core';
import { nearestUpAxis, turnToY, type UpAxis } from '../upAxis.js';
import { isMirrored, trunkDirection } from './bodyAxes.js';
import {
  type BvhBodyPose,
  type BvhBodySource,
  bvhWorldPositions,
  createBvhBodyPose,
  readBvhBodyPose,
  readBvhRestPose,
} from './bvhBodyPose.js';
import { type BvhSamples, jointVector, sampleBvhBody, samplePositions } from './bvhSamples.js';
import { type AssumedUp, findUp } from './findUp.js';
import { isTPose, whyNotAtRest } from './judgeRestPose.js';
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
