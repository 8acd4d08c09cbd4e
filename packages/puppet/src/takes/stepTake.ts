import { noInput } from '../play/puppetInput.js';
import type { PuppetModel } from '../play/puppetModel.js';
import { createPuppetState, type PuppetState } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { createTakePlayer, leadByTake } from './followTake.js';
import { type PuppetTake, takeDuration } from './puppetTake.js';

/** The skin hangs still in the take's first frame after this time. */
const SETTLE_SECONDS = 1;

/**
 * Plays a take without a screen from its first frame to its last; the skin is simulated anew. The state is one and the
 * same record in every frame. The same take gives the same bits.
 */
export function* stepTake(
  model: PuppetModel,
  take: PuppetTake,
  hz = take.hz,
): Generator<{ readonly timeSeconds: number; readonly state: PuppetState }, void, void> {
  const player = createTakePlayer(model, take);
  const state = createPuppetState(model);
  const step = (seconds: number, dtSeconds: number) => {
    const lead = { ...leadByTake(player, seconds, false), isImmediate: true };
    stepPuppet(model, state, { ...noInput, take: lead }, dtSeconds);
  };
  for (let frame = 0; frame < SETTLE_SECONDS * hz; frame++) step(0, 1 / hz);
  // A hair is added: the duration is a quotient, and its last frame belongs to it.
  for (let frame = 0; frame <= takeDuration(take) * hz + 1e-6; frame++) {
    step(frame / hz, frame === 0 ? 0 : 1 / hz);
    yield { timeSeconds: frame / hz, state };
  }
}
