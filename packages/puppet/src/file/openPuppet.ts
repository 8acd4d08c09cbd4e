import { InputError, requireDecoded } from '@leib/core';
import { embedGltfBuffers, sniffFormat } from '@leib/formats';
import { type PuppetMeshReport, readPuppetMesh } from '../mesh/readPuppetMesh.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { paintProblem } from './paint.js';
import { parsePuppet } from './parsePuppet.js';
import type { PuppetFile } from './puppetFile.js';
import { puppetFromGltf } from './puppetInGltf.js';

/** A puppet and its model, read and checked. */
export interface OpenedPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  readonly report: PuppetMeshReport;
}

/**
 * Opens a puppet: its JSON, whose model `readBeside` reads by name, or a GLB or glTF file that holds both. Data that lies
 * beside a glTF is read in the same way. Throws InputError with place and reason.
 */
export async function openPuppet(
  bytes: Uint8Array,
  readBeside: (uri: string) => Promise<Uint8Array>,
): Promise<OpenedPuppet> {
  const format = sniffFormat(bytes);
  const isGltf = format === 'glb' || format === 'gltf' || format === 'vrm';
  const file = isGltf ? requireInside(bytes) : requireDecoded(parsePuppet(new TextDecoder().decode(bytes)));
  const { uri } = file.mesh;
  if (!isGltf && uri === null) throw new InputError('mesh.uri', "expected the name of the model's file, got null");
  const folder = uri === null ? '' : uri.slice(0, uri.lastIndexOf('/') + 1);
  const model = uri === null ? bytes : await readBeside(uri);
  const whole = await embedGltfBuffers(model, (name) => readBeside(folder + name));
  const { mesh, report } = await readPuppetMesh(whole, file.mesh);
  const problem = paintProblem(file.skin.paint, mesh.placeCount);
  if (problem !== null) throw new InputError('skin.paint.placeCount', problem);
  return { file, mesh, report };
}

function requireInside(bytes: Uint8Array): PuppetFile {
  const inside = puppetFromGltf(bytes);
  if (inside === null) {
    throw new InputError(
      '',
      'expected a puppet in extras.leibPuppet of a scene, got a model without one; make one in the studio',
    );
  }
  return requireDecoded(inside);
}
