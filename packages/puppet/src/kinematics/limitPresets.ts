import { createQuat } from '@leib/core';
import type { PuppetLimits, PuppetPart } from '../file/puppetFile.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import { writeFrameAlong } from './partJoint.js';

/** Joints of planes by their degrees of freedom: three, two, one. */
const planePresets = ['ball', 'universal', 'hinge'] as const;
type JointPreset = (typeof planePresets)[number] | 'cone';

type Planes = Extract<PuppetLimits, { kind: 'planes' }>;
type Direction = readonly [number, number, number];

const closed = { min: 0, max: 0 };
/** What a closed plane opens to, radians. */
const opened = { min: -1.2, max: 1.2 };

/** Leans to all sides within a cone about a limb's own direction at rest, and twists a little. */
export function limbLimits(from: Direction, to: Direction): PuppetLimits {
  const axis: [number, number, number] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  return { kind: 'cone', axis, halfAngle: 1.2, twist: { min: -0.6, max: 0.6 } };
}

/**
 * The limits of a part as a preset. Angles that were open stay as they are; a closed plane opens where the preset needs
 * it. A hinge keeps its widest plane; a cone is about the part's direction at rest.
 */
export function limitsOfPreset(part: PuppetPart, preset: JointPreset): PuppetLimits {
  if (preset === 'cone') return limbLimits(pivotOf(part), endOf(part));
  const planes = planesOf(part.joint.limits);
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
  if (limits.kind === 'cone') return 'cone';
  const open = [limits.x, limits.y, limits.z].filter((range) => widthOf(range) > 0).length;
  return open === 0 ? null : planePresets[3 - open];
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
