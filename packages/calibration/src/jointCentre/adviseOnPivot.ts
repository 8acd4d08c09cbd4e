import { DEG } from '@leib/core';
import type { RobustPivot } from './robustPivot.js';

/** With fewer samples than this the only advice is to go on. */
const FEWEST_SAMPLES = 30;
/** A turn below this, radians rms, is too small to find a joint: 20 degrees of range are 6 rms. */
const SMALL_SPREAD = 5 * DEG;
/** Residuals above this, metres, are not noise: the tracker slips, or the resting side moved. */
const SLIPPING = 0.008;
const MANY_LOST = 0.85;

/** One sentence for the person who turns the joint, about the worst problem. */
export function adviseOnPivot(
  { spreads, residual, inlierShare, isHinge, axisWorld }: RobustPivot,
  sampleCount: number,
): string {
  if (sampleCount < FEWEST_SAMPLES) return 'Keep turning the joint for a few seconds.';
  if (spreads[1] < SMALL_SPREAD) return 'Turn the joint further, as far as it goes without effort.';
  if (inlierShare < MANY_LOST)
    return 'The tracker jumped or was hidden in between: turn so that it stays in view, and repeat.';
  // The centre is uncertain along this axis; only turning about another axis fixes it.
  const isUpright = Math.abs(axisWorld[1]) > 0.7;
  if (isHinge || spreads[0] < SMALL_SPREAD) {
    const further = isUpright ? 'turn it further up and down as well' : 'turn it further to the sides as well';
    return isHinge
      ? `It turned about one axis only: fine for an elbow or a knee, otherwise ${further}.`
      : `It turned mostly about one axis: ${further}.`;
  }
  if (residual > SLIPPING)
    return 'The samples disagree: fasten the tracker, keep the rest of the limb still, and repeat.';
  return 'Good: nothing to improve.';
}
