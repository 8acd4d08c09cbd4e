import type { ExamplePuppet } from '../examplePuppet.js';
import { fishFile } from './fishFile.js';
import { buildFishMesh } from './fishMesh.js';

export function buildFish(): ExamplePuppet {
  return { file: fishFile, mesh: buildFishMesh() };
}
