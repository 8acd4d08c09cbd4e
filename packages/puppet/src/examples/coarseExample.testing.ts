import { type ExamplePuppetName, loadExamplePuppet } from '../examples.js';
import { reduceMesh } from '../mesh/reduceMesh.js';
import { puppetMeshOf } from '../model/puppetMesh.js';
import { buildPuppetModel, type PuppetModel } from '../play/puppetModel.js';

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
