import { type HumanoidBone, smplBones as smplBodyBones } from '@leib/core';
import type { SmplKind } from './smplModel.js';

/** SMPL-H and SMPL-X list the fingers in this order, three joints each, from the palm outwards. */
const fingers = [
  ['IndexProximal', 'IndexIntermediate', 'IndexDistal'],
  ['MiddleProximal', 'MiddleIntermediate', 'MiddleDistal'],
  ['LittleProximal', 'LittleIntermediate', 'LittleDistal'],
  ['RingProximal', 'RingIntermediate', 'RingDistal'],
  ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'],
] as const;

const hand = (side: 'left' | 'right'): HumanoidBone[] =>
  fingers.flatMap((finger) => finger.map((part): HumanoidBone => `${side}${part}`));

/** Kind of model by its number of joints; null for any other number. */
export function smplKindOf(jointCount: number): SmplKind | null {
  return jointCount === 24 ? 'SMPL' : jointCount === 52 ? 'SMPL-H' : jointCount === 55 ? 'SMPL-X' : null;
}

/** The humanoid bone of each joint. SMPL's last two joints are the knuckles, for which VRM has no bone. */
export function bonesOfSmpl(kind: SmplKind): readonly (HumanoidBone | null)[] {
  switch (kind) {
    case 'SMPL':
      return [...smplBodyBones, null, null];
    case 'SMPL-H':
      return [...smplBodyBones, ...hand('left'), ...hand('right')];
    case 'SMPL-X':
      return [...smplBodyBones, 'jaw', 'leftEye', 'rightEye', ...hand('left'), ...hand('right')];
  }
}
