import { noInput } from '../play/puppetInput.js';
import type { PuppetModel } from '../play/puppetModel.js';
import { createPuppetState, type PuppetState, resetPuppet } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { createTakePlayer, leadByTake, type TakeLead } from './followTake.js';
import { type PuppetTake, takeDuration } from './puppetTake.js';

/** The skin hangs still in a frame of a take after this time. */
const SETTLE_SECONDS = 1;
const SETTLE_HZ = 30;

/**
 * The puppet as a frame of a take has it, at once and at rest, whatever it did before: a take that is played from there
 * on is the same each time.
 */
export function settleIntoTake(model: PuppetModel, state: PuppetState, lead: TakeLead): void {
  resetPuppet(model, state);
  const input = { ...noInput, take: { ...lead, isImmediate: true } };
  for (let frame = 0; frame < SETTLE_SECONDS * SETTLE_HZ; frame++) stepPuppet(model, state, input, 1 / SETTLE_HZ);
}

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
  settleIntoTake(model, state, leadByTake(player, 0, false));
  // A hair is added: the duration is a quotient, and its last frame belongs to it.
  for (let frame = 0; frame <= takeDuration(take) * hz + 1e-6; frame++) {
    step(frame / hz, frame === 0 ? 0 : 1 / hz);
    yield { timeSeconds: frame / hz, state };
  }
}
