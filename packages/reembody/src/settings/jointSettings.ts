/** The three axes of a part: those of the T-pose facing +Z, carried along by the part. */
export const axisNames = ['x', 'y', 'z'] as const;
export type AxisName = (typeof axisNames)[number];

/** One axis of one joint: how far it turns and how it is driven. A range of no width locks it. */
export interface AxisSettings {
  /** Smallest and largest angle, radians, hard. */
  readonly low: number;
  readonly high: number;
  /** Stiffness, N m per radian: torque = kp * error - kd * rate. null: from the inertia, at control.naturalHz. */
  readonly kp: number | null;
  /** Damping, N m s per radian. null: critical, from the inertia. */
  readonly kd: number | null;
  /** Largest torque of the drive, N m: stiffness, damping, feed-forward and the weight it carries together. */
  readonly maxTorque: number;
}

/** One joint as three single-axis drives: the template "multiple joints" of the thesis, and ours by default. */
export interface JointSettings {
  readonly x: AxisSettings;
  readonly y: AxisSettings;
  readonly z: AxisSettings;
}

/** What a joint's limits are made of. */
export interface StopSettings {
  /** How hard they are: natural frequency of the limb on the stop, Hz. */
  readonly springHz: number;
  /** Share of its speed that a limb comes back with, 0 to 0.95. */
  readonly bounce: number;
}
/** Hardest stop that substeps of 1/180 s carry, Hz, and the bounciest. */
export const MAX_STOP_HZ = 14;
export const MAX_BOUNCE = 0.95;

/** Ranges narrower than this count as locked, radians. */
const LOCKED_WIDTH = 1e-6;

export function isLocked({ low, high }: Pick<AxisSettings, 'low' | 'high'>): boolean {
  return high - low < LOCKED_WIDTH;
}
