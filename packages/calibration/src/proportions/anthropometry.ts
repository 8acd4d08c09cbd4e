/** A length as a part of stature: population mean and standard deviation. */
export interface StaturePart {
  readonly mean: number;
  readonly spread: number;
}

/**
 * Lengths between joint centres as parts of stature. Means are those of de Leva, "Adjustments to Zatsiorsky-Seluyanov's
 * segment inertia parameters", J Biomech 29:1223, 1996 (table 4, halfway between women and men); pelvis and shoulder
 * widths are between hip and shoulder joints. Spreads were computed from the lengths between landmarks in ANSUR II
 * (NATICK/TR-15/007; 5158 people), and widened by a third to a half since rigs differ in where they put a joint.
 */
export const segmentParts = {
  upperArm: { mean: 0.16, spread: 0.01 },
  forearm: { mean: 0.153, spread: 0.01 },
  thigh: { mean: 0.2275, spread: 0.015 },
  shank: { mean: 0.249, spread: 0.013 },
  shoulderWidth: { mean: 0.207, spread: 0.0115 },
  hipWidth: { mean: 0.1, spread: 0.018 },
  /** From the hips joint to the head joint, upright. */
  trunk: { mean: 0.312, spread: 0.015 },
  ankleHeight: { mean: 0.0405, spread: 0.006 },
} as const satisfies Record<string, StaturePart>;

/** Standing eye height, from stature, sitting height and sitting eye height in ANSUR II. */
export const eyeHeightPart: StaturePart = { mean: 0.9345, spread: 0.005 };
/** Head joint of a rig: the top of the neck. */
export const headJointPart: StaturePart = { mean: 0.868, spread: 0.006 };
/** Wrist to fingertip; ANSUR II's hand length. */
export const handLengthPart: StaturePart = { mean: 0.1104, spread: 0.0044 };
/** Arm span, fingertip to fingertip. */
export const armSpanPart: StaturePart = { mean: 1.0284, spread: 0.0286 };

/** Positions of shoulders relative to the chest joint, and of hip joints relative to the hips joint, as parts of stature. */
export const rootPlaces = {
  shoulder: { up: { mean: 0.1, spread: 0.035 }, ahead: { mean: -0.01, spread: 0.02 } },
  hip: { up: { mean: -0.053, spread: 0.02 }, ahead: { mean: 0, spread: 0.015 } },
} as const satisfies Record<string, Record<'up' | 'ahead', StaturePart>>;

/** Stature from the height of the eyes of an upright person, metres. */
export function statureFromEyeHeight(eyeHeight: number): number {
  return eyeHeight / eyeHeightPart.mean;
}

export function statureFromHeadJoint(headJointHeight: number): number {
  return headJointHeight / headJointPart.mean;
}

/** Arm span (fingertip to fingertip) from the distance between the wrists in a T-pose, metres. */
export function armSpanFromWrists(wristSpan: number, stature: number): number {
  return wristSpan + 2 * handLengthPart.mean * stature;
}
