import type { HumanoidBone } from '@leib/core';
import { type BoneKind, isFingerKind, kindOfBone, sideOfBone } from './boneKinds.js';

export const sexes = ['female', 'male', 'average'] as const;
export type Sex = (typeof sexes)[number];

interface Segment {
  /** Share of the body's mass, percent: female, male. */
  readonly mass: readonly [number, number];
  /** Centre of mass from the segment's proximal end, percent of its length: female, male. */
  readonly centre: readonly [number, number];
}

/**
 * De Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", J Biomech 29(9), 1996, table 4. The
 * trunk's centres are counted from above there and from below here; the head's from the vertex there, from the neck here.
 */
const segments = {
  head: { mass: [6.68, 6.94], centre: [100 - 58.94, 100 - 59.76] },
  upperTrunk: { mass: [15.45, 15.96], centre: [100 - 20.77, 100 - 29.99] },
  middleTrunk: { mass: [14.65, 16.33], centre: [100 - 45.12, 100 - 45.02] },
  lowerTrunk: { mass: [12.47, 11.17], centre: [100 - 49.2, 100 - 61.15] },
  upperArm: { mass: [2.55, 2.71], centre: [57.54, 57.72] },
  forearm: { mass: [1.38, 1.62], centre: [45.59, 45.74] },
  hand: { mass: [0.56, 0.61], centre: [74.74, 79.0] },
  thigh: { mass: [14.78, 14.16], centre: [36.12, 40.95] },
  shank: { mass: [4.81, 4.33], centre: [44.16, 44.59] },
  foot: { mass: [1.29, 1.37], centre: [40.14, 44.15] },
} as const satisfies Record<string, Segment>;

/**
 * Which segment a kind of part is cut from, and its share of it. The upper trunk is shared equally by upper chest and
 * shoulders, as in the thesis; what de Leva does not part (neck from head, toes from foot, fingers from hand, the two
 * parts of the middle trunk) is our estimate by volume.
 */
const cuts: Readonly<Record<BoneKind, readonly [segment: keyof typeof segments, share: number]>> = {
  hips: ['lowerTrunk', 1],
  spine: ['middleTrunk', 0.5],
  chest: ['middleTrunk', 0.5],
  upperChest: ['upperTrunk', 1 / 3],
  shoulder: ['upperTrunk', 1 / 3],
  neck: ['head', 0.17],
  head: ['head', 0.83],
  upperArm: ['upperArm', 1],
  lowerArm: ['forearm', 1],
  hand: ['hand', 0.66],
  upperLeg: ['thigh', 1],
  lowerLeg: ['shank', 1],
  foot: ['foot', 0.83],
  toes: ['foot', 0.17],
  thumbMetacarpal: ['hand', 0.04],
  thumbProximal: ['hand', 0.025],
  thumbDistal: ['hand', 0.015],
  fingerProximal: ['hand', 0.03],
  fingerIntermediate: ['hand', 0.02],
  fingerDistal: ['hand', 0.015],
};

/** Where the mass of a missing part goes: the first of these that the body has, else the hips. */
const heirs: Readonly<Partial<Record<BoneKind, readonly BoneKind[]>>> = {
  spine: ['chest', 'upperChest'],
  chest: ['spine', 'upperChest'],
  upperChest: ['chest', 'spine'],
  shoulder: ['upperChest', 'chest', 'spine'],
  neck: ['head', 'upperChest', 'chest'],
  head: ['neck', 'upperChest'],
  upperArm: ['lowerArm', 'shoulder', 'upperChest', 'chest', 'spine'],
  lowerArm: ['upperArm'],
  hand: ['lowerArm', 'upperArm'],
  lowerLeg: ['upperLeg'],
  foot: ['lowerLeg', 'upperLeg'],
  toes: ['foot', 'lowerLeg'],
};

function bySex(values: readonly [number, number], sex: Sex): number {
  const [female, male] = values;
  return sex === 'average' ? (female + male) / 2 : sex === 'female' ? female : male;
}

/** Masses of the parts of a body, kilograms, by bone; they add up to the total mass whatever parts are missing. */
export function massesOfParts(bones: readonly HumanoidBone[], sex: Sex, totalMass: number): Map<HumanoidBone, number> {
  const shares = new Map<HumanoidBone, number>(bones.map((bone) => [bone, 0]));
  const add = (bone: HumanoidBone, share: number) => shares.set(bone, (shares.get(bone) ?? 0) + share);
  for (const bone of everyPart) {
    const kind = kindOfBone(bone) as BoneKind;
    const [segment, part] = cuts[kind];
    add(heirOf(bone, kind, shares), bySex(segments[segment].mass, sex) * part);
  }
  const sum = [...shares.values()].reduce((total, share) => total + share, 0);
  for (const [bone, share] of shares) shares.set(bone, (share / sum) * totalMass);
  return shares;
}

/** Every bone that can be a part, fingers included. */
const everyPart: readonly HumanoidBone[] = [
  'hips',
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  ...(['left', 'right'] as const).flatMap((side): HumanoidBone[] => [
    `${side}Shoulder`,
    `${side}UpperArm`,
    `${side}LowerArm`,
    `${side}Hand`,
    `${side}UpperLeg`,
    `${side}LowerLeg`,
    `${side}Foot`,
    `${side}Toes`,
    `${side}ThumbMetacarpal`,
    `${side}ThumbProximal`,
    `${side}ThumbDistal`,
    ...(['Index', 'Middle', 'Ring', 'Little'] as const).flatMap((finger): HumanoidBone[] => [
      `${side}${finger}Proximal`,
      `${side}${finger}Intermediate`,
      `${side}${finger}Distal`,
    ]),
  ]),
];

function heirOf(bone: HumanoidBone, kind: BoneKind, parts: ReadonlyMap<HumanoidBone, number>): HumanoidBone {
  if (parts.has(bone)) return bone;
  const side = sideOfBone(bone);
  const wanted: readonly BoneKind[] = isFingerKind(kind) ? ['hand', 'lowerArm', 'upperArm'] : (heirs[kind] ?? []);
  for (const heir of wanted) {
    for (const candidate of parts.keys()) {
      const otherSide = sideOfBone(candidate);
      if (kindOfBone(candidate) === heir && (otherSide === null || otherSide === side)) return candidate;
    }
  }
  return 'hips';
}

/** Where along a part its centre of mass lies: 0 at its joint, 1 at its far end. */
export function centreShareOf(kind: BoneKind, sex: Sex): number {
  const [segment] = cuts[kind];
  // A cut of a segment has its centre in its own middle; only whole segments have de Leva's.
  const isWhole = cuts[kind][1] > 0.6;
  // De Leva's hand ends at the knuckle of the middle finger, three quarters of the way along ours without fingers.
  if (kind === 'hand') return (bySex(segments.hand.centre, sex) / 100) * 0.55;
  return isWhole ? bySex(segments[segment].centre, sex) / 100 : 0.5;
}
