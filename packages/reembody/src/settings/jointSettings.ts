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
  /** Largest torque of the stiffness, N m. */
  readonly maxTorque: number;
}

/** One joint as three single-axis drives: the template "multiple joints" of the thesis, and ours by default. */
export interface JointSettings {
  readonly x: AxisSettings;
  readonly y: AxisSettings;
  readonly z: AxisSettings;
}

/** Ranges narrower than this count as locked, radians. */
const LOCKED_WIDTH = 1e-6;

export function isLocked({ low, high }: Pick<AxisSettings, 'low' | 'high'>): boolean {
  return high - low < LOCKED_WIDTH;
}
