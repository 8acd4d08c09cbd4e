import type { ExamplePuppet } from '../examplePuppet.js';
import { lampFile } from './lampFile.js';
import { buildLampMesh } from './lampMesh.js';

export function buildLamp(): ExamplePuppet {
  return { file: lampFile, mesh: buildLampMesh() };
}
