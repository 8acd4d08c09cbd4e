import { turnAbout } from './euler.js';
import type { BvhChannel, BvhFile, BvhJoint } from './parseBvh.js';

export const axisOf: Readonly<Record<BvhChannel, number>> = {
  Xposition: 0,
  Yposition: 1,
  Zposition: 2,
  Xrotation: 0,
  Yrotation: 1,
  Zrotation: 2,
};

/** The rotation channels of a file as flat triples (joint, axis, place in the frame), in the order of multiplication. */
export type BvhTurns = Int32Array;

export function buildBvhTurns({ joints }: BvhFile): BvhTurns {
  return Int32Array.from(
    joints.flatMap(({ channels, firstChannel }, joint) =>
      channels.flatMap((channel, c) => (isRotation(channel) ? [joint, axisOf[channel], firstChannel + c] : [])),
    ),
  );
}

/** Joint rotations of one frame, parent space: R = R_first * R_second * R_third, in channel order. jointCount x 4. */
export function readBvhRotations(file: BvhFile, turns: BvhTurns, frame: number, out: Float64Array): void {
  const { values, channelCount } = file;
  out.fill(0);
  for (let w = 3; w < out.length; w += 4) out[w] = 1;
  const from = frame * channelCount;
  for (let i = 0; i < turns.length; i += 3) turnAbout(out, turns[i] * 4, turns[i + 1], values[from + turns[i + 2]]);
}

/** How position channels are meant: as the joint's whole local position, or on top of its OFFSET. */
export type PositionMeaning = 'replace' | 'add';

/** A joint's local position in one frame, file units. */
export function readBvhPosition(
  file: BvhFile,
  joint: BvhJoint,
  frame: number,
  meaning: PositionMeaning,
  out: Float64Array,
): void {
  for (let k = 0; k < 3; k++) out[k] = joint.offset[k];
  const from = frame * file.channelCount + joint.firstChannel;
  joint.channels.forEach((channel, c) => {
    if (isRotation(channel)) return;
    const axis = axisOf[channel];
    const value = file.values[from + c];
    out[axis] = meaning === 'add' ? joint.offset[axis] + value : value;
  });
}

export function hasPositions({ channels }: BvhJoint): boolean {
  return channels.some((channel) => !isRotation(channel));
}

/** Mean of a joint's position channels, file units; channels that are missing count as zero. */
export function meanBvhPosition(file: BvhFile, joint: BvhJoint): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  joint.channels.forEach((channel, c) => {
    if (isRotation(channel)) return;
    let sum = 0;
    for (let frame = 0; frame < file.frameCount; frame++) {
      sum += file.values[frame * file.channelCount + joint.firstChannel + c];
    }
    mean[axisOf[channel]] = sum / file.frameCount;
  });
  return mean;
}

export function isRotation(channel: BvhChannel): boolean {
  return channel.endsWith('rotation');
}
