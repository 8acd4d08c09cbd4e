import { ownValue } from '@leib/core';
import { bodyFlag } from '@leib/mocap';
import { bodyLook } from '@leib/three';

/** Names of bodies for people. */
const bodyLabels: Readonly<Record<string, string>> = {
  head: 'Head',
  back: 'Back',
  leftHand: 'Left hand',
  rightHand: 'Right hand',
  leftElbow: 'Left forearm',
  rightElbow: 'Right forearm',
  leftKnee: 'Left shin',
  rightKnee: 'Right shin',
  leftFoot: 'Left foot',
  rightFoot: 'Right foot',
};

export function bodyLabel(name: string): string {
  return ownValue(bodyLabels, name) ?? name;
}

/** "leftAnkle" -> "Left ankle" */
export function jointLabel(name: string): string {
  const words = name.replace(/([A-Z0-9])/g, ' $1').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** What is the matter with a body. */
export interface BodyState {
  /** One of `bodyLook`. */
  readonly look: number;
  readonly words: string;
}

/** The state of a body that is not solved: the tracker sees it, or it does not. */
export function describeUnsolved(isSeen: boolean): BodyState {
  return isSeen ? { look: bodyLook.seen, words: 'seen' } : { look: bodyLook.lost, words: 'lost' };
}

/**
 * The state of a body by its flags (bits of bodyFlag), for how long it is lost, and the body whose id it was exchanged with,
 * if any.
 */
export function describeBody(flags: number, lostSeconds: number, swappedWith: string | null): BodyState {
  if (flags & bodyFlag.unseen) return { look: bodyLook.lost, words: 'not seen yet' };
  if (flags & bodyFlag.refused) return { look: bodyLook.lost, words: 'refused' };
  if (flags & bodyFlag.held) return { look: bodyLook.lost, words: `lost ${lostSeconds.toFixed(1)} s, held` };
  if (flags & bodyFlag.predicted) return { look: bodyLook.lost, words: `lost ${lostSeconds.toFixed(1)} s, predicted` };
  if (flags & bodyFlag.swapped && swappedWith !== null) {
    return { look: bodyLook.guessed, words: `id of ${bodyLabel(swappedWith).toLowerCase()}` };
  }
  if (flags & bodyFlag.returning) return { look: bodyLook.guessed, words: 'coming back' };
  return { look: bodyLook.seen, words: 'seen' };
}
