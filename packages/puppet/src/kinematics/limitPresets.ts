import { createQuat } from '@leib/core';
import type { PuppetLimits } from '../file/puppetFile.js';
import { writeFrameAlong } from './partJoint.js';

/** The usual joints. `along` is the part's direction at rest; `axis` what a hinge turns about. */

/** Joints of planes by their degrees of freedom: three, two, one. */
export const jointPresets = ['ball', 'universal', 'hinge'] as const;
export type JointPreset = (typeof jointPresets)[number];

type Planes = Extract<PuppetLimits, { kind: 'planes' }>;
type Direction = readonly [number, number, number];

const open = { min: -Math.PI, max: Math.PI };
const closed = { min: 0, max: 0 };
/** What a closed plane opens to, radians. */
const opened = { min: -1.2, max: 1.2 };

/** Three degrees of freedom. */
export function ballLimits(): PuppetLimits {
  return { kind: 'planes', rotation: [0, 0, 0, 1], x: open, y: open, z: open };
}

/** Two degrees of freedom: leans to every side and does not twist about itself. */
export function universalLimits(along: Direction, halfAngle = Math.PI / 2): PuppetLimits {
  const range = { min: -halfAngle, max: halfAngle };
  return { kind: 'planes', rotation: frameAlong(along), x: range, y: range, z: closed };
}

/** One degree of freedom, about an axis. */
export function hingeLimits(axis: Direction, min = -Math.PI / 2, max = Math.PI / 2): PuppetLimits {
  return { kind: 'planes', rotation: frameAlong(axis), x: closed, y: closed, z: { min, max } };
}

/** Leans up to the half angle from an axis, and twists. */
export function coneLimits(axis: Direction, halfAngle: number, twist = open): PuppetLimits {
  return { kind: 'cone', axis: [axis[0], axis[1], axis[2]], halfAngle, twist };
}

/**
 * Limits that are given, as a preset. Angles that were open stay as they are; a closed plane opens where the preset needs
 * it. A hinge keeps its widest plane.
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

/** A cone as three planes of the same opening: two that lean, and the twist about its axis, which is their z. */
function planesOf(limits: PuppetLimits): Planes {
  if (limits.kind === 'planes') return limits;
  const { axis, halfAngle, twist } = limits;
  const lean = { min: -halfAngle, max: halfAngle };
  return { kind: 'planes', rotation: frameAlong(axis), x: lean, y: lean, z: twist };
}

function widthOf({ min, max }: { readonly min: number; readonly max: number }): number {
  return max - min;
}

function frameAlong(along: Direction): [number, number, number, number] {
  const [x, y, z, w] = writeFrameAlong(createQuat(), along);
  return [x, y, z, w];
}
