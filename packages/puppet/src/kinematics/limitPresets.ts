import { createQuat } from '@leib/core';
import type { PuppetLimits } from '../file/puppetFile.js';
import { writeFrameAlong } from './partJoint.js';

/** The usual joints. `along` is the part's direction at rest; `axis` what a hinge turns about. */

type Direction = readonly [number, number, number];

const open = { min: -Math.PI, max: Math.PI };
const closed = { min: 0, max: 0 };

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

function frameAlong(along: Direction): [number, number, number, number] {
  const [x, y, z, w] = writeFrameAlong(createQuat(), along);
  return [x, y, z, w];
}
