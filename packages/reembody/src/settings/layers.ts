import type { HumanoidBone } from '@leib/core';

/**
 * What may touch what within one body, and what of it touches the room, is decided by layers, as in the thesis (its
 * figure 4.4). Parts of other bodies touch always.
 */
export const layers = [
  'hips',
  'torso',
  'upperChest',
  'leftShoulder',
  'rightShoulder',
  'leftArm',
  'rightArm',
  'leftHand',
  'rightHand',
  'leftLeg',
  'rightLeg',
  'leftFoot',
  'rightFoot',
  'environment',
] as const;

export type Layer = (typeof layers)[number];

export function layerOfBone(bone: HumanoidBone): Layer {
  switch (bone) {
    case 'hips':
      return 'hips';
    case 'upperChest':
      return 'upperChest';
    case 'leftShoulder':
      return 'leftShoulder';
    case 'rightShoulder':
      return 'rightShoulder';
  }
  const side = bone.startsWith('left') ? 'left' : bone.startsWith('right') ? 'right' : null;
  if (side === null || bone.endsWith('Eye')) return 'torso';
  const part = bone.slice(side.length);
  if (part === 'UpperArm' || part === 'LowerArm') return `${side}Arm`;
  if (part === 'UpperLeg' || part === 'LowerLeg') return `${side}Leg`;
  if (part === 'Foot' || part === 'Toes') return `${side}Foot`;
  return `${side}Hand`;
}

/** For each layer the layers of the same body that it collides with. Read both ways: naming a pair once is enough. */
export type LayerMatrix = Readonly<Partial<Record<Layer, readonly Layer[]>>>;

/**
 * Hands touch everything but their own arm; arms touch each other and the legs, but pass the trunk, where the coarse
 * shape of a chest would hold them off; legs and feet touch those of the other side. The trunk's parts are neighbours
 * and never touch each other. The surroundings touch every layer.
 */
export const defaultLayerMatrix: LayerMatrix = {
  leftHand: [
    'hips',
    'torso',
    'upperChest',
    'rightShoulder',
    'rightArm',
    'rightHand',
    'leftLeg',
    'rightLeg',
    'leftFoot',
    'rightFoot',
  ],
  rightHand: ['hips', 'torso', 'upperChest', 'leftShoulder', 'leftArm', 'leftLeg', 'rightLeg', 'leftFoot', 'rightFoot'],
  leftArm: ['rightArm', 'leftLeg', 'rightLeg'],
  rightArm: ['leftLeg', 'rightLeg'],
  leftLeg: ['rightLeg', 'rightFoot'],
  rightLeg: ['leftFoot'],
  leftFoot: ['rightFoot'],
  environment: layers.filter((layer) => layer !== 'environment'),
};

export function layersCollide(matrix: LayerMatrix, a: Layer, b: Layer): boolean {
  return (matrix[a]?.includes(b) ?? false) || (matrix[b]?.includes(a) ?? false);
}

/** The matrix with one pair switched on or off; the rest stays. */
export function withLayerPair(matrix: LayerMatrix, a: Layer, b: Layer, isOn: boolean): LayerMatrix {
  const without = (from: Layer, other: Layer) => (matrix[from] ?? []).filter((layer) => layer !== other);
  const next = { ...matrix, [a]: without(a, b), [b]: without(b, a) };
  return isOn ? { ...next, [a]: [...(next[a] ?? []), b] } : next;
}
