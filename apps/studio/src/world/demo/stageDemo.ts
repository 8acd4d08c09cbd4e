import { defaultStature } from '@leib/body';
import { headHeightOfStature } from '@leib/tracking';
import { createStageSource, type StageSource } from '../stageSource.js';
import { createDemoSource } from './demoSource.js';

/** Height of the head joint of the person for whom the demo was made, metres. */
export const demoHeadHeight = headHeightOfStature(defaultStature);

/** The demo, for an avatar of any size and shape. */
export function stageDemo(): StageSource {
  return createStageSource(createDemoSource(), { headHeight: demoHeadHeight });
}
