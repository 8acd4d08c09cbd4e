import type { HandConnection, PuppetFile, PuppetPart } from '@leib/puppet';

type PuppetJoint = PuppetPart['joint'];
type Superellipsoid = Extract<PuppetPart['shape'], { kind: 'bone' }>['influence'];

import { mirrorOfPart } from '../../packages/puppet/dist/edits/mirrorPart.js';

/** Short words for the parts of the examples' files. */

type Point = [number, number, number];
type Quat = [number, number, number, number];

export const upright: Quat = [0, 0, 0, 1];
export const noRange = { min: 0, max: 0 };
export const span = (min: number, max: number) => ({ min, max });

/** A joint that gives way a little about all axes, and swings back. */
export function looseJoint(range: number, frequency: number, damping: number): PuppetJoint {
  const each = span(-range, range);
  return {
    limits: { kind: 'planes', rotation: upright, x: each, y: each, z: each },
    weight: 1,
    maxStep: null,
    spring: { frequency, damping },
  };
}

/** A hinge about x, y or z. */
export function hinge(
  axis: 'x' | 'y' | 'z',
  range: { min: number; max: number },
  spring: PuppetJoint['spring'],
): PuppetJoint {
  const planes = { x: noRange, y: noRange, z: noRange, [axis]: range };
  return { limits: { kind: 'planes', rotation: upright, ...planes }, weight: 1, maxStep: null, spring };
}

/** A ball joint: the part leans in a cone about its own direction at rest, and twists. */
export function cone(axis: Point, halfAngle: number, twist: number, spring: PuppetJoint['spring']): PuppetJoint {
  return {
    limits: { kind: 'cone', axis, halfAngle, twist: span(-twist, twist) },
    weight: 1,
    maxStep: null,
    spring,
  };
}

/** An ellipsoid of influence; x, y, z reach as far to both sides. */
export function around(centre: Point, [x, y, z]: Point, rotation: Quat = upright, throughAir = false): Superellipsoid {
  return {
    centre,
    rotation,
    reach: { right: x, left: x, up: y, down: y, front: z, back: z },
    e: 1,
    n: 1,
    throughAir,
  };
}

/** A bone whose influence lies along it: `across` thick, and `beyond` past both of its ends. */
export function limbShape(from: Point, to: Point, across: number, beyond: number): PuppetPart['shape'] {
  const way: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...way);
  const centre: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const influence = around(centre, [across, across, length / 2 + beyond], turnToZ(way, length));
  return { kind: 'bone', from, to, influence };
}

/** The turn that takes +z to a direction by the shortest way. */
function turnToZ([x, y, z]: Point, length: number): Quat {
  const w = 1 + z / length;
  if (w < 1e-6) return [1, 0, 0, 0];
  const size = Math.hypot(y / length, x / length, w);
  return [(0 - y) / length / size, x / length / size, 0, w / size];
}

/** A part of the left side (+x) on the right one. */
export function mirrorPart(part: PuppetPart): PuppetPart {
  return mirrorOfPart(part);
}

type Turn = Extract<HandConnection, { kind: 'turn' }>;

/** A finger that turns a part, with the usual rest: a straight curve, no yaw or splay, no throw, no stoppers. */
export function fingerTurn(
  turn: Pick<Turn, 'finger' | 'part' | 'point' | 'axis' | 'angle'> & Partial<Turn>,
): HandConnection {
  return { kind: 'turn', curve: [], spread: 0, yaw: 0, splay: 0, carry: 0, magnets: null, ...turn };
}

/** A finger that pulls an effector, as a thread does. */
export function fingerPull(
  finger: Turn['finger'],
  effector: string,
  travel: Point,
  yaw = 0,
  distance = 0,
): HandConnection {
  return { kind: 'effector', finger, effector, travel, yaw, distance };
}

/** A file whose mesh code makes. */
export function madeByCode(file: Omit<PuppetFile, 'format' | 'mesh'>): PuppetFile {
  return {
    format: 'leib-puppet/1',
    mesh: { uri: null, scale: 1, rotation: upright, position: [0, 0, 0] },
    ...file,
  };
}
