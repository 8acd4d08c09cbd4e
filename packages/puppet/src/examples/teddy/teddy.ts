import type { ExamplePuppet } from '../examplePuppet.js';
import { teddyFile } from './teddyFile.js';
import { buildTeddyMesh } from './teddyMesh.js';

export function buildTeddy(): ExamplePuppet {
  return { file: teddyFile, mesh: buildTeddyMesh() };
}
