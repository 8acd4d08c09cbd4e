import { createQuat, createVec3, unitAcross, vec3 } from '@leib/core';
import type { BodyState } from '../../bodyState.js';
import { HEAD_JOINT } from '../network/priorLayout.js';
import type { GuideModel } from './buildGuide.js';
import type { GuideState } from './guideState.js';

/** SMPL's hips and the tops of both legs; the spine between hips and neck, and how far each of it gives way. */
const HIPS = [0, 1, 2] as const;
const SPINE = [3, 6, 9] as const;
const bulges = [0.7, 1, 0.7] as const;
/** An arch whose chord is shorter than itself by d is about sqrt(0.4 d chord) high. */
const ARCH = 0.4;

// Scratch.
const chord = createVec3();
const back = createVec3();
const rotation = createQuat();

/**
 * Hips that are proposed below the floor are lifted to where hips can be. The spine between them and the head must then
 * give way, and it does so to the back, as spines do: left to itself a straight one would snap to and fro.
 */
export function liftHips({ lowestHips }: GuideModel, { turned, network }: GuideState, { guidance }: BodyState): void {
  const { positions } = guidance;
  const lacking = network.floorY + lowestHips - positions[1];
  if (!(lacking > 0)) return;
  for (let i = 0; i < HIPS.length; i++) positions[HIPS[i] * 3 + 1] += lacking;
  for (let k = 0; k < 3; k++) chord[k] = positions[HEAD_JOINT * 3 + k] - positions[k];
  const length = Math.sqrt(chord[0] * chord[0] + chord[1] * chord[1] + chord[2] * chord[2]);
  if (length < 1e-6) return;
  for (let k = 0; k < 3; k++) chord[k] /= length;
  for (let k = 0; k < 4; k++) rotation[k] = turned[k];
  vec3.set(back, 0, 0, -1);
  vec3.transformQuat(back, back, rotation);
  unitAcross(back, chord, back);
  const height = Math.sqrt(ARCH * lacking * length);
  for (let i = 0; i < SPINE.length; i++) {
    for (let k = 0; k < 3; k++) positions[SPINE[i] * 3 + k] += back[k] * height * bulges[i];
  }
}
