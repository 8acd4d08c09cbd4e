import type { Pose } from '@leib/core';
import { inputAt } from '@leib/reembody';
import type { ReembodyValues } from '../settings/reembodyShape.js';

/** Writes what the first body is to do into a frame: its target, how late it is, and whether contacts are wanted. */
export function writeTarget(
  input: Float64Array,
  { rootPosition, localRotations }: Pose,
  { latencyMs, delaysHips, showContacts }: ReembodyValues,
): void {
  input[inputAt.latencySeconds] = latencyMs / 1000;
  input[inputAt.delaysHips] = delaysHips ? 1 : 0;
  input[inputAt.wantsContacts] = showContacts ? 1 : 0;
  for (let k = 0; k < 3; k++) input[inputAt.targetRootPosition + k] = rootPosition[k];
  for (let i = 0; i < localRotations.length; i++) input[inputAt.targetRotations + i] = localRotations[i];
}
