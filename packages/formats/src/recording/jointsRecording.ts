import { SMPL_JOINT_COUNT } from '@leib/core';

/** A body's movement as the field measures it: the 22 SMPL joints in the world. Read-only after loading. */
export interface JointsRecording {
  /** Nominal rate; the true times stand with the frames. */
  readonly hz: number;
  readonly frameCount: number;
  /** Seconds, never falling. frameCount entries. */
  readonly times: Float64Array;
  /** World positions, metres. frameCount x 66. */
  readonly positions: Float64Array;
  /** World rotations relative to the T-pose, unit quaternions. frameCount x 88. */
  readonly rotations: Float64Array;
}

/** The 22 joints at one moment. One per player, overwritten every frame. */
export interface JointsFrame {
  timeSeconds: number;
  /** World positions, metres. 66 numbers. */
  readonly positions: Float64Array;
  /** World rotations. 88 numbers. */
  readonly rotations: Float64Array;
}

export function createJointsFrame(): JointsFrame {
  const rotations = new Float64Array(SMPL_JOINT_COUNT * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return { timeSeconds: 0, positions: new Float64Array(SMPL_JOINT_COUNT * 3), rotations };
}

/** Copies one recorded frame, bit for bit. */
export function readJointsFrame(recording: JointsRecording, frameIndex: number, out: JointsFrame): void {
  const { times, positions, rotations } = recording;
  out.timeSeconds = times[frameIndex];
  for (let k = 0; k < out.positions.length; k++) out.positions[k] = positions[frameIndex * out.positions.length + k];
  for (let k = 0; k < out.rotations.length; k++) out.rotations[k] = rotations[frameIndex * out.rotations.length + k];
}

/**
 * Writes the joints at a time on the recorder's clock, clamped to the recording. A recorded time gives that frame bit
 * for bit; between two, positions go straight and rotations along the normalised chord.
 */
export function sampleJoints(recording: JointsRecording, clockSeconds: number, out: JointsFrame): void {
  const { frameCount, times, positions, rotations } = recording;
  if (frameCount === 0) return;
  const clock = Math.min(Math.max(clockSeconds, times[0]), times[frameCount - 1]);
  let frame = 0;
  for (let high = frameCount - 1; frame < high; ) {
    const middle = (frame + high + 1) >> 1;
    if (times[middle] <= clock) frame = middle;
    else high = middle - 1;
  }
  const next = Math.min(frame + 1, frameCount - 1);
  const span = times[next] - times[frame];
  const amount = span > 0 ? (clock - times[frame]) / span : 0;
  out.timeSeconds = clock;
  for (let k = 0; k < SMPL_JOINT_COUNT * 3; k++) {
    const a = positions[frame * SMPL_JOINT_COUNT * 3 + k];
    out.positions[k] = a + (positions[next * SMPL_JOINT_COUNT * 3 + k] - a) * amount;
  }
  for (let joint = 0; joint < SMPL_JOINT_COUNT; joint++) {
    const a = (frame * SMPL_JOINT_COUNT + joint) * 4;
    const b = (next * SMPL_JOINT_COUNT + joint) * 4;
    mixRotation(rotations, a, b, amount, out.rotations, joint * 4);
  }
}

function mixRotation(from: Float64Array, a: number, b: number, amount: number, out: Float64Array, at: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += from[a + k] * from[b + k];
  const toB = dot < 0 ? -amount : amount;
  let lengthSq = 0;
  for (let k = 0; k < 4; k++) {
    const value = amount === 0 ? from[a + k] : from[a + k] * (1 - amount) + from[b + k] * toB;
    out[at + k] = value;
    lengthSq += value * value;
  }
  if (amount === 0) return;
  const scale = 1 / Math.sqrt(lengthSq);
  for (let k = 0; k < 4; k++) out[at + k] *= scale;
}
