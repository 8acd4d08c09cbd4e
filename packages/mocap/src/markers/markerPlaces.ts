import type { HumanoidBone } from '@leib/core';

/**
 * Where on a body of 1.7 m a marker of a known name sits, in the T-pose facing +Z. The place is a joint, or a point between two
 * joints, plus an offset; it is only the start of a fit, and `spread` says how far off it may be.
 */
export interface MarkerPlace {
  /** The bone that carries it. */
  readonly bone: HumanoidBone;
  /** Joint that the offset is from... */
  readonly from: HumanoidBone;
  /** ...or a share of the way from there to another joint. */
  readonly towards?: readonly [to: HumanoidBone, share: number];
  /** Axes of the T-pose: x to the person's left, y up, z forward. Metres. */
  readonly offset: readonly [x: number, y: number, z: number];
  /** Standard deviation of the place, metres. */
  readonly spread: number;
}

/** Stature of the body that the offsets are for. */
export const PLACES_STATURE = 1.7;

type SidedPart = 'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes' | 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand';
type Part = SidedPart | 'hips' | 'upperChest' | 'neck' | 'head';
type Offset = MarkerPlace['offset'];

/** A place on the left side or in the middle; the right one is its mirror image. */
interface PartPlace {
  readonly bone: Part;
  readonly from: Part;
  readonly towards?: readonly [to: Part, share: number];
  readonly offset: Offset;
  readonly spread: number;
}

/** On a landmark of the bone near a joint. */
const at = (bone: Part, from: Part, offset: Offset, spread = 0.025): PartPlace => ({ bone, from, offset, spread });
/** Somewhere along a bone: clusters, wands and markers that break the symmetry. */
const along = (bone: Part, to: Part, share: number, offset: Offset, spread = 0.06): PartPlace => ({
  bone,
  from: bone,
  towards: [to, share],
  offset,
  spread,
});

const places = {
  frontHead: at('head', 'head', [0.065, 0.09, 0.085], 0.04),
  backHead: at('head', 'head', [0.065, 0.08, -0.08], 0.04),
  sideHead: at('head', 'head', [0.085, 0.08, 0.01], 0.04),
  headTop: at('head', 'head', [0, 0.16, 0], 0.04),
  headFront: at('head', 'head', [0, 0.1, 0.11], 0.04),
  headBack: at('head', 'head', [0, 0.09, -0.1], 0.04),
  head: at('head', 'head', [0, 0.1, 0.02], 0.1),
  c7: at('upperChest', 'neck', [0, 0, -0.07]),
  t2: at('upperChest', 'neck', [0, -0.05, -0.09], 0.03),
  t10: at('upperChest', 'upperChest', [0, -0.06, -0.095], 0.035),
  clavicle: at('upperChest', 'upperChest', [0, 0.125, 0.1]),
  sternum: at('upperChest', 'upperChest', [0, -0.05, 0.15], 0.035),
  scapula: at('upperChest', 'upperChest', [0.085, 0.06, -0.1], 0.06),
  chest: at('upperChest', 'upperChest', [0, 0.03, 0.13], 0.06),
  back: at('upperChest', 'upperChest', [0, 0.05, -0.1], 0.08),
  acromion: at('Shoulder', 'UpperArm', [-0.01, 0.055, -0.005]),
  shoulderBack: at('Shoulder', 'UpperArm', [-0.03, 0.02, -0.07], 0.04),
  upperArm: along('UpperArm', 'LowerArm', 0.5, [0, 0.045, -0.01], 0.08),
  elbowOut: at('UpperArm', 'LowerArm', [0, 0.045, -0.005]),
  elbowIn: at('UpperArm', 'LowerArm', [0, -0.04, 0.005]),
  olecranon: at('LowerArm', 'LowerArm', [0, 0, -0.04], 0.02),
  forearm: along('LowerArm', 'Hand', 0.45, [0, 0.035, 0], 0.07),
  wristThumb: at('LowerArm', 'Hand', [-0.01, 0.01, 0.045], 0.035),
  wristLittle: at('LowerArm', 'Hand', [-0.01, 0.01, -0.045], 0.035),
  radialStyloid: at('LowerArm', 'Hand', [-0.005, 0, 0.03], 0.012),
  ulnarStyloid: at('LowerArm', 'Hand', [-0.005, 0, -0.03], 0.012),
  wrist: at('LowerArm', 'Hand', [0, 0.025, 0], 0.035),
  finger: at('Hand', 'Hand', [0.085, 0.02, 0.015], 0.03),
  handThumb: at('Hand', 'Hand', [0.08, 0.02, 0.035], 0.03),
  handLittle: at('Hand', 'Hand', [0.075, 0.02, -0.035], 0.03),
  hand: at('Hand', 'Hand', [0.07, 0.02, 0], 0.06),
  frontWaist: at('hips', 'hips', [0.12, 0.065, 0.085], 0.03),
  backWaist: at('hips', 'hips', [0.05, 0.075, -0.1], 0.03),
  sideWaist: at('hips', 'hips', [0.155, 0.08, 0], 0.03),
  sacrum: at('hips', 'hips', [0, 0.065, -0.11], 0.03),
  pelvis: at('hips', 'hips', [0, 0.05, 0], 0.12),
  trochanter: at('UpperLeg', 'UpperLeg', [0.085, 0, 0], 0.03),
  thigh: along('UpperLeg', 'LowerLeg', 0.6, [0.075, 0, 0.02], 0.08),
  kneeOut: at('UpperLeg', 'LowerLeg', [0.055, 0, 0]),
  kneeIn: at('UpperLeg', 'LowerLeg', [-0.055, 0, 0]),
  fibulaHead: at('LowerLeg', 'LowerLeg', [0.05, -0.05, -0.01]),
  tibialTuberosity: at('LowerLeg', 'LowerLeg', [0, -0.06, 0.05]),
  shank: along('LowerLeg', 'Foot', 0.45, [0.05, 0, 0.025], 0.08),
  ankleOut: at('LowerLeg', 'Foot', [0.045, 0, -0.01]),
  ankleIn: at('LowerLeg', 'Foot', [-0.04, 0.01, 0]),
  heel: at('Foot', 'Foot', [0, -0.045, -0.065]),
  toe: at('Foot', 'Toes', [-0.005, 0.02, -0.005]),
  ballIn: at('Foot', 'Toes', [-0.04, 0.01, 0]),
  ballOut: at('Foot', 'Toes', [0.045, 0, -0.02]),
  toeTip: at('Toes', 'Toes', [-0.015, 0.01, 0.06], 0.03),
  foot: at('Foot', 'Foot', [0, -0.02, 0.05], 0.08),
} as const satisfies Record<string, PartPlace>;

export type PlaceName = keyof typeof places;
export type MarkerSide = 'left' | 'right' | null;

/** The place on one side. `null` stands for the middle, and for names that only exist once. */
export function markerPlace(name: PlaceName, side: MarkerSide): MarkerPlace {
  const { bone, from, offset, spread, ...rest }: PartPlace = places[name];
  const sided = (part: Part) => (/^[A-Z]/.test(part) ? `${side ?? 'left'}${part}` : part) as HumanoidBone;
  const [x, y, z] = offset;
  return {
    bone: sided(bone),
    from: sided(from),
    ...(rest.towards && { towards: [sided(rest.towards[0]), rest.towards[1]] as const }),
    offset: [side === 'right' ? 0 - x : side === null ? 0 : x, y, z],
    spread,
  };
}

/** Whether a place exists on each side: it is then only found by names that say which. */
export function isOfLimb(name: PlaceName): boolean {
  return /^[A-Z]/.test(places[name].bone);
}
