import { copyPose, createPose, type Pose, type Skeleton, smoothStep, updateWorldPose } from '@leib/core';
import { addGap, createPoseGap, keepShown, measureGap, type PoseGap } from '../lod/poseGap.js';

const FADE_SECONDS = 0.3;

/** What is shown of a body whose solver may change: what differs at the change fades out. */
export interface PoseFade {
  readonly shown: Pose;
  /** From what is solved to what was shown. */
  readonly gap: PoseGap;
  sinceSeconds: number;
  /** Measure the gap with the next pose. */
  isNew: boolean;
  /** Something has been shown: before, there is nothing to fade from. */
  hasShown: boolean;
}

export function createPoseFade(skeleton: Skeleton): PoseFade {
  const gap = createPoseGap(skeleton);
  return { shown: createPose(skeleton), gap, sinceSeconds: FADE_SECONDS, isNew: false, hasShown: false };
}

/** The solver is another one from the next pose on. */
export function startPoseFade(fade: PoseFade): void {
  fade.isNew = fade.hasShown;
}

/** Shows a pose that was just solved. */
export function stepPoseFade(skeleton: Skeleton, fade: PoseFade, pose: Pose, dtSeconds: number): void {
  const { shown, gap } = fade;
  if (fade.isNew) {
    keepShown(gap, shown);
    measureGap(gap, pose);
  }
  fade.sinceSeconds = fade.isNew ? 0 : fade.sinceSeconds + dtSeconds;
  fade.isNew = false;
  copyPose(shown, pose);
  fade.hasShown = true;
  const amount = 1 - smoothStep(fade.sinceSeconds / FADE_SECONDS);
  if (amount === 0) return;
  addGap(gap, shown, amount);
  updateWorldPose(skeleton, shown);
}
