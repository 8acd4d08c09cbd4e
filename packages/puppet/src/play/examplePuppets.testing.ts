import { type ExamplePuppetName, type OpenedPuppet, openPuppet } from '../file/openPuppet.js';
import { reduceMesh } from '../mesh/reduceMesh.js';
import { puppetMeshOf } from '../model/puppetMesh.js';
import { buildPuppetModel, type PuppetModel } from './puppetModel.js';

/** Tests only: the library itself runs in browsers, so this package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };

/** Tests only: an example from its file. */
export async function loadExamplePuppet(name: ExamplePuppetName): Promise<OpenedPuppet> {
  const { readFileSync } = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
    readFileSync(path: string): Uint8Array;
  };
  const bytes = new Uint8Array(readFileSync(`${dirname}/../../assets/${name}.glb`));
  return openPuppet(bytes, (uri) => Promise.reject(new Error(`${name}.glb names ${uri}`)));
}

/**
 * Tests only: the example on a coarser surface, bound through the air, with one iteration: the laws of motion hold there,
 * too, and a minute of play takes a second.
 */
export async function buildCoarseExample(name: ExamplePuppetName, places: number): Promise<PuppetModel> {
  const { file, mesh } = await loadExamplePuppet(name);
  const parts = file.parts.map((part) =>
    part.shape.kind === 'bone'
      ? { ...part, shape: { ...part.shape, influence: { ...part.shape.influence, throughAir: true } } }
      : part,
  );
  const { placeCount, positions, triangles } = await reduceMesh(mesh, places);
  const coarse = puppetMeshOf(positions.slice(0, placeCount * 3), triangles);
  const skin = { ...file.skin, iterations: 1, paint: null };
  return buildPuppetModel({ ...file, parts, skin, inner: { method: 'simplify', points: 200 } }, coarse);
}
