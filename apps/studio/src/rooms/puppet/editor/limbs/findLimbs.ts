import type { findPuppetLimbs, PuppetMesh } from '@leib/puppet';
import { startJob } from '../../../../files/workerJob.js';

export type PuppetLimbs = ReturnType<typeof findPuppetLimbs>;

/** Limbs of a model, found in a worker: a large one takes a second. */
export function findLimbs({ positions, triangles, placeCount }: PuppetMesh): Promise<PuppetLimbs | null> {
  const worker = new Worker(new URL('./limbsWorker.ts', import.meta.url), { type: 'module' });
  // Only what the volume is made from: the file's scene and its fine vertices stay on the page.
  return startJob<PuppetLimbs>(worker, 'The search for limbs', { positions, triangles, placeCount }).result;
}
