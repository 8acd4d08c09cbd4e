import {
  createPose,
  createQuat,
  createVec3,
  jointOfBone,
  lerp,
  type Motion,
  type Pose,
  type Quat,
  quat,
  type Skeleton,
  sampleMotion,
  smoothStep,
  updateWorldPose,
  type Vec3,
  vec3,
  yawOf,
} from '@leib/core';

/** A stretch of a take at its time and place in the combination. */
export interface PlacedPiece {
  /** The take, on the combination's skeleton. */
  readonly motion: Motion;
  /** Seconds of the take. */
  readonly from: number;
  readonly to: number;
  /** When it begins in the combination, and how long it overlaps the piece before it, seconds. */
  readonly start: number;
  readonly blend: number;
  /** Turn about +Y, then move: from where it was recorded to where it goes on. */
  readonly turn: Quat;
  readonly move: Vec3;
}

export function endOfPiece({ start, from, to }: PlacedPiece): number {
  return start + to - from;
}

/** Two poses to blend, one of them for the caller. */
export interface PieceSampler {
  readonly pieces: readonly PlacedPiece[];
  readonly before: Pose;
}

export function createPieceSampler(skeleton: Skeleton, pieces: readonly PlacedPiece[]): PieceSampler {
  return { pieces, before: createPose(skeleton) };
}

/** The combination's pose at a time, before layers; local rotations and root only. */
export function samplePieces({ pieces, before }: PieceSampler, time: number, out: Pose): void {
  let index = 0;
  while (index + 1 < pieces.length && pieces[index + 1].start <= time) index++;
  const piece = pieces[index];
  samplePiece(piece, time, out);
  if (index === 0 || time >= piece.start + piece.blend) return;
  samplePiece(pieces[index - 1], time, before);
  mixPoses(before, out, smoothStep(time, piece.start, piece.start + piece.blend), out);
}

function samplePiece({ motion, from, start, turn, move }: PlacedPiece, time: number, out: Pose): void {
  sampleMotion(motion, from + time - start, out);
  vec3.transformQuat(out.rootPosition, out.rootPosition, turn);
  vec3.add(out.rootPosition, out.rootPosition, move);
  const root = out.localRotations.subarray(0, 4);
  quat.multiply(root, turn, root);
}

/** Between two poses, by an amount from 0 (the first) to 1. */
export function mixPoses(a: Pose, b: Pose, amount: number, out: Pose): void {
  for (let k = 0; k < 3; k++) out.rootPosition[k] = lerp(a.rootPosition[k], b.rootPosition[k], amount);
  for (let at = 0; at < out.localRotations.length; at += 4) {
    mixRotation(out.localRotations, at, a.localRotations, b.localRotations, amount);
  }
}

const [rotationA, rotationB] = [createQuat(), createQuat()];

/** The same for one rotation of two lists, the short way round. */
export function mixRotation(out: Float64Array, at: number, a: Float64Array, b: Float64Array, amount: number): void {
  for (let k = 0; k < 4; k++) {
    rotationA[k] = a[at + k];
    rotationB[k] = b[at + k];
  }
  quat.slerp(rotationA, rotationA, rotationB, amount);
  for (let k = 0; k < 4; k++) out[at + k] = rotationA[k];
}

/** How a take is turned and moved so that at one of its times the hips are where, and head where, another pose has them. */
export function placeAt(goal: Pose, motion: Motion, time: number): { readonly turn: Quat; readonly move: Vec3 } {
  const { skeleton } = motion;
  const pose = createPose(skeleton);
  sampleMotion(motion, time, pose);
  updateWorldPose(skeleton, pose);
  updateWorldPose(skeleton, goal);
  const turn = createQuat();
  quat.setAxisAngle(turn, [0, 1, 0], headingOf(skeleton, goal) - headingOf(skeleton, pose));
  const move = createVec3();
  vec3.transformQuat(move, hipsOf(skeleton, pose), turn);
  vec3.subtract(move, hipsOf(skeleton, goal), move);
  move[1] = 0;
  return { turn, move };
}

/** Heading of the hips about +Y. World arrays must be current. */
export function headingOf(skeleton: Skeleton, { worldRotations }: Pose): number {
  const hips = Math.max(0, jointOfBone(skeleton, 'hips'));
  return yawOf(worldRotations.subarray(hips * 4, hips * 4 + 4));
}

function hipsOf(skeleton: Skeleton, { worldPositions }: Pose): Float64Array {
  const hips = Math.max(0, jointOfBone(skeleton, 'hips'));
  return worldPositions.subarray(hips * 3, hips * 3 + 3);
}
