import {
  buildRigBinding,
  createPose,
  fromRigRotations,
  type HumanoidMapping,
  InputError,
  type Motion,
  type RigBinding,
} from '@leib/core';
import { FormatError, inFile } from '../formatError.js';
import { type ByteSource, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import { axisName, turnToY, type UpAxis, upAxes } from '../upAxis.js';
import { type AssumedRest, assumeBvh, type BvhRest } from './assumeBvh.js';
import {
  type BvhBodyPose,
  type BvhBodySource,
  bvhWorldPositions,
  createBvhBodyPose,
  readBvhBodyPose,
} from './bvhBodyPose.js';
import { buildBvhTurns, type PositionMeaning } from './bvhLocalPoses.js';
import type { AssumedUp } from './findUp.js';
import { guessPositionMeaning, guessUnit, type LengthUnit } from './guessUnit.js';
import type { BoneNames } from './mapBvhBones.js';
import type { BvhFile } from './parseBvh.js';
import { parseBvh } from './parseBvh.js';
import { type BvhBody, selectBvhBody } from './selectBvhBody.js';

export interface BvhMotionOptions {
  readonly name?: string;
  /** Metres per file unit. Guessed from the size of the body when absent. */
  readonly scale?: number;
  /** Axis of the file that points up. Found from the frames and the rest pose when absent. */
  readonly up?: UpAxis;
  /**
   * The rest pose: that of the OFFSETs, one worked out from all frames, or a frame (of the file) that shows a T-pose. When absent, the OFFSETs
   * where they are a body at rest.
   */
  readonly rest?: BvhRest;
  /** Joints of bones by name, where the names of the file say something else. */
  readonly bones?: BoneNames;
  /** Whether the file is the mirror image of a person. Found from feet and knees when absent. */
  readonly isMirrored?: boolean;
  /** Frames to leave out at the front. When absent, a T-pose before the first captured frame is left out. */
  readonly skipFirstFrames?: number;
  /** How position channels are meant. Guessed when absent. */
  readonly positions?: PositionMeaning;
}

/** What was found, guessed and changed on the way in: for the user to look at. */
export interface BvhReport {
  readonly unit: LengthUnit;
  readonly up: AssumedUp;
  readonly rest: AssumedRest;
  readonly isMirrored: boolean;
  /** Which joint is which bone; indices are those of the motion's skeleton. */
  readonly mapping: HumanoidMapping;
  /** What of the rest pose was not a T-pose facing +Z. */
  readonly restCorrections: RigBinding['corrected'];
  readonly skippedFrameCount: number;
  /** As in the file; the motion's hz is its inverse, rounded where it was meant to be whole. */
  readonly frameTimeSeconds: number;
  readonly positions: PositionMeaning;
  /** Everything else, in words. */
  readonly notes: readonly string[];
}

export interface BvhMotion {
  readonly motion: Motion;
  readonly report: BvhReport;
}

/** A file's movement on the normalised skeleton: T-pose facing +Z, metres, Y up, rotations away from the T-pose. */
export function motionFromBvh(file: BvhFile, options: BvhMotionOptions = {}): BvhMotion {
  const notes: string[] = [...file.renamed];
  checkOptions(file, options);
  const positions = options.positions ?? guessPositionMeaning(file);
  const body = selectBvhBody(file, positions, notes);
  const skippedFrameCount = firstFrame(file, options, notes);
  const assumed = assumeBvh({ file, body, turns: buildBvhTurns(file), positions }, skippedFrameCount, options);
  const { source, mapping, up, rest, restPose } = assumed;
  const unit: LengthUnit =
    options.scale === undefined
      ? guessUnit({ ...mapping, parents: body.parents, restWorldPositions: bvhWorldPositions(source.body, restPose) })
      : { scale: options.scale, name: 'as given', isGuessed: false };
  if (up.axis !== 'y' && up.from !== 'given') {
    notes.push(`up is ${axisName(up.axis)} in the file; the world was turned to +Y`);
  }
  if (source.isMirrored) notes.push('left and right are exchanged in the file; it was mirrored');
  const binding = inFile('BVH', 'HIERARCHY', () =>
    buildRigBinding(
      {
        names: body.names,
        parents: body.parents,
        restLocalPositions: standingOffsets(source.body, restPose, unit.scale),
        restLocalRotations: restPose.rotations,
      },
      mapping,
    ),
  );
  const name = options.name ?? 'BVH';
  const motion = readFrames(
    { ...source, fileToWorld: turnToY(assumed.upInSource) },
    binding,
    skippedFrameCount,
    unit.scale,
  );
  const { frameTimeSeconds } = file;
  return {
    motion: { name, hz: wholeRate(1 / frameTimeSeconds), ...motion },
    report: {
      unit,
      up,
      rest,
      isMirrored: source.isMirrored,
      mapping,
      restCorrections: binding.corrected,
      skippedFrameCount,
      frameTimeSeconds,
      positions,
      notes,
    },
  };
}

/** All frames after those that are left out. */
function readFrames(
  source: BvhBodySource,
  binding: RigBinding,
  skippedFrameCount: number,
  scale: number,
): Omit<Motion, 'name' | 'hz'> {
  const { skeleton } = binding;
  const frameCount = source.file.frameCount - skippedFrameCount;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const bodyPose = createBvhBodyPose(source.file, source.body);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    readBvhBodyPose(source, frame + skippedFrameCount, bodyPose);
    fromRigRotations(binding, bodyPose.rotations, pose);
    for (let k = 0; k < 3; k++) rootPositions[frame * 3 + k] = bodyPose.rootPosition[k] * scale;
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  keepSigns(localRotations, skeleton.jointCount);
  return { skeleton, frameCount, rootPositions, localRotations };
}

/** Offsets in metres; a body whose root lies at the origin is set on its feet. */
function standingOffsets(body: BvhBody, restPose: BvhBodyPose, scale: number): Float64Array {
  const offsets = body.restOffsets.map((offset) => offset * scale);
  const heights = bvhWorldPositions(body, restPose).filter((_, i) => i % 3 === 1);
  const lowest = heights.reduce((a, b) => Math.min(a, b));
  offsets[0] = restPose.rootPosition[0] * scale;
  offsets[1] = (restPose.rootPosition[1] - lowest) * scale;
  offsets[2] = restPose.rootPosition[2] * scale;
  return offsets;
}

function checkOptions(file: BvhFile, { scale, up, rest }: BvhMotionOptions): void {
  if (scale !== undefined && !(scale > 0 && scale < Infinity)) {
    throw new InputError('scale', `expected a number above 0, got ${scale}`);
  }
  if (up !== undefined && !upAxes.includes(up)) {
    throw new InputError('up', `expected one of ${upAxes.join(', ')}, got ${up}`);
  }
  const isFrame = Number.isInteger(rest) && Number(rest) >= 0 && Number(rest) < file.frameCount;
  if (rest !== undefined && rest !== 'offsets' && rest !== 'frames' && !isFrame) {
    throw new InputError(
      'rest',
      `expected "offsets", "frames" or a frame from 0 to ${file.frameCount - 1}, got ${rest}`,
    );
  }
}

function firstFrame(file: BvhFile, options: BvhMotionOptions, notes: string[]): number {
  const { skipFirstFrames } = options;
  if (skipFirstFrames === undefined) {
    const invented = inventedFrames(file);
    if (invented > 0) notes.push('the first frame is a T-pose that was not captured; it is left out');
    return invented;
  }
  if (!Number.isInteger(skipFirstFrames) || skipFirstFrames < 0) {
    throw new InputError('skipFirstFrames', `expected a whole number, got ${skipFirstFrames}`);
  }
  if (skipFirstFrames >= file.frameCount) {
    throw new FormatError(
      'BVH',
      '',
      `expected more than ${skipFirstFrames} frames (skipFirstFrames), got ${file.frameCount}`,
    );
  }
  return skipFirstFrames;
}

/** Files write 1/120 with a few digits (.0083333): a rate within 0.05 % of a whole one was meant to be it. */
function wholeRate(hz: number): number {
  const whole = Math.round(hz);
  return whole > 0 && Math.abs(hz - whole) < 5e-4 * whole ? whole : hz;
}

/** A quaternion and its negative are the same turn: frames that follow each other take the nearer one. */
function keepSigns(rotations: Float64Array, jointCount: number): void {
  const size = jointCount * 4;
  for (let at = size; at < rotations.length; at += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += rotations[at + k] * rotations[at - size + k];
    if (dot < 0) for (let k = 0; k < 4; k++) rotations[at + k] = -rotations[at + k];
  }
}

/** Reads a BVH file, gzip'd or not. Throws FormatError with line and reason. */
export async function readBvh(source: ByteSource, options: BvhMotionOptions = {}): Promise<BvhMotion> {
  return motionFromBvh(parseBvh(await gunzipIfNeeded(await toBytes(source))), options);
}

/** An angle that changes by more than this from one frame to the next has jumped, degrees. */
const jumpDeg = 2;
/** The first frame is invented when at least this share of the angles jumps after it... */
const jumpedPart = 0.1;
/** ...and at least this many times as many as after the second frame. */
const jumpRatio = 4;

/**
 * How many frames at the front were put there by a converter: CMU's BVH release begins with a T-pose at the very place
 * of the first captured frame. Recognised by a root that does not move at all in that step while the joints jump.
 * Angles are counted, not added up: a single one may go from 180 to -180.
 */
function inventedFrames(file: BvhFile): 0 | 1 {
  if (file.frameCount < 3) return 0;
  const { channelCount, values } = file;
  let angleCount = 0;
  let firstJumps = 0;
  let secondJumps = 0;
  let isRootStill = true;
  let isRootMovingLater = false;
  file.joints.forEach(({ channels, firstChannel }, joint) => {
    channels.forEach((channel, c) => {
      const at = firstChannel + c;
      const firstStep = Math.abs(values[channelCount + at] - values[at]);
      const secondStep = Math.abs(values[2 * channelCount + at] - values[channelCount + at]);
      if (channel.endsWith('rotation')) {
        angleCount++;
        if (firstStep > jumpDeg) firstJumps++;
        if (secondStep > jumpDeg) secondJumps++;
      } else if (joint === 0) {
        if (firstStep !== 0) isRootStill = false;
        if (secondStep !== 0) isRootMovingLater = true;
      }
    });
  });
  const isJump = firstJumps > jumpedPart * angleCount && firstJumps > jumpRatio * secondJumps;
  return isRootStill && isRootMovingLater && isJump ? 1 : 0;
}
