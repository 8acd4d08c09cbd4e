import type { PuppetLimits } from '../file/puppetFile.js';

/** Joints by their degrees of freedom: three, two, one. */
export const jointPresets = ['ball', 'universal', 'hinge'] as const;
export type JointPreset = (typeof jointPresets)[number];

const closed = { min: 0, max: 0 };
/** What an opened plane begins with, radians. */
const opened = { min: -1.2, max: 1.2 };

/**
 * Limits of a preset. Angles that were open stay as they are; a closed plane opens where the preset needs it. A hinge keeps
 * its widest plane.
 */
export function limitsOfPreset(preset: JointPreset, limits: PuppetLimits): PuppetLimits {
  const planes = planesOf(limits);
  const axes = ['x', 'y', 'z'] as const;
  const widest = [...axes].sort((a, b) => widthOf(planes[b]) - widthOf(planes[a]));
  const kept = preset === 'ball' ? axes : widest.slice(0, preset === 'universal' ? 2 : 1);
  const range = (axis: (typeof axes)[number]) => {
    if (!kept.includes(axis)) return closed;
    return widthOf(planes[axis]) > 0 ? planes[axis] : opened;
  };
  return { ...planes, x: range('x'), y: range('y'), z: range('z') };
}

/** Which preset limits are; null where all planes are closed. */
export function presetOf(limits: PuppetLimits): JointPreset | null {
  const planes = planesOf(limits);
  const open = [planes.x, planes.y, planes.z].filter((range) => widthOf(range) > 0).length;
  return open === 0 ? null : jointPresets[3 - open];
}

type Planes = Extract<PuppetLimits, { kind: 'planes' }>;

/** A cone as three planes of the same opening: two that lean, and the twist about its axis, which is their y. */
function planesOf(limits: PuppetLimits): Planes {
  if (limits.kind === 'planes') return limits;
  const { axis, halfAngle, twist } = limits;
  const lean = { min: -halfAngle, max: halfAngle };
  return { kind: 'planes', rotation: turnFromY(axis), x: lean, y: twist, z: lean };
}

/** The shortest turn from +y to a direction. */
function turnFromY([x, y, z]: readonly [number, number, number]): [number, number, number, number] {
  const length = Math.hypot(x, y, z);
  const w = 1 + y / length;
  if (w < 1e-9) return [1, 0, 0, 0];
  const size = Math.hypot(z / length, x / length, w);
  return [z / length / size, 0, -x / length / size, w / size];
}

function widthOf({ min, max }: { readonly min: number; readonly max: number }): number {
  return max - min;
}
