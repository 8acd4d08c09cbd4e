import type { BvhFile } from './bvhFile.js';

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
export function inventedFrames(file: BvhFile): 0 | 1 {
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
