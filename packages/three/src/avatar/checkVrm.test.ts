import { expect, test } from 'vitest';
import { checkVrm } from './checkVrm.js';
import type { GltfJson } from './readGltfJson.js';

const file = (extensions: object, more: object = {}): GltfJson => ({
  asset: { version: '2.0' },
  nodes: [{ children: [1] }, { children: [2] }, {}],
  extensions: extensions as Record<string, unknown>,
  ...more,
});
const some = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const springs = (count: number) => ({
  VRMC_springBone: {
    colliderGroups: [{ colliders: some(100, 0) }],
    springs: some(count, { joints: some(10, { node: 1 }), colliderGroups: [0] }),
  },
});
const oldSprings = (count: number) => ({
  VRM: {
    secondaryAnimation: {
      colliderGroups: [{ colliders: some(100, {}) }],
      // Each bone with all that hangs on it: three nodes.
      boneGroups: some(count, { bones: some(4, 0), colliderGroups: [0] }),
    },
  },
});
const expressions = (count: number) => ({
  VRMC_vrm: {
    expressions: {
      custom: Object.fromEntries(some(count, 0).map((_, i) => [`e${i}`, { morphTargetBinds: some(9, {}) }])),
    },
  },
});
const oldExpressions = (count: number) => ({
  VRM: { blendShapeMaster: { blendShapeGroups: some(count, { binds: some(9, {}) }) } },
});
const manyParts = { nodes: some(100, { mesh: 0 }), meshes: [{ primitives: some(99, {}) }] };

test.each([
  ['springs of VRM 1.0', springs, {}, 190, 'pairs of a joint that swings'],
  ['springs of VRM 0', oldSprings, {}, 160, 'pairs of a joint that swings'],
  ['expressions of VRM 1.0', expressions, manyParts, 199, 'places in which its expressions'],
  ['expressions of VRM 0', oldExpressions, manyParts, 199, 'places in which its expressions'],
])('%s are counted as often as they are looked at', (_, make, more, most, reason) => {
  expect(() => checkVrm(file(make(most), more))).not.toThrow();
  expect(() => checkVrm(file(make(most + 10), more))).toThrow(reason);
});
