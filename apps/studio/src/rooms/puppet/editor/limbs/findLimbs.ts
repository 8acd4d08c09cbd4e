import type { findPuppetLimbs, PuppetMesh } from '@leib/puppet';

export type PuppetLimbs = ReturnType<typeof findPuppetLimbs>;

/** Only what the volume is made from: the file's scene and its fine vertices stay on the page. */
export type LimbsCall = Parameters<typeof findPuppetLimbs>[0];
export type LimbsAnswer =
  | { readonly kind: 'done'; readonly limbs: PuppetLimbs }
  | { readonly kind: 'failed'; readonly reason: string };

/** Limbs of a model, found in a worker: a large one takes a second. */
export function findLimbs({ positions, triangles, placeCount }: PuppetMesh): Promise<PuppetLimbs> {
  const worker = new Worker(new URL('./limbsWorker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<PuppetLimbs>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<LimbsAnswer>) => {
      if (data.kind === 'done') resolve(data.limbs);
      else reject(new Error(data.reason));
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The search for limbs stopped: ${message || 'its script could not be loaded'}.`)),
    );
  });
  worker.postMessage({ positions, triangles, placeCount } satisfies LimbsCall);
  return answer.finally(() => worker.terminate());
}
