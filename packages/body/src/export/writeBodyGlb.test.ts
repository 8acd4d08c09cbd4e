import { readGlb, readMesh } from '@leib/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import type { BodyModel, BodySpace } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { writeBodyGlb } from './writeBodyGlb.js';

let space: BodySpace;
let model: BodyModel;
let shaped: ShapedBody;

beforeAll(async () => {
  space = await shippedBodies();
  model = space.female;
  shaped = createShapedBody(model);
  shapeBody(model, [1.2, -0.7, 0.4], shaped);
});

interface Node {
  readonly name: string;
  readonly translation?: readonly number[];
  readonly children?: readonly number[];
}

describe('a body as GLB', () => {
  test('read again it is the same surface, vertex by vertex', async () => {
    const mesh = await readMesh(writeBodyGlb(model, shaped, { name: 'Ann' }));
    expect([...mesh.triangles]).toEqual([...model.triangles]);
    let worst = 0;
    mesh.positions.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - shaped.positions[i]));
    });
    expect(mesh.positions.length).toBe(shaped.positions.length);
    expect(worst).toBeLessThan(1e-6);
  });

  test('its bones lie where the joints of this very body are, all of them under one root', () => {
    const { json } = readGlb(writeBodyGlb(model, shaped, { name: 'Ann' }));
    const nodes = json.nodes as readonly Node[];
    const world = new Map<number, number[]>();
    const visit = (index: number, from: readonly number[]) => {
      const at = (nodes[index].translation ?? [0, 0, 0]).map((value, k) => value + from[k]);
      world.set(index, at);
      for (const child of nodes[index].children ?? []) visit(child, at);
    };
    visit((json.scenes as readonly { nodes: readonly number[] }[])[0].nodes[0], [0, 0, 0]);
    model.jointNames.forEach((bone, joint) => {
      expect(nodes[joint].name).toBe(bone);
      for (let k = 0; k < 3; k++) expect(world.get(joint)?.[k]).toBeCloseTo(shaped.joints[joint * 3 + k], 9);
    });
    expect(world.size).toBe(nodes.length);
  });

  test('plain glTF has no extension; VRM names every bone and keeps the body to its owner', () => {
    expect(readGlb(writeBodyGlb(model, shaped, { name: 'Ann' })).json.extensionsUsed).toBeUndefined();
    const { json } = readGlb(writeBodyGlb(model, shaped, { name: 'Ann', isVrm: true }));
    const vrm = json.extensions?.VRMC_vrm as {
      meta: Record<string, unknown>;
      humanoid: { humanBones: Record<string, { node: number }> };
      lookAt: { offsetFromHeadBone: number[] };
    };
    expect(vrm.meta).toMatchObject({ name: 'Ann', avatarPermission: 'onlyAuthor', allowRedistribution: false });
    expect(Object.keys(vrm.humanoid.humanBones).sort()).toEqual([...model.jointNames].sort());
    const nodes = json.nodes as readonly Node[];
    for (const [bone, { node }] of Object.entries(vrm.humanoid.humanBones)) expect(nodes[node].name).toBe(bone);
    const [x, y, z] = vrm.lookAt.offsetFromHeadBone;
    expect(Math.abs(x)).toBeLessThan(0.002);
    expect(y).toBeGreaterThan(0);
    expect(z).toBeGreaterThan(0.03);
  });
});
