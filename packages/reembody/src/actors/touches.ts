import type { HumanoidBone } from '@leib/core';
import type { StageDoc } from '@leib/stage';
import { CONTACT_SIZE, contactAt, outputAt } from '../session/remoteFrame.js';
import type { SimulatedActor } from './simulatedKind.js';

/** A body's part on something, in the last frame. */
export interface Touch {
  readonly bone: HumanoidBone;
  /** Number of the thing among the document's; -1: it is a body, or nothing of the document. */
  readonly thing: number;
  /** N. */
  readonly force: number;
}

/**
 * What a simulated body touches, where its settings ask for contacts: one for each part and thing, however many points there are.
 * @param things of the stage's document, in which the body is
 */
export function touchesOf(actor: SimulatedActor, things: StageDoc['things']): Touch[] {
  const { output, built } = actor.simulation ?? {};
  if (!output || !built) return [];
  const numbers = actor.numbersOfThings(things);
  const found = new Map<string, Touch>();
  for (let i = 0; i < output[outputAt.writtenContacts]; i++) {
    const at = built.frame.contacts + i * CONTACT_SIZE;
    if (output[at + contactAt.body] !== 0) continue;
    const { bone } = built.body.parts[output[at + contactAt.part]];
    const isThing = output[at + contactAt.otherBody] < 0;
    const thing = isThing ? (numbers[output[at + contactAt.other]] ?? -1) : -1;
    const key = `${bone} ${thing}`;
    const force = (found.get(key)?.force ?? 0) + output[at + contactAt.force];
    found.set(key, { bone, thing, force });
  }
  return [...found.values()];
}
