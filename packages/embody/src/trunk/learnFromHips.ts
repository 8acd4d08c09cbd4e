import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { EVEN_HIPS_COUNT, ODD_HIPS_COUNT, writeHipsFeatures } from './hipsFeatures.js';
import { solveMirrorNet } from './mirrorNet.js';
import { EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

// Scratch.
const even = new Float64Array(EVEN_FEATURE_COUNT + EVEN_HIPS_COUNT);
const odd = new Float64Array(ODD_FEATURE_COUNT + ODD_HIPS_COUNT);
const estimated = new Float64Array(OUTPUT_COUNT);

/**
 * The settled estimate, into state.shown. With a tracker on the hips both ends of the spine are known, and a network of
 * its own estimates how the spine curves between them.
 */
export function learnFromHips(model: TrunkModel, state: TrunkState, body: BodyState): void {
  const { settled, shown, features } = state;
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] = settled[i];
  const weight = body.targets.weights[pointNumber.hips];
  if (!(weight > 0)) return;
  writeHipsFeatures(model, features, body, even, odd);
  solveMirrorNet(model.hipsNet, even, odd, estimated);
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] += weight * (estimated[i] - shown[i]);
}
