import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { InputError } from '@leib/core';
import {
  type ExamplePuppetName,
  examplePuppetNames,
  type OpenedPuppet,
  openPuppet,
  proposePuppet,
  puppetFromGltf,
} from '@leib/puppet';
import { named } from '../fileErrors.js';
import { readInput } from '../files.js';

/** A puppet by the path of its file, or an example by its name. A model without a puppet gets a proposed one. */
export async function readPuppet(name: string): Promise<OpenedPuppet> {
  const source = isExample(name) ? createRequire(import.meta.url).resolve(`@leib/puppet/${name}.glb`) : name;
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
