import type { PuppetModel } from '../play/puppetModel.js';
import type { PuppetState } from '../play/puppetState.js';
import { bakeBones } from './bakeBones.js';
import { addBakeFrame, type BakedFile, createBakeFrames, sceneOf } from './bakeFrames.js';
import { bakeMorphs } from './bakeMorphs.js';

interface BakeOptions {
  /** Parts as the joints of a skin, or the surface with its wobble as morph targets. */
  readonly as: 'bones' | 'morphs';
  readonly hz: number;
  /** Of the animation. */
  readonly name: string;
  /** Hears how many frames were played, then what share of the morph targets is done; waited for. */
  readonly onProgress?: (what: 'frames' | 'targets', done: number) => void | Promise<void>;
}

/**
 * What a puppet plays (stepTake, stepRecordedHand) as an animated GLB, which other programs open. Throws InputError where it
 * is too long for its model. The same frames give the same bits.
 */
export async function bakePuppet(
  model: PuppetModel,
  frames: Iterable<{ readonly state: PuppetState }>,
  { as, hz, name, onProgress }: BakeOptions,
): Promise<BakedFile> {
  const recorded = createBakeFrames(hz);
  for (const { state } of frames) {
    addBakeFrame(recorded, model, state);
    await onProgress?.('frames', recorded.joints.length);
  }
  if (as === 'bones') return bakeBones(model, recorded, name);
  const work = bakeMorphs(model, await sceneOf(model), recorded, name);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await onProgress?.('targets', value);
  }
}
