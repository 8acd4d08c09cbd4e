import { paintOf } from './paint.js';
import type { PuppetFile, PuppetPart } from './puppetFile.js';
import { createPuppet, freeJoint } from './puppetSchema.js';

type Point = [number, number, number];

/** Tests only: a bone with an influence around it. */
function bone(name: string, parent: string | null, from: Point, to: Point): PuppetPart {
  const centre: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const reach = { right: 0.3, left: 0.3, up: 0.3, down: 0.3, front: 0.3, back: 0.3 };
  const influence = {
    centre,
    rotation: [0, 0, 0, 1] as [number, number, number, number],
    reach,
    e: 1,
    n: 1,
    throughAir: true,
  };
  return { name, parent, shape: { kind: 'bone', from, to, influence }, joint: freeJoint, region: null };
}

/** Tests only: a puppet that has something of everything that the format knows. */
export function samplePuppet(): PuppetFile {
  const file = createPuppet('newt', 'newt.glb', { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const trunk: PuppetPart = {
    name: 'trunk',
    parent: null,
    shape: { kind: 'box', pivot: [0, 0.2, 0], centre: [0, 0.2, 0], rotation: [0, 0, 0, 1], halfSize: [0.3, 0.2, 0.4] },
    joint: { ...freeJoint, limits: { kind: 'cone', axis: [0, 2, 0], halfAngle: 0.5, twist: { min: -0.1, max: 0.1 } } },
    region: 'belly',
  };
  const head: PuppetPart = {
    ...bone('head', 'trunk', [0, 0.3, 0.3], [0, 0.35, 0.7]),
    joint: { ...freeJoint, spring: { frequency: 2, damping: 0.3 }, maxStep: 0.2 },
  };
  return {
    ...file,
    // The jaw stands before its parent on purpose.
    parts: [
      trunk,
      bone('jaw', 'head', [0, 0.3, 0.4], [0, 0.25, 0.7]),
      head,
      bone('tail 1', 'trunk', [0, 0.2, -0.4], [0, 0.2, -0.7]),
      bone('tail 2', 'tail 1', [0, 0.2, -0.7], [0, 0.2, -1]),
    ],
    chains: [
      {
        name: 'tail',
        parts: ['tail 1', 'tail 2'],
        root: 'fixed',
        tip: 'free',
        solver: 'ccd',
        wave: { speed: 8, kept: 0.8 },
      },
    ],
    effectors: [{ name: 'tip', chain: 'tail', point: 2, turns: false }],
    hands: [
      {
        ...file.hands[0],
        connections: [
          { kind: 'effector', finger: 'little', effector: 'tip', travel: [0, 0.2, 0], yaw: 0.5, distance: 0.1 },
          {
            kind: 'turn',
            finger: 'thumb',
            part: 'jaw',
            point: [0, 0.3, 0.6],
            axis: [1, 0, 0],
            angle: 0.8,
            curve: [
              { bend: 0, share: 0 },
              { bend: 0.5, share: 0.2 },
              { bend: 1, share: 1 },
            ],
            spread: 0.1,
            yaw: 0,
            splay: 0.4,
            carry: 0.05,
            magnets: { low: 0, high: 0.7, softness: 0.1 },
          },
        ],
        rest: {
          bends: { thumb: 0.1, index: 0.1, middle: 0.1, ring: 0.1, little: 0.1 },
          fist: { thumb: 0.8, index: 0.9, middle: 0.9, ring: 0.9, little: 0.9 },
          position: [0, 1, 0],
          rotation: [0, 0, 0, 1],
        },
      },
      { ...file.hands[0], name: 'eyes', carries: { kind: 'part', part: 'head', turns: 1 } },
    ],
    skin: {
      ...file.skin,
      regions: [...file.skin.regions, { name: 'belly', stiffness: 0.2, damping: 0.1, mass: 3, maxDistance: 0.1 }],
      paint: paintOf(Uint8Array.of(0, 1, 1, 0)),
      lips: [{ upper: 'head', lower: 'jaw', gap: 0.002 }],
      layers: [{ kind: 'fat', thickness: 0.02, stiffness: 0.3, damping: 0.3 }],
    },
    stage: {
      floor: 0,
      things: [{ name: 'biscuit', kind: 'biscuit', position: [0, 0.1, 1], size: [0.1, 0.02, 0.1], mass: 0.02 }],
      grasps: [{ parts: ['head', 'jaw'], closed: 0.7 }],
      bubbles: { part: 'head', point: [0, 0.3, 0.7] },
    },
    notes: 'swims',
  };
}
