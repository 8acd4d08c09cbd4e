import { DEG, type HumanoidBone } from '@leib/core';
import type { AngleLayout } from '@leib/core/pack';

/** What is known of an angle before anything is measured. Radians. */
export interface DofPrior {
  /** Angle at rest, and the standard deviation of people around it. */
  readonly rest: number;
  readonly sigma: number;
  /** How fast it may change when nothing is measured, radians per second. */
  readonly rate: number;
  /** Range outside of which a spring pulls back. */
  readonly min: number;
  readonly max: number;
}

/** Deviations from the T-pose, by bone: what the measured bodies do not fix stays near it. */
const sigmasDeg: Partial<Record<string, number>> = {
  hips: 3000,
  spine: 20,
  chest: 4,
  upperChest: 8,
  neck: 40,
  head: 30,
  Shoulder: 4,
  UpperArm: 90,
  LowerArm: 90,
  Hand: 45,
  UpperLeg: 200,
  LowerLeg: 90,
  Foot: 45,
  Toes: 30,
};

/** Bones that bodies measure only together; a slow prior keeps their shares steady. Radians per second. */
const slowBones: ReadonlySet<string> = new Set(['spine', 'chest', 'upperChest', 'Shoulder']);
const SLOW_RATE = 4;
const FAST_RATE = 40;

/** Ranges by the dof's name without its side, degrees: past them a healthy joint does not go. */
const rangesDeg: Readonly<Record<string, readonly [min: number, max: number]>> = {
  'LowerArm.bend': [-10, 165],
  'LowerLeg.bend': [-10, 165],
  'spine.pitch': [-25, 60],
  'spine.roll': [-30, 30],
  'spine.turn': [-35, 35],
  'chest.pitch': [-25, 45],
  'chest.roll': [-30, 30],
  'chest.turn': [-35, 35],
  'Shoulder.forward': [-25, 40],
  'Shoulder.raise': [-15, 45],
  'UpperLeg.forward': [-140, 22],
  'UpperLeg.aside': [-45, 80],
  'UpperLeg.twist': [-60, 60],
};

/** Prior of each dof of any layout: by its bone, and by its name where that says more. */
export function priorOfDof({ name, bone }: Pick<AngleLayout['dofs'][number], 'name' | 'bone'>): DofPrior {
  const range = rangesDeg[name.replace(/^(left|right)/, '')];
  const sigmaDeg = sigmasDeg[withoutSide(bone)] ?? 30;
  return {
    rest: 0,
    sigma: sigmaDeg * DEG,
    rate: slowBones.has(withoutSide(bone)) ? SLOW_RATE : FAST_RATE,
    min: range === undefined ? Number.NEGATIVE_INFINITY : range[0] * DEG,
    max: range === undefined ? Number.POSITIVE_INFINITY : range[1] * DEG,
  };
}

function withoutSide(bone: HumanoidBone): string {
  return bone.replace(/^(left|right)/, '');
}
