import {
  buildRetarget,
  createPose,
  type Motion,
  motionDuration,
  retargetPose,
  type Skeleton,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';

const HZ = 90;

/** A clip of any actor as one of a body's own skeleton, as far as it is wanted, seconds. */
export function clipForBody(motion: Motion, skeleton: Skeleton, mostSeconds: number): Motion {
  const retarget = buildRetarget(motion.skeleton, skeleton);
  const frameCount = Math.floor(Math.min(mostSeconds, motionDuration(motion)) * HZ) + 1;
  const [from, to] = [createPose(motion.skeleton), createPose(skeleton)];
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    sampleMotion(motion, frame / HZ, from);
    updateWorldPose(motion.skeleton, from);
    retargetPose(retarget, from, to);
    rootPositions.set(to.rootPosition, frame * 3);
    localRotations.set(to.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name: motion.name, skeleton, hz: HZ, frameCount, rootPositions, localRotations };
}
