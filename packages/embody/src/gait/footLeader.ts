import type { BodyState } from '../bodyState.js';
import { footPoints } from '../limb/worldJoint.js';

/**
 * Who leads a foot: a tracker on it that counts fully; the prior, whose proposal stepLedFeet() carries out; or the
 * gait's own rules, stepGait(). A tracker that counts in part blends into what the other two do.
 */
export type FootLeader = 'tracker' | 'prior' | 'rules';

export function footLeader({ targets, guidance }: BodyState, side: number): FootLeader {
  if (targets.weights[footPoints[side]] >= 1) return 'tracker';
  return guidance.leadsFeet ? 'prior' : 'rules';
}
