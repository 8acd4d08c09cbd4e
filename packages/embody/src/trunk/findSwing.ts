import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { defaultTrunkSettings } from './trunkSettings.js';
import type { TrunkState } from './trunkState.js';

/** The swing that is in what the prior proposes, as in our settings: its slope over the steps of walking clips. */
const learnedSwing = { hips: -0.11, shoulders: 0.11 } as const;
const { swing: ownSwing } = defaultTrunkSettings;

/**
 * By how much the steps turn hips and shoulders: so much per metre that the left foot is ahead of the right one (eq.
 * 6.22: swing = dLeft - dRight), as the last frame left them. What the rules turn them by is in state.ruleSwing; what the
 * prior proposes swings already, and is turned by state.priorSwing: what the settings want otherwise. The sum is
 * body.swing.
 */
export function findSwing({ settings }: TrunkModel, { ruleSwing, priorSwing }: TrunkState, body: BodyState): void {
  const { isOn, hips, shoulders } = settings.swing;
  const ahead = leftFootAhead(body);
  ruleSwing.hipYaw = isOn ? ahead * hips : 0;
  ruleSwing.shoulderYaw = isOn ? ahead * shoulders : 0;
  const learnedHipYaw = ahead * learnedSwing.hips;
  const learnedShoulderYaw = ahead * learnedSwing.shoulders;
  priorSwing.hipYaw = isOn ? ahead * (hips - ownSwing.hips) : -learnedHipYaw;
  priorSwing.shoulderYaw = isOn ? ahead * (shoulders - ownSwing.shoulders) : -learnedShoulderYaw;
  const { trunkWeight } = body.guidance;
  const rest = 1 - trunkWeight;
  body.swing.hipYaw = rest * ruleSwing.hipYaw + trunkWeight * (learnedHipYaw + priorSwing.hipYaw);
  body.swing.shoulderYaw = rest * ruleSwing.shoulderYaw + trunkWeight * (learnedShoulderYaw + priorSwing.shoulderYaw);
}

/** How far the left foot is ahead of the right one, where the body faces, metres. A person who goes sideways does not swing. */
function leftFootAhead({ feet, heading, travel, isPlaced }: BodyState): number {
  if (!isPlaced) return 0;
  const sin = Math.sin(heading.yaw);
  const cos = Math.cos(heading.yaw);
  const along = sin * travel.directionWorld[0] + cos * travel.directionWorld[2];
  const left = feet[0].ankleWorld;
  const right = feet[1].ankleWorld;
  const ahead = (sin * (left[0] - right[0]) + cos * (left[2] - right[2])) * along * along;
  // Feet that are nowhere must not take the trunk along.
  return ahead > -2 && ahead < 2 ? ahead : 0;
}

/** A row's part of a swing, radians about up: the hips' below, the shoulders' at the chest, none at the head, which is tracked. */
export function swingOfRow(
  { chestShares, headShares }: TrunkModel,
  { hipYaw, shoulderYaw }: BodyState['swing'],
  row: number,
): number {
  return (hipYaw + (shoulderYaw - hipYaw) * chestShares[row]) * (1 - headShares[row]);
}
