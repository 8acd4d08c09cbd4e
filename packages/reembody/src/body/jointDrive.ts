import type { HumanoidBone } from '@leib/core';
import { anatomy } from '../settings/anatomy.js';
import type { BoneKind } from '../settings/boneKinds.js';
import { type AxisName, axisNames, isLocked, type JointSettings } from '../settings/jointSettings.js';

/** The middle of three hinges stays below this, radians: at 90 degrees the outer two would turn about one axis. */
export const GIMBAL_MARGIN = (80 * Math.PI) / 180;

/**
 * How one part turns against the part it hangs on. Its coordinates are the angles of its hinges, outermost first, or,
 * for a ball joint, a unit quaternion w x y z; its speeds are one number per axis either way.
 */
export interface JointDrive {
  readonly bone: HumanoidBone;
  /** Part that it moves. */
  readonly part: number;
  readonly kind: 'hinges' | 'ball';
  /** Axes, 0 x, 1 y, 2 z: of hinges outermost first, of a ball x, y, z. */
  readonly axes: Int8Array;
  /** Order of the three turns that a rotation is taken apart in; the middle one is locked where there are two hinges. */
  readonly eulerAxes: Int8Array;
  /** +1 where eulerAxes run x y z x ..., -1 where backwards. */
  readonly handedness: number;
  /** Of a ball: the axis along the bone, which it twists about. */
  readonly twistAxis: number;
  /** Limits and torques by `axes`, radians and N m. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly maxTorque: Float64Array;
  /** Where its coordinates and speeds begin among those of the body's joints. */
  readonly firstCoordinate: number;
  readonly firstSpeed: number;
  readonly coordinateCount: number;
  readonly speedCount: number;
}

/** The drive of a part, or null where all its axes are locked. */
export function buildJointDrive(
  bone: HumanoidBone,
  kind: BoneKind,
  part: number,
  settings: JointSettings,
  firstCoordinate: number,
  firstSpeed: number,
): JointDrive | null {
  const { order } = anatomy[kind];
  const free = order.filter((name) => !isLocked(settings[name]));
  if (free.length === 0) return null;
  const middle = settings[order[1]];
  const isBall = free.length === 3 && Math.max(-middle.low, middle.high) > GIMBAL_MARGIN;
  const names: readonly AxisName[] = isBall ? axisNames : free;
  // Of two hinges the locked axis is the middle turn: leaving it out is then the smallest change.
  const locked = axisNames.filter((name) => !free.includes(name));
  const euler: readonly AxisName[] =
    free.length === 3 ? order : free.length === 2 ? [free[0], locked[0], free[1]] : [free[0], locked[0], locked[1]];
  const [first, second] = euler.map((name) => axisNames.indexOf(name));
  const numbers = (of: (name: AxisName) => number) => Float64Array.from(names, of);
  return {
    bone,
    part,
    kind: isBall ? 'ball' : 'hinges',
    axes: Int8Array.from(names, (name) => axisNames.indexOf(name)),
    eulerAxes: Int8Array.from(euler, (name) => axisNames.indexOf(name)),
    handedness: (second - first + 3) % 3 === 1 ? 1 : -1,
    twistAxis: axisNames.indexOf(order[2]),
    low: numbers((name) => settings[name].low),
    high: numbers((name) => settings[name].high),
    maxTorque: numbers((name) => settings[name].maxTorque),
    firstCoordinate,
    firstSpeed,
    coordinateCount: isBall ? 4 : names.length,
    speedCount: names.length,
  };
}
