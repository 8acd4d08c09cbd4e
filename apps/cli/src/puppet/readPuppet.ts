import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '@leib/core';
import { openPuppet, type PuppetFile, type PuppetMesh, type PuppetMeshReport } from '@leib/puppet';
import { type ExamplePuppetName, examplePuppetNames, loadExamplePuppet } from '@leib/puppet/examples';
import { readInput } from '../files.js';
import { named } from '../named.js';

export interface ReadPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  /** null for an example, whose mesh is made by code. */
  readonly report: PuppetMeshReport | null;
}

/** A puppet by the path of its file, or an example by its name. */
export async function readPuppet(source: string): Promise<ReadPuppet> {
  if (isExample(source)) return { ...(await loadExamplePuppet(source)), report: null };
  if (!existsSync(source) && !/[./\\]/.test(source)) {
    throw new InputError(source, `expected a file, or an example: ${examplePuppetNames.join(', ')}`);
  }
  const bytes = await readInput(source);
  return named(source, () => openPuppet(bytes, (uri) => readInput(join(dirname(source), uri))));
}

function isExample(source: string): source is ExamplePuppetName {
  return (examplePuppetNames as readonly string[]).includes(source);
}
