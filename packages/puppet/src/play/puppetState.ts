import { createPose, type Pose } from '@leib/core';
import type { PuppetModel } from './puppetModel.js';

/** Where a puppet is now, and everything that must survive to its next frame. One per puppet. */
export interface PuppetState {
  /** Parts: joint 0 is the whole puppet, part i joint i + 1. */
  readonly pose: Pose;
  /** Shift of parts that hang on the whole puppet from their rest place, puppet's frame. Parts x 3. */
  readonly partOffsets: Float64Array;
}

export function createPuppetState(model: PuppetModel): PuppetState {
  const state: PuppetState = {
    pose: createPose(model.skeleton),
    partOffsets: new Float64Array(model.file.parts.length * 3),
  };
  return state;
}
