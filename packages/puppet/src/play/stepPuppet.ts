import { updatePartPoses } from '../model/partSkeleton.js';
import type { PuppetInput } from './puppetInput.js';
import type { PuppetModel } from './puppetModel.js';
import type { PuppetState } from './puppetState.js';

/** One frame of a puppet. */
export function stepPuppet(model: PuppetModel, state: PuppetState, input: PuppetInput, _dtSeconds: number): void {
  turnParts(state, input);
  updatePartPoses(model.skeleton, state.pose, state.partOffsets);
}

function turnParts({ pose }: PuppetState, { turns }: PuppetInput): void {
  for (const { part, localRotation } of turns) pose.localRotations.set(localRotation, (part + 1) * 4);
}
