import { createPuppet, freeJoint, type PuppetFile } from '@leib/puppet';

/** Tests only: a strip of 1 m along z, 11 x 3 points; its front half is a jaw. */
export const strip = {
  name: 'strip',
  positions: Float64Array.from({ length: 99 }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return [0.1 * (vertex % 3) - 0.1, 0, 0.1 * Math.floor(vertex / 3)][i % 3];
  }),
  triangles: Uint32Array.from(
    Array.from({ length: 20 }, (_, cell) => {
      const a = Math.floor(cell / 2) * 3 + (cell % 2);
      return [a, a + 3, a + 1, a + 1, a + 3, a + 4];
    }).flat(),
  ),
  groups: [],
};

/** Tests only: the strip as a puppet; the thumb turns its jaw. */
export function stripPuppet(): PuppetFile {
  const file = createPuppet('strip', 'strip.ply', { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const box = {
    kind: 'box',
    rotation: [0, 0, 0, 1],
    pivot: [0, 0, 0.5],
    centre: [0, 0, 0.76],
    halfSize: [0.2, 0.2, 0.25],
  } as const;
  const none = { curve: [], spread: 0, yaw: 0, splay: 0, carry: 0, magnets: null };
  return {
    ...file,
    parts: [{ name: 'jaw', parent: null, shape: structuredClone(box) as never, joint: freeJoint, region: null }],
    hands: [
      {
        ...file.hands[0],
        rotationPoint: [0, 0, 0.5],
        connections: [
          { kind: 'turn', finger: 'thumb', part: 'jaw', point: [0, 0, 1], axis: [1, 0, 0], angle: 0.8, ...none },
        ],
      },
    ],
    inner: { method: 'voxels', points: 20 },
  };
}
