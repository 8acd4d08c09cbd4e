import { paintOf } from '../../file/paint.js';
import type { ExamplePuppet } from '../examplePuppet.js';
import { teddyFile } from './teddyFile.js';
import { buildTeddyMesh, teddyRegions } from './teddyMesh.js';

export function buildTeddy(): ExamplePuppet {
  const made = buildTeddyMesh();
  const skin = { ...teddyFile.skin, paint: paintOf(teddyRegions(made)) };
  return { file: { ...teddyFile, skin }, mesh: made.mesh };
}
