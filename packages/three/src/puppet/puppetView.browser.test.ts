import { type PuppetMesh, puppetMeshOf, readPuppetMesh } from '@leib/puppet';
import {
  BoxGeometry,
  type BufferAttribute,
  type BufferGeometry,
  type MeshStandardMaterial,
  SphereGeometry,
} from 'three';
import { describe, expect, test } from 'vitest';
import { createPuppetView } from './puppetView.js';

function meshOf(geometry: BufferGeometry, colour: readonly [number, number, number] | null = null): PuppetMesh {
  const positions = Float64Array.from(geometry.getAttribute('position').array);
  const colours = colour && Float32Array.from(positions, (_, i) => colour[i % 3]);
  return puppetMeshOf(positions, Uint32Array.from(geometry.getIndex()?.array ?? []), colours);
}

const attribute = (geometry: BufferGeometry, name: string) => geometry.getAttribute(name) as BufferAttribute;

describe('surface made by code', () => {
  test('a ball has normals from its middle, also across the seam of its vertices, wherever it is moved', async () => {
    const mesh = meshOf(new SphereGeometry(0.2, 24, 16));
    const view = await createPuppetView({ mesh });
    view.update({ positions: mesh.positions.map((value, i) => (i % 3 === 0 ? value + 3 : value)) });
    const { geometry } = view.surfaces[0];
    const [at, normal] = [attribute(geometry, 'position'), attribute(geometry, 'normal')];
    for (let i = 0; i < at.count; i++) {
      const outward =
        ((at.getX(i) - 3) * normal.getX(i) + at.getY(i) * normal.getY(i) + at.getZ(i) * normal.getZ(i)) / 0.2;
      expect(outward).toBeGreaterThan(0.99);
    }
    view.dispose();
  });

  test('a box keeps its edges', async () => {
    const view = await createPuppetView({ mesh: meshOf(new BoxGeometry(1, 1, 1)) });
    const normal = attribute(view.surfaces[0].geometry, 'normal');
    for (let i = 0; i < normal.count; i++) {
      const parts = [normal.getX(i), normal.getY(i), normal.getZ(i)].map(Math.abs).sort();
      expect(parts[2]).toBeCloseTo(1, 5);
    }
    view.dispose();
  });

  test('colours of the binding come and go', async () => {
    const mesh = meshOf(new BoxGeometry(1, 1, 1), [1, 0, 0]);
    const view = await createPuppetView({ mesh });
    const { geometry } = view.surfaces[0];
    const own = view.surfaces[0].material;
    view.setColours(new Float32Array(mesh.placeCount * 3).fill(1));
    expect(attribute(geometry, 'color').array.every((value) => value > 0.99)).toBe(true);
    view.setColours(null);
    expect([attribute(geometry, 'color').getX(0), attribute(geometry, 'color').getY(0)]).toEqual([1, 0]);
    expect(view.surfaces[0].material).toBe(own);
    view.dispose();
  });
});

/** Two triangles with materials of their own, red and blue, the second one double sided. */
function twoMaterials(): string {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0);
  const bytes = new Uint8Array(positions.buffer);
  const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`;
  const accessor = (byteOffset: number) => ({
    bufferView: 0,
    byteOffset,
    componentType: 5126,
    count: 3,
    type: 'VEC3',
    min: [0, 0, 0],
    max: [3, 1, 0],
  });
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ uri, byteLength: bytes.length }],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    accessors: [accessor(0), accessor(36)],
    materials: [
      { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } },
      { doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 1] } },
    ],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, material: 0 },
          { attributes: { POSITION: 1 }, material: 1 },
        ],
      },
    ],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  });
}

test('a glTF file keeps its materials, one surface each, and all of them move', async () => {
  const source = new TextEncoder().encode(twoMaterials());
  const { mesh } = await readPuppetMesh(source, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const view = await createPuppetView({ mesh });
  const materials = view.surfaces.map(({ material }) => material as MeshStandardMaterial);
  expect(materials.map(({ color }) => color.getHexString())).toEqual(['ff0000', '0000ff']);
  expect(materials.map(({ side }) => side)).toEqual([0, 2]);
  view.update({ positions: mesh.positions.map((value, i) => (i % 3 === 1 ? value + 5 : value)) });
  expect(view.surfaces.map(({ geometry }) => attribute(geometry, 'position').getY(0))).toEqual([5, 5]);
  expect(view.surfaces.map(({ geometry }) => attribute(geometry, 'position').getX(0))).toEqual([0, 2]);
  view.dispose();
});
