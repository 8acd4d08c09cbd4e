import { createPose, type Motion, motionDuration, sampleMotion } from '@leib/core';
import { countFrames } from '../limits/fileLimits.js';

/**
 * The same movement at another rate, over the same time. Frames whose time both rates share are copied bit for bit;
 * a motion that has the rate already comes back itself.
 */
export function resampleMotion(motion: Motion, hz: number): Motion {
  if (hz === motion.hz) return motion;
  const { skeleton } = motion;
  const size = skeleton.jointCount * 4;
  const step = motion.hz / hz;
  const frames = {
    seconds: motionDuration(motion),
    hz,
    sourceNumbers: motion.frameCount * (size + 3),
    numbersPerFrame: size + 3,
  };
  const frameCount = countFrames(frames);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * size);
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    const nearest = Math.round(frame * step);
    if (Math.abs(frame * step - nearest) < 1e-9) {
      rootPositions.set(motion.rootPositions.subarray(nearest * 3, nearest * 3 + 3), frame * 3);
      localRotations.set(motion.localRotations.subarray(nearest * size, (nearest + 1) * size), frame * size);
    } else {
      sampleMotion(motion, frame / hz, pose);
      rootPositions.set(pose.rootPosition, frame * 3);
      localRotations.set(pose.localRotations, frame * size);
    }
  }
  return { name: motion.name, skeleton, hz, frameCount, rootPositions, localRotations };
}
