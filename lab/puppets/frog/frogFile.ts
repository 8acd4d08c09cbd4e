import type { PuppetFile, PuppetPart } from '@leib/puppet';
import { around, cone, fingerTurn, hinge, limbShape, looseJoint, madeByCode, mirrorPart, span } from '../structure.ts';
import { EYE_RADIUS, leftEye } from './frogMesh.ts';

/** Where the mouth opens: behind its corners. */
const JAW: [number, number, number] = [0, 0.345, -0.055];
const eyeReach = EYE_RADIUS * 1.8;

const leftEyePart: PuppetPart = {
  name: 'left eye',
  parent: 'upper lip',
  shape: {
    kind: 'bone',
    from: [...leftEye],
    to: [leftEye[0], leftEye[1], leftEye[2] + EYE_RADIUS],
    influence: around([...leftEye], [eyeReach, eyeReach, eyeReach]),
  },
  joint: {
    limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: span(-0.35, 1.5), y: span(-0.45, 0.45), z: span(0, 0) },
    weight: 1,
    maxStep: null,
    spring: { frequency: 6, damping: 0.45 },
  },
  region: 'hard',
};

const leftArm: PuppetPart[] = [
  {
    name: 'left upper arm',
    parent: 'body',
    shape: limbShape([0.062, 0.222, 0.002], [0.122, 0.162, 0.02], 0.036, 0.012),
    joint: cone([0.06, -0.06, 0.018], 1.1, 0.5, { frequency: 1.7, damping: 0.22 }),
    region: 'arms',
  },
  {
    name: 'left lower arm',
    parent: 'left upper arm',
    shape: limbShape([0.122, 0.162, 0.02], [0.158, 0.1, 0.072], 0.034, 0.014),
    joint: cone([0.036, -0.062, 0.052], 1.2, 0.4, { frequency: 2.2, damping: 0.2 }),
    region: 'arms',
  },
  {
    name: 'left hand',
    parent: 'left lower arm',
    shape: limbShape([0.158, 0.1, 0.072], [0.17, 0.082, 0.12], 0.05, 0.014),
    joint: cone([0.012, -0.018, 0.048], 0.7, 0.3, { frequency: 3.2, damping: 0.25 }),
    region: 'arms',
  },
];

const parts: PuppetPart[] = [
  {
    name: 'body',
    parent: null,
    shape: {
      kind: 'bone',
      from: [0, 0.01, -0.005],
      to: [0, 0.25, -0.012],
      influence: around([0, 0.12, 0], [0.17, 0.19, 0.17]),
    },
    joint: looseJoint(0.25, 1.6, 0.35),
    region: 'body',
  },
  {
    name: 'head',
    parent: 'body',
    shape: {
      kind: 'bone',
      from: [0, 0.275, -0.02],
      to: [0, 0.345, -0.03],
      influence: {
        ...around([0, 0.34, -0.06], [0.19, 0.12, 0.1]),
        // Ends above the scarf.
        reach: { right: 0.19, left: 0.19, up: 0.12, down: 0.055, front: 0.1, back: 0.1 },
      },
    },
    joint: looseJoint(0.5, 2.4, 0.3),
    region: 'head',
  },
  {
    name: 'upper lip',
    parent: 'head',
    shape: {
      kind: 'bone',
      // Inside of the upper jaw, so that no short way leads from it to the lower lip.
      from: [0, 0.37, -0.06],
      to: [0, 0.385, 0.13],
      influence: {
        ...around([0, 0.385, 0.05], [0.26, 0.1, 0.2]),
        reach: { right: 0.26, left: 0.26, up: 0.11, down: 0.075, front: 0.2, back: 0.13 },
      },
    },
    joint: hinge('x', span(-0.75, 0.1), { frequency: 5, damping: 0.5 }),
    region: 'lips',
  },
  {
    name: 'lower lip',
    parent: 'head',
    shape: {
      kind: 'bone',
      from: [0, 0.318, -0.06],
      to: [0, 0.303, 0.12],
      influence: {
        ...around([0, 0.303, 0.05], [0.26, 0.07, 0.2]),
        reach: { right: 0.26, left: 0.26, up: 0.08, down: 0.035, front: 0.2, back: 0.13 },
      },
    },
    joint: hinge('x', span(-0.1, 0.8), { frequency: 5, damping: 0.5 }),
    region: 'lips',
  },
  leftEyePart,
  mirrorPart(leftEyePart),
  ...leftArm,
  ...leftArm.map(mirrorPart),
];

const upperFingers = [
  { finger: 'index', x: 0.095 },
  { finger: 'middle', x: 0.034 },
  { finger: 'ring', x: -0.034 },
  { finger: 'little', x: -0.095 },
] as const;

/** A frog in the manner of a hand puppet: four fingers in the upper lip, the thumb in the lower one. */
export const frogFile: PuppetFile = madeByCode({
  name: 'Frog',
  parts,
  chains: ['left', 'right'].map((side) => ({
    name: `${side} arm`,
    parts: [`${side} upper arm`, `${side} lower arm`, `${side} hand`],
    root: 'fixed' as const,
    tip: 'free' as const,
    solver: 'ccd' as const,
    wave: { speed: 14, kept: 0.7 },
  })),
  effectors: ['left', 'right'].map((side) => ({
    name: `${side} hand`,
    chain: `${side} arm`,
    point: 3,
    turns: false,
  })),
  hands: [
    {
      name: 'Hand in the mouth',
      carries: { kind: 'puppet', positionScale: 1, turns: true },
      rotationPoint: JAW,
      connections: [
        ...upperFingers.map(({ finger, x }) =>
          fingerTurn({
            finger,
            part: 'upper lip',
            point: [x, 0.36, 0.135 - 2.6 * x * x],
            axis: [1, 0, 0],
            angle: -0.62,
            spread: 0.05,
            carry: 0.02,
            magnets: { low: -0.52, high: 0.05, softness: 0.12 },
          }),
        ),
        fingerTurn({
          finger: 'thumb',
          part: 'lower lip',
          point: [0, 0.325, 0.13],
          axis: [1, 0, 0],
          angle: 0.62,
          carry: 0.02,
          magnets: { low: -0.05, high: 0.5, softness: 0.12 },
        }),
      ],
      rest: null,
    },
    {
      name: 'Eyes',
      carries: { kind: 'nothing' },
      rotationPoint: [0, 0.42, 0],
      connections: [
        fingerTurn({ finger: 'index', part: 'left eye', point: [...leftEye], axis: [1, 0, 0], angle: 1.05, yaw: 0.8 }),
        fingerTurn({
          finger: 'middle',
          part: 'right eye',
          point: [-leftEye[0], leftEye[1], leftEye[2]],
          axis: [1, 0, 0],
          angle: 1.05,
          yaw: 0.8,
        }),
        fingerTurn({ finger: 'thumb', part: 'head', point: [0, 0.4, 0], axis: [0, 0, 1], angle: 0.4 }),
      ],
      rest: null,
    },
  ],
  inner: { method: 'simplify', points: 900 },
  skin: {
    iterations: 5,
    gravity: [0, -9.81, 0],
    regions: [
      { name: 'body', stiffness: 0.45, damping: 0.25, mass: 1.2, maxDistance: 0.03 },
      { name: 'head', stiffness: 0.6, damping: 0.3, mass: 1, maxDistance: 0.02 },
      { name: 'lips', stiffness: 0.55, damping: 0.3, mass: 0.9, maxDistance: 0.02 },
      { name: 'arms', stiffness: 0.6, damping: 0.3, mass: 0.8, maxDistance: 0.015 },
      { name: 'hard', stiffness: 0.97, damping: 0.6, mass: 1, maxDistance: 0.003 },
    ],
    paint: null,
    volume: 0.5,
    lips: [{ upper: 'upper lip', lower: 'lower lip', gap: 0.003 }],
    layers: [],
  },
  stage: {
    floor: 0,
    things: [
      { name: 'ball', kind: 'ball', position: [0.22, 0.05, 0.2], size: [0.05, 0.05, 0.05], mass: 0.08 },
      { name: 'biscuit', kind: 'biscuit', position: [0, 0.012, 0.34], size: [0.045, 0.012, 0.045], mass: 0.03 },
    ],
    grasps: [{ parts: ['upper lip', 'lower lip'], closed: 0.35 }],
    bubbles: { part: 'lower lip', point: [0, 0.342, 0.15] },
  },
  notes: 'Made by code for Leib. Wear it on one hand; the second hand closes its eyes and tilts its head.',
});
