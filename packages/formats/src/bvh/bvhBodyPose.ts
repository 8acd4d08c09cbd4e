import { createQuat, createVec3, type Quat, quat, type ReadonlyQuat, type Vec3, vec3 } from '@leib/core';
import { type BvhTurns, type PositionMeaning, readBvhPosition, readBvhRotations } from './bvhLocalPoses.js';
import type { BvhFile } from './parseBvh.js';
import type { BvhBody } from './selectBvhBody.js';

/** A body in one frame of a file: its root in the world, its other joints in parent space. File units. */
export interface BvhBodyPose {
  readonly rootPosition: Vec3;
  /** World space for the root, parent space below. bodyCount x 4. */
  readonly rotations: Float64Array;
  /** Rotations of all joints of the file, those above the body included. Scratch of the readers. */
  readonly fileRotations: Float64Array;
}

export function createBvhBodyPose(file: BvhFile, body: BvhBody): BvhBodyPose {
  return {
    rootPosition: createVec3(),
    rotations: new Float64Array(body.names.length * 4),
    fileRotations: new Float64Array(file.joints.length * 4),
  };
}

/** What a reader needs to know besides the frame. */
export interface BvhBodySource {
  readonly file: BvhFile;
  readonly body: BvhBody;
  readonly turns: BvhTurns;
  readonly positions: PositionMeaning;
  /** Takes the file's up to +Y. */
  readonly fileToWorld: ReadonlyQuat;
  /** The file is the mirror image of a person: its X axis is turned round. The body's offsets are already. */
  readonly isMirrored: boolean;
}

/** The body in a frame. */
export function readBvhBodyPose(source: BvhBodySource, frame: number, out: BvhBodyPose): void {
  readRotations(source, frame, out);
  placeRoot(source, frame, out);
}

/** The body at rest: OFFSETs alone; with the rotations of a frame where `restFrame` names one. */
export function readBvhRestPose(source: BvhBodySource, restFrame: number | null, out: BvhBodyPose): void {
  if (restFrame === null) {
    out.fileRotations.fill(0);
    for (let w = 3; w < out.fileRotations.length; w += 4) out.fileRotations[w] = 1;
  } else {
    readRotations(source, restFrame, out);
  }
  placeRoot(source, null, out);
}

function readRotations({ file, turns, isMirrored }: BvhBodySource, frame: number, out: BvhBodyPose): void {
  readBvhRotations(file, turns, frame, out.fileRotations);
  if (!isMirrored) return;
  // In a mirror across X a turn about X stays, and turns about the other axes go the other way.
  for (let at = 0; at < out.fileRotations.length; at += 4) {
    out.fileRotations[at + 1] *= -1;
    out.fileRotations[at + 2] *= -1;
  }
}

// Scratch, written before it is read in every call.
const local = createVec3() as Float64Array;
const rootRotation: Quat = createQuat();

/** Walks from the file's ROOT to the body's, through whatever joints lie between. */
function placeRoot(source: BvhBodySource, frame: number | null, out: BvhBodyPose): void {
  const { file, body, positions, fileToWorld, isMirrored } = source;
  const { rootPosition, rotations, fileRotations } = out;
  quat.copy(rootRotation, fileToWorld);
  vec3.set(rootPosition, 0, 0, 0);
  for (const index of body.rootChain) {
    const joint = file.joints[index];
    if (frame === null) local.set(joint.offset);
    else readBvhPosition(file, joint, frame, positions, local);
    if (isMirrored) local[0] *= -1;
    vec3.transformQuat(local, local, rootRotation);
    vec3.add(rootPosition, rootPosition, local);
    quat.multiply(rootRotation, rootRotation, fileRotations.subarray(index * 4, index * 4 + 4));
  }
  body.fileJoints.forEach((joint, i) => {
    for (let k = 0; k < 4; k++) rotations[i * 4 + k] = fileRotations[joint * 4 + k];
  });
  rotations.set(rootRotation as Float64Array);
}

/** Forward kinematics of a body, file units. bodyCount x 3. */
export function bvhWorldPositions({ parents, restOffsets }: BvhBody, pose: BvhBodyPose): Float64Array {
  const worldPositions = new Float64Array(parents.length * 3);
  const worldRotations = pose.rotations.slice();
  worldPositions.set(pose.rootPosition as Float64Array);
  for (let joint = 1; joint < parents.length; joint++) {
    const parent = parents[joint];
    const parentRotation = worldRotations.subarray(parent * 4, parent * 4 + 4);
    const position = worldPositions.subarray(joint * 3, joint * 3 + 3);
    vec3.transformQuat(position, restOffsets.subarray(joint * 3, joint * 3 + 3), parentRotation);
    vec3.add(position, position, worldPositions.subarray(parent * 3, parent * 3 + 3));
    const rotation = worldRotations.subarray(joint * 4, joint * 4 + 4);
    quat.multiply(rotation, parentRotation, rotation);
  }
  return worldPositions;
}
