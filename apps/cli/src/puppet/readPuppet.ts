import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '@leib/core';
import {
  openPuppet,
  type PuppetFile,
  type PuppetMesh,
  type PuppetMeshReport,
  proposePuppet,
  puppetFromGltf,
} from '@leib/puppet';
import { type ExamplePuppetName, examplePuppetNames, loadExamplePuppet } from '@leib/puppet/examples';
import { readInput } from '../files.js';
import { named } from '../named.js';

export interface ReadPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  /** null for an example, whose mesh is made by code. */
  readonly report: PuppetMeshReport | null;
}

/** A puppet by the path of its file, or an example by its name. A model without a puppet gets a proposed one. */
export async function readPuppet(source: string): Promise<ReadPuppet> {
  if (isExample(source)) return { ...(await loadExamplePuppet(source)), report: null };
  if (!existsSync(source) && !/[./\\]/.test(source)) {
    throw new InputError(source, `expected a file, or an example: ${examplePuppetNames.join(', ')}`);
  }
  const bytes = await readInput(source);
  const readBeside = (uri: string) => readInput(join(dirname(source), uri));
  return named(source, () => {
    if (isBareModel(source, bytes)) return proposePuppet(bytes, basename(source), readBeside);
    return openPuppet(bytes, readBeside);
  });
}

/** Whether a file is a model, by its name, and holds no puppet. */
function isBareModel(path: string, bytes: Uint8Array): boolean {
  if (/\.(obj|ply)(\.gz)?$/i.test(path)) return true;
  return /\.(glb|gltf|vrm)$/i.test(path) && puppetFromGltf(bytes) === null;
}

function isExample(source: string): source is ExamplePuppetName {
  return (examplePuppetNames as readonly string[]).includes(source);
}
