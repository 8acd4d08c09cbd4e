import type { HumanoidBone } from '@leib/core';
import { type AxisSettings, isLocked, type JointSettings } from './jointSettings.js';
import type { RemoteBodySettings } from './remoteBodySettings.js';

/** Unity's one joint with three axes: x has a low and a high angle, y and z one symmetric angle each and one drive. */
export interface ThreeAxisJoint {
  readonly x: AxisSettings;
  /** Symmetric limits, radians. */
  readonly yLimit: number;
  readonly zLimit: number;
  /** What y and z share. */
  readonly yz: Pick<AxisSettings, 'kp' | 'kd' | 'maxTorque'>;
}

/** The template "single joint" of the thesis. */
export type ThreeAxisTemplate = Readonly<Partial<Record<HumanoidBone, ThreeAxisJoint>>>;

/**
 * Three drives as one joint: y and z take the larger of the absolute values of their low and high angle, so that no
 * pose is lost (thesis, section 6.3), and of the two drives the stronger one's gains.
 */
export function toThreeAxisJoint({ x, y, z }: JointSettings): ThreeAxisJoint {
  const [leader, other] = isLocked(y) || (!isLocked(z) && (z.kp ?? 0) > (y.kp ?? 0)) ? [z, y] : [y, z];
  return {
    x,
    yLimit: largerAngle(y),
    zLimit: largerAngle(z),
    yz: { kp: leader.kp, kd: leader.kd, maxTorque: Math.max(leader.maxTorque, other.maxTorque) },
  };
}

/**
 * One joint as three drives. Where the drives as they were before are known, only the angle that had been the larger
 * one takes the new value: the other is not written down in a joint with symmetric limits (thesis, section 6.3).
 */
export function toSingleAxisJoint(joint: ThreeAxisJoint, before?: JointSettings): JointSettings {
  return {
    x: joint.x,
    y: { ...joint.yz, ...range(joint.yLimit, before?.y) },
    z: { ...joint.yz, ...range(joint.zLimit, before?.z) },
  };
}

export function toThreeAxisTemplate(settings: RemoteBodySettings): ThreeAxisTemplate {
  return Object.fromEntries(
    Object.entries(settings.joints).map(([bone, joint]) => [bone, toThreeAxisJoint(joint)]),
  ) as ThreeAxisTemplate;
}

/** Settings whose joints follow a three-axis template; bones it does not name stay as they are. */
export function applyThreeAxisTemplate(settings: RemoteBodySettings, template: ThreeAxisTemplate): RemoteBodySettings {
  const joints = { ...settings.joints };
  for (const [name, joint] of Object.entries(template)) {
    const bone = name as HumanoidBone;
    joints[bone] = toSingleAxisJoint(joint, settings.joints[bone]);
  }
  return { ...settings, joints };
}

function largerAngle({ low, high }: AxisSettings): number {
  return Math.max(Math.abs(low), Math.abs(high));
}

function range(limit: number, before: AxisSettings | undefined): { low: number; high: number } {
  if (before === undefined) return { low: -limit, high: limit };
  return Math.abs(before.low) > Math.abs(before.high)
    ? { low: -limit, high: Math.min(before.high, limit) }
    : { low: Math.max(before.low, -limit), high: limit };
}
