import { buildPuppetVolume, findPuppetLimbs, type PuppetFile, type PuppetMesh, proposeStructure } from '@leib/puppet';

/** Bones, chains and a hand for a model without parts. Throws InputError where the model has no surface. */
export function proposeLimbs(file: PuppetFile, mesh: PuppetMesh): PuppetFile {
  return proposeStructure(file, findPuppetLimbs(buildPuppetVolume(mesh)));
}
