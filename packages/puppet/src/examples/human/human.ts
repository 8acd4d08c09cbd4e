import type { ExamplePuppet } from '../examplePuppet.js';
import { humanFile } from './humanFile.js';
import { buildHumanMesh } from './humanMesh.js';

export function buildHuman(): ExamplePuppet {
  return { file: humanFile, mesh: buildHumanMesh() };
}
