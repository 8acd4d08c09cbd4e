import { resampleJoints, resampleMotion, resampleTracking } from '@leib/formats';
import type { Content } from './content.js';

/** The same movement at another rate, over the same time. */
export function resampleContent(content: Content, hz: number): Content {
  return {
    ...content,
    motion: content.motion && resampleMotion(content.motion, hz),
    joints: content.joints && resampleJoints(content.joints, hz),
    tracking: content.tracking && resampleTracking(content.tracking, hz),
  };
}
