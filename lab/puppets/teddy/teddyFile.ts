import type { PuppetFile, PuppetPart } from '@leib/puppet';
import { around, cone, fingerTurn, limbShape, looseJoint, madeByCode, mirrorPart, span } from '../structure.ts';
import { honey } from './teddyMesh.ts';

const left: PuppetPart[] = [
  {
    name: 'left ear',
    parent: 'head',
    shape: {
      kind: 'bone',
      from: [0.072, 0.385, 0],
      to: [0.094, 0.435, 0],
      influence: around([0.086, 0.408, 0], [0.056, 0.05, 0.045]),
    },
    joint: cone([0.022, 0.05, 0], 0.5, 0.3, { frequency: 4, damping: 0.14 }),
    region: 'ears',
  },
  {
    name: 'left arm',
    parent: 'belly',
    shape: limbShape([0.092, 0.204, 0.013], [0.19, 0.144, 0.066], 0.066, 0.022),
    joint: cone([0.083, -0.051, 0.04], 1.3, 0.5, { frequency: 1.9, damping: 0.18 }),
    region: 'limbs',
  },
  {
    name: 'left leg',
    parent: 'belly',
    shape: limbShape([0.078, 0.056, 0.06], [0.124, 0.06, 0.205], 0.082, 0.018),
    joint: cone([0.046, 0.004, 0.145], 0.8, 0.3, { frequency: 2, damping: 0.22 }),
    region: 'limbs',
  },
];

const parts: PuppetPart[] = [
  {
    name: 'belly',
    parent: null,
    shape: {
      kind: 'bone',
      from: [0, 0.02, 0],
      to: [0, 0.22, 0],
      influence: around([0, 0.13, 0.012], [0.16, 0.165, 0.15]),
    },
    joint: looseJoint(0.35, 1.3, 0.25),
    region: 'belly',
  },
  {
    name: 'head',
    parent: 'belly',
    shape: {
      kind: 'bone',
      from: [0, 0.24, 0],
      to: [0, 0.35, 0.01],
      influence: around([0, 0.335, 0.02], [0.16, 0.112, 0.14]),
    },
    joint: {
      limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: span(-0.6, 0.7), y: span(-0.9, 0.9), z: span(-0.6, 0.6) },
      weight: 1,
      maxStep: null,
      spring: { frequency: 2, damping: 0.22 },
    },
    region: 'head',
  },
  ...left,
  ...left.map(mirrorPart),
];

/** A teddy with fur and a belly that wobbles: the hand carries it, fingers nod its head and wave its arms. */
export const teddyFile: PuppetFile = madeByCode({
  name: 'Teddy',
  parts,
  chains: ['left', 'right'].flatMap((side) =>
    ['arm', 'leg'].map((limb) => ({
      name: `${side} ${limb}`,
      parts: [`${side} ${limb}`],
      root: 'fixed' as const,
      tip: 'free' as const,
      solver: 'ccd' as const,
      wave: null,
    })),
  ),
  effectors: ['left', 'right'].flatMap((side) =>
    ['arm', 'leg'].map((limb) => ({
      name: `${side} ${limb === 'arm' ? 'paw' : 'foot'}`,
      chain: `${side} ${limb}`,
      point: 1,
      turns: false,
    })),
  ),
  hands: [
    {
      name: 'Hand in the bear',
      carries: { kind: 'puppet', positionScale: 1, turns: true },
      rotationPoint: [0, 0.12, 0],
      connections: [
        fingerTurn({
          finger: 'index',
          part: 'head',
          point: [0, 0.33, 0.1],
          axis: [1, 0, 0],
          angle: 0.7,
          yaw: 0.4,
          carry: 0.03,
          magnets: { low: -0.5, high: 0.6, softness: 0.12 },
        }),
        fingerTurn({
          finger: 'middle',
          part: 'head',
          point: [0, 0.37, 0.05],
          axis: [0, 0, 1],
          angle: 0.5,
          carry: 0.02,
        }),
        fingerTurn({
          finger: 'thumb',
          part: 'left arm',
          point: [0.175, 0.153, 0.058],
          axis: [-0.4, 0.35, 0.85],
          angle: 1.35,
          carry: 0.04,
          magnets: { low: -0.4, high: 1.3, softness: 0.2 },
        }),
        fingerTurn({
          finger: 'little',
          part: 'right arm',
          point: [-0.175, 0.153, 0.058],
          axis: [-0.4, -0.35, -0.85],
          angle: 1.35,
          carry: 0.04,
          magnets: { low: -0.4, high: 1.3, softness: 0.2 },
        }),
        fingerTurn({ finger: 'ring', part: 'belly', point: [0, 0.12, 0.1], axis: [1, 0, 0], angle: 0.4, carry: 0.02 }),
      ],
      rest: null,
    },
    {
      name: 'Ears and legs',
      carries: { kind: 'nothing' },
      rotationPoint: [0, 0.2, 0],
      connections: [
        fingerTurn({ finger: 'index', part: 'left ear', point: [0.09, 0.42, 0], axis: [1, 0, 0], angle: 0.6 }),
        fingerTurn({ finger: 'middle', part: 'right ear', point: [-0.09, 0.42, 0], axis: [1, 0, 0], angle: 0.6 }),
        fingerTurn({ finger: 'thumb', part: 'left leg', point: [0.124, 0.06, 0.19], axis: [1, 0, 0], angle: -0.7 }),
        fingerTurn({ finger: 'little', part: 'right leg', point: [-0.124, 0.06, 0.19], axis: [1, 0, 0], angle: -0.7 }),
      ],
      rest: null,
    },
  ],
  inner: { method: 'simplify', points: 700 },
  skin: {
    iterations: 5,
    gravity: [0, -9.81, 0],
    regions: [
      { name: 'belly', stiffness: 0.55, damping: 0.1, mass: 1.6, maxDistance: 0.03 },
      { name: 'head', stiffness: 0.78, damping: 0.25, mass: 1.2, maxDistance: 0.012 },
      { name: 'limbs', stiffness: 0.7, damping: 0.2, mass: 1.2, maxDistance: 0.015 },
      { name: 'ears', stiffness: 0.65, damping: 0.15, mass: 0.8, maxDistance: 0.012 },
      // Eyes, nose and bow: they do not wobble, and no fur grows on them.
      { name: 'bare', stiffness: 0.95, damping: 0.5, mass: 1, maxDistance: 0 },
    ],
    paint: null,
    volume: 0.6,
    lips: [],
    layers: [
      { kind: 'fat', thickness: 0.003, stiffness: 0.66, damping: 0.1 },
      {
        kind: 'fur',
        length: 0.0125,
        shells: 14,
        stiffness: 0.5,
        damping: 0.25,
        density: 520,
        colour: [honey[0], honey[1], honey[2]],
      },
    ],
  },
  stage: {
    floor: 0,
    things: [
      { name: 'ball', kind: 'ball', position: [0.02, 0.055, 0.32], size: [0.055, 0.055, 0.055], mass: 0.1 },
      { name: 'block', kind: 'block', position: [-0.24, 0.04, 0.2], size: [0.04, 0.04, 0.04], mass: 0.12 },
      { name: 'biscuit', kind: 'biscuit', position: [0.2, 0.01, 0.28], size: [0.045, 0.01, 0.045], mass: 0.03 },
    ],
    grasps: [{ parts: ['left arm', 'right arm'], closed: 0.4 }],
    bubbles: { part: 'head', point: [0, 0.285, 0.135] },
  },
  notes: 'Made by code for Leib. Thumb and little finger wave its arms, index and middle move its head.',
});
