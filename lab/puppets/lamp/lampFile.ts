import type { PuppetFile, PuppetPart } from '@leib/puppet';
import { cone, fingerTurn, hinge, limbShape, looseJoint, madeByCode, span } from '../structure.ts';
import { ankle, cableAt, knee, lampFace, nape, neckAt, shoulder } from './lampMesh.ts';

type Point = [number, number, number];
const point = (p: readonly [number, number, number]): Point => [p[0], p[1], p[2]];
const turnAboutX = (angle: number): [number, number, number, number] => [
  Math.sin(angle / 2),
  0,
  0,
  Math.cos(angle / 2),
];

/** A rigid box from `from` (its pivot) to `to`, in the plane x = 0: `start` and `end` say how far it reaches past them. */
function rigidBox(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  size: { across: number; deep: number; start: number; end: number },
): PuppetPart['shape'] {
  const length = Math.hypot(to[1] - from[1], to[2] - from[2]);
  const [uy, uz] = [(to[1] - from[1]) / length, (to[2] - from[2]) / length];
  const half = (length + size.start + size.end) / 2;
  const middle = half - size.start;
  return {
    kind: 'box',
    pivot: point(from),
    centre: [0, from[1] + uy * middle, from[2] + uz * middle],
    // From +z to the arm's direction, about x.
    rotation: turnAboutX(Math.atan2(-uy, uz)),
    halfSize: [size.across, size.deep, half],
  };
}

const NECK = 3;
const CABLE = 6;

const neck: PuppetPart[] = Array.from({ length: NECK }, (_, i) => ({
  name: `neck ${i + 1}`,
  parent: i === 0 ? 'upper arm' : `neck ${i}`,
  shape: limbShape(
    point(neckAt(i / NECK)),
    point(neckAt((i + 1) / NECK)),
    i === 0 ? 0.046 : 0.034,
    i === 0 ? 0.032 : 0.008,
  ),
  joint: { ...looseJoint(0.4, 3, 0.12), weight: 0.7 },
  region: 'soft',
}));

const cable: PuppetPart[] = Array.from({ length: CABLE }, (_, i) => ({
  name: `cable ${i + 1}`,
  parent: i === 0 ? 'base' : `cable ${i}`,
  shape: limbShape(point(cableAt(i / CABLE)), point(cableAt((i + 1) / CABLE)), 0.022, 0.012),
  joint: looseJoint(0.5, 2.4, 0.18),
  region: 'soft',
}));

const parts: PuppetPart[] = [
  {
    name: 'base',
    parent: null,
    shape: {
      kind: 'box',
      pivot: [0, 0, 0],
      centre: [0, 0.018, 0],
      rotation: [0, 0, 0, 1],
      halfSize: [0.1, 0.024, 0.1],
    },
    joint: looseJoint(0.3, 2.5, 0.3),
    region: 'hard',
  },
  {
    name: 'lower arm',
    parent: 'base',
    shape: rigidBox(ankle, knee, { across: 0.03, deep: 0.024, start: 0.024, end: -0.016 }),
    joint: hinge('x', span(-0.9, 1.1), { frequency: 1.5, damping: 0.2 }),
    region: 'hard',
  },
  {
    name: 'upper arm',
    parent: 'lower arm',
    shape: rigidBox(knee, shoulder, { across: 0.03, deep: 0.024, start: 0.024, end: -0.016 }),
    joint: hinge('x', span(-1, 1.2), { frequency: 1.8, damping: 0.18 }),
    region: 'hard',
  },
  ...neck,
  {
    name: 'shade',
    parent: `neck ${NECK}`,
    shape: rigidBox(nape, lampFace, { across: 0.095, deep: 0.095, start: 0.002, end: 0.014 }),
    joint: cone([0, lampFace[1] - nape[1], lampFace[2] - nape[2]], 0.8, 0.5, { frequency: 2.6, damping: 0.16 }),
    region: 'hard',
  },
  ...cable,
];

/** A desk lamp: rigid boxes on hinges, a springy neck, and a cable that swings behind it. */
export const lampFile: PuppetFile = madeByCode({
  name: 'Lamp',
  parts,
  chains: [
    {
      name: 'arm',
      parts: ['lower arm', 'upper arm', ...neck.map(({ name }) => name), 'shade'],
      root: 'fixed',
      tip: 'free',
      solver: 'ccd',
      wave: { speed: 12, kept: 0.7 },
    },
    {
      name: 'cable',
      parts: cable.map(({ name }) => name),
      root: 'fixed',
      tip: 'free',
      solver: 'ccd',
      wave: { speed: 10, kept: 0.9 },
    },
  ],
  effectors: [
    { name: 'shade', chain: 'arm', point: NECK + 3, turns: false },
    { name: 'shoulder', chain: 'arm', point: 2, turns: false },
    { name: 'plug', chain: 'cable', point: CABLE, turns: false },
  ],
  hands: [
    {
      name: 'Hand in the lamp',
      carries: { kind: 'puppet', positionScale: 1, turns: true },
      rotationPoint: point(ankle),
      connections: [
        fingerTurn({
          finger: 'index',
          part: 'shade',
          point: point(lampFace),
          axis: [1, 0, 0],
          angle: 0.7,
          carry: 0.03,
          magnets: { low: -0.6, high: 0.7, softness: 0.15 },
        }),
        fingerTurn({
          finger: 'middle',
          part: 'upper arm',
          point: point(shoulder),
          axis: [1, 0, 0],
          angle: 0.8,
          carry: 0.02,
          magnets: { low: -0.8, high: 0.9, softness: 0.15 },
        }),
        fingerTurn({
          finger: 'ring',
          part: 'lower arm',
          point: point(knee),
          axis: [1, 0, 0],
          angle: 0.7,
          carry: 0.02,
          magnets: { low: -0.7, high: 0.85, softness: 0.15 },
        }),
        fingerTurn({ finger: 'thumb', part: 'neck 1', point: point(nape), axis: [0, 1, 0], angle: 0.6, yaw: 0.5 }),
        fingerTurn({ finger: 'little', part: 'neck 2', point: point(nape), axis: [0, 0, 1], angle: 0.5 }),
      ],
      rest: null,
    },
    {
      name: 'Shade',
      carries: { kind: 'part', part: 'shade', turns: 1 },
      rotationPoint: point(nape),
      connections: [],
      rest: null,
    },
  ],
  inner: { method: 'simplify', points: 600 },
  skin: {
    iterations: 4,
    gravity: [0, -9.81, 0],
    regions: [
      { name: 'hard', stiffness: 1, damping: 0.6, mass: 3, maxDistance: 0.001 },
      { name: 'soft', stiffness: 0.7, damping: 0.25, mass: 1, maxDistance: 0.01 },
    ],
    paint: null,
    volume: 0.2,
    lips: [],
    layers: [],
  },
  stage: {
    floor: 0,
    things: [
      { name: 'ball', kind: 'ball', position: [0.05, 0.045, 0.3], size: [0.045, 0.045, 0.045], mass: 0.06 },
      { name: 'block', kind: 'block', position: [-0.18, 0.035, 0.24], size: [0.035, 0.035, 0.035], mass: 0.08 },
    ],
    grasps: [],
    bubbles: null,
  },
  notes: 'Made by code for Leib. Index nods the shade, middle and ring move the two arms, the thumb looks about.',
});
