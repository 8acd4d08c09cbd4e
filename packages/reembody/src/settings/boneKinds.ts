import type { HumanoidBone } from '@leib/core';

/** A bone without its side, fingers told apart by segment only: what anatomy has one value for. */
export type BoneKind =
  | 'hips'
  | 'spine'
  | 'chest'
  | 'upperChest'
  | 'neck'
  | 'head'
  | 'shoulder'
  | 'upperArm'
  | 'lowerArm'
  | 'hand'
  | 'upperLeg'
  | 'lowerLeg'
  | 'foot'
  | 'toes'
  | 'thumbMetacarpal'
  | 'thumbProximal'
  | 'thumbDistal'
  | 'fingerProximal'
  | 'fingerIntermediate'
  | 'fingerDistal';

/** The kind of a bone, or null for bones without a part of their own: jaw and eyes. */
export function kindOfBone(bone: HumanoidBone): BoneKind | null {
  if (bone === 'jaw' || bone.endsWith('Eye')) return null;
  const side = sideOfBone(bone);
  if (side === null) return bone as BoneKind;
  const part = bone.slice(side.length);
  if (part.startsWith('Thumb')) return `thumb${part.slice('Thumb'.length)}` as BoneKind;
  const segment = /^(?:Index|Middle|Ring|Little)(Proximal|Intermediate|Distal)$/.exec(part);
  if (segment !== null) return `finger${segment[1]}` as BoneKind;
  return `${part.charAt(0).toLowerCase()}${part.slice(1)}` as BoneKind;
}

export function sideOfBone(bone: HumanoidBone): 'left' | 'right' | null {
  if (bone.startsWith('left')) return 'left';
  return bone.startsWith('right') ? 'right' : null;
}

export function isFingerKind(kind: BoneKind): boolean {
  return kind.startsWith('thumb') || kind.startsWith('finger');
}
