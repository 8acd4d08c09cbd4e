import type { MeshPlacement } from '../mesh/meshPlacement.js';
import type { PuppetFile, PuppetJoint } from './puppetFile.js';

/** A joint that turns by a quarter to all sides and stays where it is put: what a new part begins with. */
export const freeJoint: PuppetJoint = {
  limits: {
    kind: 'planes',
    rotation: [0, 0, 0, 1],
    x: { min: -Math.PI / 2, max: Math.PI / 2 },
    y: { min: -Math.PI / 2, max: Math.PI / 2 },
    z: { min: -Math.PI / 2, max: Math.PI / 2 },
  },
  weight: 1,
  maxStep: null,
  spring: null,
};

/** A puppet without parts for a model: what a new one begins with. `uri` as in the file. */
export function createPuppet(name: string, uri: string | null, placement: MeshPlacement): PuppetFile {
  return {
    format: 'leib-puppet/1',
    name,
    mesh: { uri, scale: placement.scale, rotation: placement.rotation, position: placement.position },
    parts: [],
    chains: [],
    effectors: [],
    hands: [
      {
        name: 'first hand',
        carries: { kind: 'puppet', positionScale: 1, turns: true },
        rotationPoint: [0, 0, 0],
        connections: [],
        rest: null,
      },
    ],
    inner: { method: 'simplify', points: 800 },
    skin: {
      iterations: 5,
      gravity: [0, -9.81, 0],
      regions: [{ name: 'skin', stiffness: 0.6, damping: 0.3, mass: 1, maxDistance: 0.05 }],
      paint: null,
      volume: 0.5,
      lips: [],
      layers: [],
    },
    stage: { floor: 0, things: [], grasps: [], bubbles: null },
  };
}
