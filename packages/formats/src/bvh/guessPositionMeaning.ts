import { mapHumanoid } from '@leib/core';
import type { BvhFile } from './bvhFile.js';
import { hasPositions, meanBvhPosition, type PositionMeaning, readBvhPosition } from './bvhLocalPoses.js';

/** Hips of who stands, walks or sits are this much of the legs' length above the floor. */
const hipHeights = [0.4, 1.4] as const;
/** ...and go up and down by less than this. */
const mostTravel = 0.8;

/**
 * Programs disagree on whether position channels include the OFFSET. Where they do they lie about the OFFSET, where
 * they do not about zero; joints with an OFFSET of zero do not care. A root travels: there it is the height of the hips that tells.
 */
export function guessPositionMeaning(file: BvhFile): PositionMeaning {
  let fromOffset = 0;
  let fromZero = 0;
  file.joints.forEach((joint, index) => {
    if (index === 0 || !hasPositions(joint)) return;
    const [x, y, z] = meanBvhPosition(file, joint);
    fromOffset += Math.hypot(x - joint.offset[0], y - joint.offset[1], z - joint.offset[2]);
    fromZero += Math.hypot(x, y, z);
  });
  if (fromOffset !== fromZero) return fromOffset < fromZero ? 'replace' : 'add';
  return guessOfRoot(file);
}

/** Absolute positions are the rule: they have the height of hips along an axis that does not travel. */
function guessOfRoot(file: BvhFile): PositionMeaning {
  const [root] = file.joints;
  const mean = meanBvhPosition(file, root);
  const travels = rootTravels(file);
  const legs = legLength(file);
  const isHipHeight = (position: readonly number[]) =>
    position.some((value, axis) => {
      const height = Math.abs(value) / legs;
      return height > hipHeights[0] && height < hipHeights[1] && travels[axis] < mostTravel * legs;
    });
  if (isHipHeight(mean)) return 'replace';
  if (isHipHeight(mean.map((value, axis) => value + root.offset[axis]))) return 'add';
  const fromOffset = Math.hypot(mean[0] - root.offset[0], mean[1] - root.offset[1], mean[2] - root.offset[2]);
  return fromOffset <= Math.hypot(...mean) ? 'replace' : 'add';
}

/** How far the root goes along each axis, file units. */
function rootTravels(file: BvhFile): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const place = new Float64Array(3);
  for (let frame = 0; frame < file.frameCount; frame++) {
    readBvhPosition(file, file.joints[0], frame, 'replace', place);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], place[axis]);
      high[axis] = Math.max(high[axis], place[axis]);
    }
  }
  return [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
}

/** From the hips to a foot along the bones, file units; 0 where the names do not tell. */
function legLength({ joints }: BvhFile): number {
  const names = joints.map(({ name }) => name);
  const { bones } = mapHumanoid({ names, parents: Int16Array.from(joints, ({ parent }) => parent) });
  let length = 0;
  for (let joint = bones.leftFoot ?? -1; joint >= 0 && joint !== bones.hips; joint = joints[joint].parent) {
    length += Math.hypot(...joints[joint].offset);
  }
  return length;
}
