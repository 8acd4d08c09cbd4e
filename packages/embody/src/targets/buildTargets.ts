import type { Skeleton } from '@leib/core';
import { checkLockMode, trunkReach } from './lockModes.js';
import { defaultTargetsSettings, type TargetsSettings } from './targetsSettings.js';

/** What stepTargets() needs to know of a body. */
export interface TargetsModel {
  readonly settings: TargetsSettings;
  /** Hips and head are at most this far apart, metres. */
  readonly trunkReach: number;
}

export function buildTargets(skeleton: Skeleton, settings: TargetsSettings = defaultTargetsSettings): TargetsModel {
  checkLockMode(settings.lockMode);
  return { settings, trunkReach: trunkReach(skeleton) };
}
