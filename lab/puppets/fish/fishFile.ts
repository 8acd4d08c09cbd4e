import type { PuppetFile, PuppetPart } from '@leib/puppet';
import { around, cone, fingerPull, fingerTurn, hinge, madeByCode, mirrorPart, span } from '../structure.ts';
import { HEIGHT } from './fishMesh.ts';

type Point = [number, number, number];
const at = (x: number, y: number, z: number): Point => [x, HEIGHT + y, z];

/** The spine from the head to the tip of the tail: where each of its bones begins, and what it holds. */
const spine: { name: string; z: number; reach: Point; middle: Point; region: string }[] = [
  { name: 'head', z: 0.05, middle: at(0, 0, 0.12), reach: [0.13, 0.16, 0.135], region: 'head' },
  { name: 'shoulders', z: 0.05, middle: at(0, 0, 0.005), reach: [0.13, 0.2, 0.11], region: 'body' },
  { name: 'trunk', z: 0.0, middle: at(0, 0, -0.045), reach: [0.1, 0.22, 0.09], region: 'body' },
  { name: 'hips', z: -0.07, middle: at(0, 0, -0.11), reach: [0.09, 0.18, 0.085], region: 'body' },
  { name: 'stalk', z: -0.14, middle: at(0, 0.01, -0.17), reach: [0.06, 0.1, 0.06], region: 'body' },
  { name: 'tail', z: -0.2, middle: at(0, 0.012, -0.255), reach: [0.05, 0.2, 0.085], region: 'fins' },
  { name: 'tail tip', z: -0.28, middle: at(0, 0.012, -0.33), reach: [0.05, 0.22, 0.075], region: 'fins' },
];
const ends = [0.2, 0, -0.07, -0.14, -0.2, -0.28, -0.36];

const backbone: PuppetPart[] = spine.map(({ name, z, middle, reach, region }, i) => ({
  name,
  parent: i === 0 ? null : i === 1 ? 'head' : spine[i - 1].name,
  shape: { kind: 'bone', from: at(0, 0.005, z), to: at(0, 0.005, ends[i]), influence: around(middle, reach) },
  joint: {
    limits:
      i === 0
        ? { kind: 'cone', axis: [0, 0, 1], halfAngle: 0.3, twist: span(-0.2, 0.2) }
        : { kind: 'planes', rotation: [0, 0, 0, 1], x: span(-0.12, 0.12), y: span(-0.55, 0.55), z: span(-0.15, 0.15) },
    weight: Math.min(1, 0.35 + 0.12 * i),
    maxStep: null,
    spring: { frequency: 1.1 + 0.12 * i, damping: 0.16 },
  },
  region,
}));

const leftFin: PuppetPart = {
  name: 'left fin',
  parent: 'head',
  shape: {
    kind: 'bone',
    from: at(0.055, -0.035, 0.08),
    to: at(0.145, -0.07, 0.01),
    influence: around(at(0.108, -0.062, 0.035), [0.07, 0.06, 0.07]),
  },
  joint: cone([0.09, -0.035, -0.07], 0.9, 0.4, { frequency: 2.2, damping: 0.15 }),
  region: 'fins',
};

/** Folded down towards the tail; the dorsal and the belly fin only follow the body. */
const jaw: PuppetPart = {
  name: 'jaw',
  parent: 'head',
  shape: {
    kind: 'bone',
    from: at(0, -0.012, 0.14),
    to: at(0, -0.022, 0.2),
    influence: {
      ...around(at(0, -0.014, 0.182), [0.05, 0.035, 0.045]),
      reach: { right: 0.05, left: 0.05, up: 0.008, down: 0.045, front: 0.045, back: 0.04 },
    },
  },
  joint: hinge('x', span(-0.15, 0.6), { frequency: 5, damping: 0.4 }),
  region: 'head',
};

/** A fish that swims in the air: a wave runs through its chain, and the tail follows the head. */
export const fishFile: PuppetFile = madeByCode({
  name: 'Fish',
  parts: [...backbone, leftFin, mirrorPart(leftFin), jaw],
  chains: [
    {
      name: 'body',
      parts: ['shoulders', 'trunk', 'hips', 'stalk', 'tail', 'tail tip'],
      root: 'fixed',
      tip: 'free',
      solver: 'ccd',
      wave: { speed: 9, kept: 0.92 },
    },
  ],
  effectors: [
    { name: 'tail tip', chain: 'body', point: 6, turns: false },
    { name: 'middle', chain: 'body', point: 3, turns: false },
  ],
  hands: [
    {
      name: 'Hand in the fish',
      carries: { kind: 'puppet', positionScale: 1.2, turns: true },
      rotationPoint: at(0, 0, 0.06),
      connections: [
        fingerPull('middle', 'tail tip', [0.16, 0, 0.03]),
        fingerPull('ring', 'tail tip', [-0.16, 0, 0.03]),
        fingerTurn({
          finger: 'index',
          part: 'left fin',
          point: at(0.12, -0.06, 0.03),
          axis: [0, -0.3, 1],
          angle: 0.9,
          carry: 0.03,
        }),
        fingerTurn({
          finger: 'little',
          part: 'right fin',
          point: at(-0.12, -0.06, 0.03),
          axis: [0, -0.3, 1],
          angle: -0.9,
          carry: 0.03,
        }),
        fingerTurn({
          finger: 'thumb',
          part: 'jaw',
          point: at(0, -0.02, 0.2),
          axis: [1, 0, 0],
          angle: 0.55,
          magnets: { low: -0.08, high: 0.5, softness: 0.1 },
        }),
      ],
      rest: null,
    },
    {
      name: 'Body',
      carries: { kind: 'part', part: 'shoulders', turns: 0.6 },
      rotationPoint: at(0, 0, 0),
      connections: [
        fingerTurn({ finger: 'index', part: 'trunk', point: at(0, 0, -0.03), axis: [0, 1, 0], angle: 0.4 }),
        fingerTurn({ finger: 'middle', part: 'hips', point: at(0, 0, -0.1), axis: [0, 1, 0], angle: 0.4 }),
        fingerTurn({ finger: 'ring', part: 'stalk', point: at(0, 0, -0.17), axis: [0, 1, 0], angle: 0.4 }),
        fingerTurn({ finger: 'little', part: 'tail', point: at(0, 0, -0.24), axis: [0, 1, 0], angle: 0.4 }),
      ],
      rest: null,
    },
  ],
  inner: { method: 'simplify', points: 700 },
  skin: {
    iterations: 5,
    gravity: [0, -1.5, 0],
    regions: [
      { name: 'body', stiffness: 0.5, damping: 0.2, mass: 1.2, maxDistance: 0.02 },
      { name: 'head', stiffness: 0.8, damping: 0.35, mass: 1, maxDistance: 0.008 },
      { name: 'fins', stiffness: 0.55, damping: 0.14, mass: 0.5, maxDistance: 0.025 },
    ],
    paint: null,
    volume: 0.5,
    lips: [],
    layers: [],
  },
  stage: {
    floor: 0,
    things: [
      { name: 'ball', kind: 'ball', position: [0.1, 0.05, 0.35], size: [0.05, 0.05, 0.05], mass: 0.05 },
      { name: 'biscuit', kind: 'biscuit', position: [-0.15, 0.01, 0.3], size: [0.04, 0.01, 0.04], mass: 0.02 },
    ],
    grasps: [{ parts: ['head', 'jaw'], closed: 0.4 }],
    bubbles: { part: 'jaw', point: at(0, -0.008, 0.215) },
  },
  notes: 'Made by code for Leib. Middle and ring finger sweep the tail to either side, the thumb opens the mouth.',
});
