import {
  buildRigBinding,
  createPose,
  createQuat,
  createVec3,
  fromRigRotations,
  type HumanoidMapping,
  InputError,
  type Motion,
  mapHumanoid,
  type Quat,
  type RawRig,
  type RestCorrection,
  rotationBetween,
} from '@leib/core';
import { FormatError, inFile } from '../formatError.js';
import {
  type BvhBodyPose,
  type BvhBodySource,
  bvhWorldPositions,
  createBvhBodyPose,
  readBvhBodyPose,
  readBvhRestPose,
} from './bvhBodyPose.js';
import type { BvhFile } from './bvhFile.js';
import { buildBvhTurns, guessPositionMeaning, type PositionMeaning } from './bvhLocalPoses.js';
import { guessUnit, type LengthUnit } from './guessUnit.js';
import { inventedFrames } from './inventedFrames.js';
import { type BvhBody, selectBvhBody } from './selectBvhBody.js';

export interface BvhMotionOptions {
  readonly name?: string;
  /** Metres per file unit. Guessed from the size of the body when absent. */
  readonly scale?: number;
  /** Frames to leave out at the front. When absent, a T-pose before the first captured frame is left out. */
  readonly skipFirstFrames?: number;
  /** Frame (of the file) that shows the T-pose, for files whose rest pose is not a pose of the body. */
  readonly restFrame?: number;
  /** How position channels are meant. Guessed when absent. */
  readonly positions?: PositionMeaning;
}

/** What was found, guessed and changed on the way in: for the user to look at. */
export interface BvhReport {
  readonly unit: LengthUnit;
  /** Which joint is which bone; indices are those of the motion's skeleton. */
  readonly mapping: HumanoidMapping;
  /** What of the rest pose was not a T-pose facing +Z. */
  readonly restCorrections: readonly RestCorrection[];
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
  const positions = options.positions ?? guessPositionMeaning(file);
  const body = selectBvhBody(file, positions, notes);
  const skippedFrameCount = firstFrame(file, options, notes);
  const restFrame = checkRestFrame(file, options.restFrame);
  const fileToWorld = createQuat();
  const source: BvhBodySource = { file, body, turns: buildBvhTurns(file), positions, fileToWorld };
  const bodyPose = createBvhBodyPose(file, body);

  readBvhRestPose(source, restFrame, bodyPose);
  const restWorldPositions = bvhWorldPositions(body, bodyPose);
  const mapping = mapHumanoid({ ...body, restWorldPositions });
  const unit: LengthUnit =
    options.scale === undefined
      ? guessUnit({ parents: body.parents, restWorldPositions, bones: mapping.bones })
      : { scale: checkScale(options.scale), name: 'as given', isGuessed: false };
  upTurn(fileToWorld, restWorldPositions, mapping, notes);
  readBvhRestPose(source, restFrame, bodyPose);
  const rig: RawRig = {
    names: body.names,
    parents: body.parents,
    restLocalPositions: standingOffsets(body, bodyPose, unit.scale),
    restLocalRotations: bodyPose.rotations.slice(),
  };
  const binding = inFile('BVH', 'HIERARCHY', () => buildRigBinding(rig, mapping));

  const { skeleton } = binding;
  const frameCount = file.frameCount - skippedFrameCount;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    readBvhBodyPose(source, frame + skippedFrameCount, bodyPose);
    fromRigRotations(binding, bodyPose.rotations, pose);
    for (let k = 0; k < 3; k++) rootPositions[frame * 3 + k] = bodyPose.rootPosition[k] * unit.scale;
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  keepSigns(localRotations, skeleton.jointCount);
  const { frameTimeSeconds } = file;
  const hz = wholeRate(1 / frameTimeSeconds);
  const restCorrections = binding.corrected;
  return {
    motion: { name: options.name ?? 'BVH', skeleton, hz, frameCount, rootPositions, localRotations },
    report: { unit, mapping, restCorrections, skippedFrameCount, frameTimeSeconds, positions, notes },
  };
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

function checkScale(scale: number): number {
  if (scale > 0 && scale < Infinity) return scale;
  throw new InputError('scale', `expected a number above 0, got ${scale}`);
}

function checkRestFrame(file: BvhFile, frame: number | undefined): number | undefined {
  if (frame === undefined || (Number.isInteger(frame) && frame >= 0 && frame < file.frameCount)) return frame;
  throw new InputError('restFrame', `expected a frame from 0 to ${file.frameCount - 1}, got ${frame}`);
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

/** Turn that sets a body upright whose file has another axis than Y up. */
function upTurn(out: Quat, restWorldPositions: Float64Array, { bones }: HumanoidMapping, notes: string[]): void {
  const { hips, head } = bones;
  if (hips === undefined || head === undefined) return;
  const trunk = createVec3();
  for (let k = 0; k < 3; k++) trunk[k] = restWorldPositions[head * 3 + k] - restWorldPositions[hips * 3 + k];
  const axis = [0, 1, 2].reduce((a, b) => (Math.abs(trunk[b]) > Math.abs(trunk[a]) ? b : a));
  if (trunk[axis] === 0 || (axis === 1 && trunk[1] > 0)) return;
  const fileUp = createVec3();
  fileUp[axis] = Math.sign(trunk[axis]);
  notes.push(`up is ${trunk[axis] < 0 ? '-' : '+'}${'XYZ'[axis]} in the file; the world was turned to +Y`);
  rotationBetween(out, fileUp, [0, 1, 0]);
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
