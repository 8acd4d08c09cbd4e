import { defaultStature } from '@leib/body';
import { headHeightOfStature } from '@leib/tracking';
import { createStageSource, type StageSource } from '../stageSource.js';
import { createDemoSource } from './demoMotion.js';
import { KeyframeSource } from './keyframeSource.js';
import type { Performance } from './performance.js';

/** Height of the head joint of the person for whom demo and clips were made, metres. */
export const demoHeadHeight = headHeightOfStature(defaultStature);

/** The demo, for an avatar of any size and shape. */
export function stageDemo(): StageSource {
  return createStageSource(createDemoSource(), { headHeight: demoHeadHeight, isWearer: true });
}

/** A clip of our own making, for an avatar of any size and shape. */
export function stageClip(performance: Performance): StageSource {
  return createStageSource(new KeyframeSource(performance), { headHeight: demoHeadHeight, isWearer: true });
}
