import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { EVEN_TOLD_COUNT, ODD_TOLD_COUNT, writeHipsTold } from './hipsTold.js';
import { solveMirrorNet } from './mirrorNet.js';
import { EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

// Scratch.
const even = new Float64Array(EVEN_FEATURE_COUNT + EVEN_TOLD_COUNT);
const odd = new Float64Array(ODD_FEATURE_COUNT + ODD_TOLD_COUNT);
const told = new Float64Array(OUTPUT_COUNT);

/**
 * The settled estimate, into state.shown. With a tracker on the hips half the riddle is solved, and what is left, how
 * the spine curves between two ends that are known, is another network's.
 */
export function learnFromHips(model: TrunkModel, state: TrunkState, body: BodyState): void {
  const { settled, shown, features } = state;
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] = settled[i];
  const weight = body.targets.weights[pointNumber.hips];
  if (!(weight > 0)) return;
  writeHipsTold(model, features, body, even, odd);
  solveMirrorNet(model.hipsNet, even, odd, told);
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] += weight * (told[i] - shown[i]);
}
