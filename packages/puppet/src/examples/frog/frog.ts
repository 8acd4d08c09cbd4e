import type { ExamplePuppet } from '../examplePuppet.js';
import { frogFile } from './frogFile.js';
import { buildFrogMesh } from './frogMesh.js';

export function buildFrog(): ExamplePuppet {
  return { file: frogFile, mesh: buildFrogMesh() };
}
