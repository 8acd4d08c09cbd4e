import type { MeshPlacement, PuppetFile } from '@leib/puppet';

/** A puppet without parts: a bare model that the hand carries as a whole, until bones are placed in it. */
export function newPuppet(name: string, uri: string | null, placement: MeshPlacement): PuppetFile {
  return {
    format: 'leib-puppet/1',
    name,
    mesh: { uri, ...placement },
    parts: [],
    chains: [],
    effectors: [],
    hands: [
      {
        name: 'hand',
        carries: { kind: 'puppet', positionScale: 1, turns: true },
        rotationPoint: [0, 0, 0],
        connections: [],
        rest: null,
      },
    ],
    inner: { method: 'simplify', points: 400 },
    skin: {
      iterations: 5,
      gravity: [0, -9.81, 0],
      regions: [{ name: 'skin', stiffness: 0.5, damping: 0.3, mass: 1, maxDistance: 0.05 }],
      paint: null,
      volume: 0.5,
      lips: [],
      layers: [],
    },
    stage: { floor: 0, things: [], grasps: [], bubbles: null },
  };
}
