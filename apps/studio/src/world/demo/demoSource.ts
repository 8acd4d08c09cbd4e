import { demoPerformance } from './demoMotion.js';
import { createKeyframeSource, type KeyframeSource } from './keyframeSource.js';

/** Our own little performance in front of the mirror. */
export function createDemoSource(): KeyframeSource {
  return createKeyframeSource(demoPerformance);
}
