import { type Motion, motionDuration, motionOfTrack, resampleTrack, trackOfMotion } from '@leib/core';
import { countFrames } from '../limits/fileLimits.js';

/**
 * The same movement at another rate, over the same time. Frames whose time both rates share are copied bit for bit;
 * a motion that has the rate already comes back itself.
 */
export function resampleMotion(motion: Motion, hz: number): Motion {
  if (hz === motion.hz) return motion;
  const { skeleton, name, frameCount } = motion;
  const numbersPerFrame = skeleton.jointCount * 4 + 3;
  const sourceNumbers = frameCount * numbersPerFrame;
  const count = countFrames({ seconds: motionDuration(motion), hz, sourceNumbers, numbersPerFrame });
  return motionOfTrack(resampleTrack(trackOfMotion(motion), hz, count), name, skeleton);
}
