import type { PuppetFile, PuppetPart } from '@leib/puppet';
import {
  around,
  cone,
  fingerPull,
  fingerTurn,
  hinge,
  limbShape,
  looseJoint,
  madeByCode,
  mirrorPart,
  span,
} from '../structure.ts';
import { humanJoints as joints } from './humanBody.generated.ts';

type Point = [number, number, number];
const at = (name: keyof typeof joints): Point => [...joints[name]];
const way = (a: Point, b: Point): Point => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];

/** The spine begins at the hips and carries the head. */
const spine: PuppetPart[] = [
  {
    name: 'hips',
    parent: null,
    shape: {
      kind: 'bone',
      from: at('hips'),
      to: at('spine'),
      influence: around([0, 0.35, 0], [0.14, 0.12, 0.12]),
    },
    joint: looseJoint(0.5, 1.6, 0.3),
    region: 'body',
  },
  {
    name: 'waist',
    parent: 'hips',
    shape: { kind: 'bone', from: at('spine'), to: at('chest'), influence: around([0, 0.425, 0], [0.12, 0.085, 0.11]) },
    joint: looseJoint(0.4, 2, 0.25),
    region: 'body',
  },
  {
    name: 'chest',
    parent: 'waist',
    shape: { kind: 'bone', from: at('chest'), to: at('neck'), influence: around([0, 0.505, 0], [0.13, 0.105, 0.12]) },
    joint: looseJoint(0.4, 2.2, 0.25),
    region: 'body',
  },
  {
    name: 'neck',
    parent: 'chest',
    shape: {
      kind: 'bone',
      from: at('neck'),
      to: at('head'),
      influence: around([0, 0.592, 0.006], [0.05, 0.036, 0.05]),
    },
    joint: looseJoint(0.5, 2.6, 0.25),
    region: 'head',
  },
  {
    name: 'head',
    parent: 'neck',
    shape: {
      kind: 'bone',
      from: at('head'),
      to: [0, 0.67, 0.012],
      influence: around([0, 0.64, 0.012], [0.075, 0.062, 0.085]),
    },
    joint: cone([0, 1, 0], 0.7, 0.8, { frequency: 2.6, damping: 0.25 }),
    region: 'head',
  },
];

function limbPart(
  name: string,
  parent: string,
  ends: [Point, Point],
  joint: PuppetPart['joint'],
  across: number,
): PuppetPart {
  return { name, parent, shape: limbShape(ends[0], ends[1], across, 0.018), joint, region: 'limbs' };
}

const handTip = at('leftMiddleDistal');
const fingers: Point = [handTip[0] + 0.012, handTip[1] - 0.022, handTip[2] + 0.006];
const elbowAxis: [number, number, number, number] = [0, Math.sin(0.21), 0, Math.cos(0.21)];
const left: PuppetPart[] = [
  limbPart(
    'left upper arm',
    'chest',
    [at('leftUpperArm'), at('leftLowerArm')],
    cone(way(at('leftUpperArm'), at('leftLowerArm')), 1.9, 0.9, { frequency: 1.1, damping: 0.16 }),
    0.042,
  ),
  limbPart(
    'left lower arm',
    'left upper arm',
    [at('leftLowerArm'), at('leftHand')],
    {
      limits: { kind: 'planes', rotation: elbowAxis, x: span(-2.4, 0.1), y: span(-0.4, 0.4), z: span(0, 0) },
      weight: 1,
      maxStep: null,
      spring: { frequency: 1.5, damping: 0.16 },
    },
    0.036,
  ),
  limbPart(
    'left hand',
    'left lower arm',
    [at('leftHand'), fingers],
    cone(way(at('leftHand'), fingers), 0.9, 0.3, { frequency: 2.4, damping: 0.2 }),
    0.046,
  ),
  limbPart(
    'left upper leg',
    'hips',
    [at('leftUpperLeg'), at('leftLowerLeg')],
    cone([0, -1, 0], 1.5, 0.6, { frequency: 1, damping: 0.2 }),
    0.056,
  ),
  limbPart(
    'left lower leg',
    'left upper leg',
    [at('leftLowerLeg'), at('leftFoot')],
    hinge('x', span(-0.05, 2.3), { frequency: 1.3, damping: 0.18 }),
    0.048,
  ),
  {
    name: 'left foot',
    parent: 'left lower leg',
    shape: {
      kind: 'bone',
      from: at('leftFoot'),
      to: [0.0467, 0.008, 0.07],
      influence: around([0.0455, 0.02, 0.016], [0.045, 0.04, 0.072]),
    },
    joint: cone([0.02, -0.2, 0.75], 0.6, 0.2, { frequency: 2.4, damping: 0.25 }),
    region: 'limbs',
  },
];

const sides = ['left', 'right'] as const;

/** The default body as a marionette: fingers lift hands and knees, the hand carries the hips. */
export const humanFile: PuppetFile = madeByCode({
  name: 'Human',
  parts: [...spine, ...left, ...left.map(mirrorPart)],
  chains: [
    {
      name: 'spine',
      parts: ['hips', 'waist', 'chest', 'neck', 'head'],
      root: 'fixed',
      tip: 'free',
      solver: 'ccd',
      wave: { speed: 12, kept: 0.6 },
    },
    ...sides.flatMap((side) => [
      {
        name: `${side} arm`,
        parts: [`${side} upper arm`, `${side} lower arm`, `${side} hand`],
        root: 'fixed' as const,
        tip: 'free' as const,
        solver: 'ccd' as const,
        wave: { speed: 14, kept: 0.6 },
      },
      {
        name: `${side} leg`,
        parts: [`${side} upper leg`, `${side} lower leg`, `${side} foot`],
        root: 'fixed' as const,
        tip: 'free' as const,
        solver: 'ccd' as const,
        wave: null,
      },
    ]),
  ],
  effectors: [
    ...sides.flatMap((side) => [
      { name: `${side} hand`, chain: `${side} arm`, point: 3, turns: false },
      { name: `${side} knee`, chain: `${side} leg`, point: 1, turns: false },
    ]),
    { name: 'head', chain: 'spine', point: 5, turns: false },
  ],
  hands: [
    {
      name: 'Threads',
      carries: { kind: 'puppet', positionScale: 1, turns: true },
      rotationPoint: [0, 0.72, 0],
      connections: [
        fingerPull('index', 'left hand', [0.04, 0.3, 0.12]),
        fingerPull('ring', 'right hand', [-0.04, 0.3, 0.12]),
        fingerPull('thumb', 'left knee', [0.01, 0.14, 0.13]),
        fingerPull('little', 'right knee', [-0.01, 0.14, 0.13]),
        fingerTurn({
          finger: 'middle',
          part: 'neck',
          point: [0, 0.66, 0.03],
          axis: [1, 0, 0],
          angle: 0.8,
          carry: 0.02,
          magnets: { low: -0.3, high: 0.75, softness: 0.15 },
        }),
      ],
      rest: null,
    },
    {
      name: 'Head and waist',
      carries: { kind: 'part', part: 'head', turns: 1 },
      rotationPoint: [0, 0.62, 0],
      connections: [
        fingerTurn({ finger: 'index', part: 'waist', point: [0, 0.44, 0.06], axis: [1, 0, 0], angle: 0.6 }),
        fingerTurn({ finger: 'middle', part: 'chest', point: [0, 0.52, 0.06], axis: [0, 0, 1], angle: 0.5 }),
      ],
      rest: null,
    },
  ],
  inner: { method: 'simplify', points: 700 },
  skin: {
    iterations: 5,
    gravity: [0, -9.81, 0],
    regions: [
      { name: 'body', stiffness: 0.6, damping: 0.3, mass: 1.2, maxDistance: 0.015 },
      { name: 'head', stiffness: 0.85, damping: 0.4, mass: 1, maxDistance: 0.006 },
      { name: 'limbs', stiffness: 0.7, damping: 0.3, mass: 1, maxDistance: 0.01 },
    ],
    paint: null,
    volume: 0.5,
    lips: [],
    layers: [],
  },
  stage: {
    floor: 0,
    things: [
      { name: 'ball', kind: 'ball', position: [0.06, 0.06, 0.3], size: [0.06, 0.06, 0.06], mass: 0.12 },
      { name: 'block', kind: 'block', position: [-0.25, 0.05, 0.2], size: [0.05, 0.05, 0.05], mass: 0.15 },
    ],
    grasps: [{ parts: ['left hand', 'right hand'], closed: 0.4 }],
    bubbles: { part: 'head', point: [0, 0.6, 0.075] },
  },
  notes:
    'The default body of @leib/body as a marionette, made by code. Index and ring lift the hands, thumb and little finger the knees.',
});
