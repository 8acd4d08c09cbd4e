import { createVec3 } from '@leib/core';
import type { BodyState } from '../../bodyState.js';
import { HEAD_JOINT } from '../network/priorLayout.js';
import type { GuideModel } from './buildGuide.js';

/** SMPL's hips and the tops of both legs move all the way, the spine between them and the head its part of it. */
const MOVED = [0, 1, 2, 3, 6, 9, 12] as const;

// Scratch.
const chord = createVec3();

/**
 * The mean of all spines that would fit is straighter than any of them: proposed trunks are too long where a rig's spine is
 * bent at rest, and knees bend for it. So from hips to head it is at most as far as at rest; what is
 * too much lifts the hips.
 */
export function shortenTrunk({ longestTrunk }: GuideModel, { guidance }: BodyState): void {
  const { positions } = guidance;
  const head = HEAD_JOINT * 3;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    chord[k] = positions[head + k] - positions[k];
    length += chord[k] * chord[k];
  }
  length = Math.sqrt(length);
  const excess = length - longestTrunk;
  if (!(excess > 0)) return;
  for (let k = 0; k < 3; k++) chord[k] /= length;
  for (let i = 0; i < MOVED.length; i++) {
    const at = MOVED[i] * 3;
    let left = 0;
    for (let k = 0; k < 3; k++) left += (positions[head + k] - positions[at + k]) * chord[k];
    const move = i < 3 ? excess : (excess * left) / length;
    for (let k = 0; k < 3; k++) positions[at + k] += chord[k] * move;
  }
}
