import { readGlb } from '@leib/formats';
import { expect, test } from 'vitest';
import { dressShape, testShapes } from '../dress/dressed.testing.js';
import { writeDressedGlb } from './writeDressedGlb.js';

const { model, dressed } = dressShape(testShapes[0]);
const { json } = readGlb(writeDressedGlb(model, dressed, { name: 'Ann', isVrm: true }));
const vrm = (json.extensions as { VRMC_vrm: Record<string, never> }).VRMC_vrm as unknown as {
  humanoid: { humanBones: Record<string, { node: number }> };
  expressions: { preset: Record<string, { morphTargetBinds: { node: number; index: number }[] }> };
  lookAt: { type: string };
  meta: { avatarPermission: string };
};

test('a mesh per part with its colour, on one skeleton', () => {
  const meshes = json.meshes as { name: string; primitives: { material: number }[] }[];
  expect(meshes.map(({ name }) => name)).toEqual(dressed.parts.map(({ name }) => name));
  const materials = json.materials as { name: string; pbrMetallicRoughness: { baseColorFactor: number[] } }[];
  meshes.forEach(({ primitives }, index) => {
    const { baseColorFactor } = materials[primitives[0].material].pbrMetallicRoughness;
    expect(baseColorFactor.slice(0, 3)).toEqual([...dressed.parts[index].colour]);
  });
  expect(json.skins).toHaveLength(1);
});

test('as VRM it blinks, speaks five vowels, smiles, and turns its eyes by bones', () => {
  const presets = Object.keys(vrm.expressions.preset).sort();
  expect(presets).toEqual(['aa', 'blink', 'blinkLeft', 'blinkRight', 'ee', 'happy', 'ih', 'oh', 'ou']);
  const nodes = json.nodes as { name: string; mesh?: number }[];
  const meshes = json.meshes as { primitives: { targets?: unknown[] }[]; weights?: number[] }[];
  for (const { morphTargetBinds } of Object.values(vrm.expressions.preset)) {
    expect(morphTargetBinds.length).toBeGreaterThan(0);
    for (const { node, index } of morphTargetBinds) {
      const { primitives } = meshes[nodes[node].mesh ?? -1];
      expect(primitives[0].targets?.length).toBeGreaterThan(index);
    }
  }
  expect(vrm.lookAt.type).toBe('bone');
  expect(Object.keys(vrm.humanoid.humanBones)).toHaveLength(55);
  expect(vrm.meta.avatarPermission).toBe('onlyAuthor');
});
