import { createQuat, createVec3, type Quat, quat, rotationBetween, vec3 } from '@leib/core';
import type { BodyState } from '../../bodyState.js';
import { bendToReach } from '../../trunk/bendToReach.js';
import { HEAD_JOINT } from '../network/priorLayout.js';
import type { GuideModel, GuideState } from './buildGuide.js';

/**
 * Hips that carry the spine themselves turn this part of the way that the lower back would: then neither the spine nor
 * the legs are far from where they belong.
 */
const HIPS_SHARE = 0.9;

// Scratch.
const rotation = createQuat();
const swing = createQuat();
const bone = createVec3();
const from = createVec3();
const wanted = createVec3();
const start = createVec3();
const head = createVec3();
const bones = new Float64Array(64 * 3);

/**
 * Rotations of this body's hips, spine and neck that put its joints where the proposal has them, into guidance.rows.
 * The network's body has a joint between hips and spine that most rigs lack, and rigs lack others: each bone is turned
 * as proposed and then aimed at where it should lead, and what is left at the head the spine makes up for.
 */
export function writeRows(model: GuideModel, { turned }: GuideState, { guidance }: BodyState): void {
  const { rowCount, rowJoints, nextJoints, rowOffsets } = model;
  const { rows, positions } = guidance;
  for (let k = 0; k < 3; k++) {
    from[k] = positions[k];
    head[k] = positions[HEAD_JOINT * 3 + k];
  }
  for (let row = 0; row < rowCount; row++) {
    const joint = rowJoints[row] * 4;
    const next = nextJoints[row] * 3;
    for (let k = 0; k < 4; k++) rotation[k] = turned[joint + k];
    for (let k = 0; k < 3; k++) bone[k] = rowOffsets[row * 3 + k];
    vec3.transformQuat(bone, bone, rotation);
    if (next >= 0) {
      for (let k = 0; k < 3; k++) wanted[k] = positions[next + k] - from[k];
      const length = vec3.length(bone);
      const distance = vec3.length(wanted);
      if (length > 1e-4 && distance > 1e-4) {
        vec3.normalize(bone, bone);
        vec3.normalize(wanted, wanted);
        rotationBetween(swing, bone, wanted);
        if (row === 0) takePart(swing, HIPS_SHARE);
        quat.multiply(rotation, swing, rotation);
        vec3.transformQuat(bone, bone, swing);
        for (let k = 0; k < 3; k++) bone[k] *= length;
      }
    }
    for (let k = 0; k < 4; k++) rows[row * 4 + k] = rotation[k];
    for (let k = 0; k < 3; k++) {
      bones[row * 3 + k] = bone[k];
      from[k] += bone[k];
    }
    if (row === 0) vec3.copy(start, from);
  }
  bendToReach(rows, bones, 1, rowCount - 1, start, head);
}

/** Leaves a part of a turn. */
function takePart(swing: Quat, part: number): void {
  for (let k = 0; k < 3; k++) swing[k] *= part;
  swing[3] = 1 - (1 - swing[3]) * part;
  quat.normalize(swing, swing);
}
