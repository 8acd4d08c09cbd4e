import type { AngleLayout } from '@leib/core/pack';

/**
 * What is known of a body's angles before any marker is seen. It decides only what the markers leave open: how a bent trunk is shared
 * between its joints, which way a straight elbow is turned, and on which side a knee bends.
 */
export interface AnglePriors {
  /** 1 / (standard deviation, radians)^2 about the T-pose; 0 for angles that may be anything. One per angle. */
  readonly weights: Float64Array;
  /** Angles beyond these are pushed back, radians. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/** 1 / (standard deviation beyond a limit, radians)^2: five degrees. */
export const LIMIT_WEIGHT = 1 / 0.09 ** 2;

/** Standard deviations by the bone's part of the body, radians. Absent: free. */
const spreads: Readonly<Record<string, number>> = {
  spine: 0.35,
  chest: 0.35,
  upperChest: 0.35,
  neck: 0.35,
  head: 0.5,
  Shoulder: 0.25,
  UpperArm: 3,
  LowerArm: 1.5,
  Hand: 0.6,
  UpperLeg: 2,
  LowerLeg: 2,
  Foot: 0.6,
  Toes: 0.5,
};

/** How far joints go, generously; hinges bend one way only. */
const limits: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  'Shoulder.forward': [-0.6, 0.6],
  'Shoulder.raise': [-0.35, 0.8],
  'LowerArm.bend': [-0.1, 2.7],
  'LowerArm.twist': [-1.9, 1.9],
  'LowerLeg.bend': [-0.15, 2.8],
  'Hand.bend': [-1.6, 1.6],
  'Hand.aside': [-0.8, 0.8],
  'Foot.bend': [-1.1, 1.1],
  'Foot.tilt': [-0.8, 0.8],
};

export function buildAnglePriors({ dofs }: AngleLayout): AnglePriors {
  const weights = new Float64Array(dofs.length);
  const lowest = new Float64Array(dofs.length).fill(-Infinity);
  const highest = new Float64Array(dofs.length).fill(Infinity);
  dofs.forEach(({ name, bone }, dof) => {
    const spread = spreads[bone.replace(/^(left|right)/, '')];
    if (spread !== undefined) weights[dof] = 1 / spread ** 2;
    const limit = limits[name.replace(/^(left|right)/, '')];
    if (limit) [lowest[dof], highest[dof]] = limit;
  });
  return { weights, lowest, highest };
}
