import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type ExamplePuppetName, type OpenedPuppet, openPuppet } from '@leib/puppet';

/** The file and the mesh of an example, opened anew with each call. */
export async function loadExamplePuppet(name: ExamplePuppetName): Promise<OpenedPuppet> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(`@leib/puppet/${name}.glb`));
  return openPuppet(new Uint8Array(bytes), (uri) => Promise.reject(new Error(`${name}.glb names ${uri}`)));
}
