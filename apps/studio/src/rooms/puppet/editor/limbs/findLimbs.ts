import type { PuppetLimbs, PuppetMesh } from '@leib/puppet';

export type LimbsCall = PuppetMesh;
export type LimbsAnswer =
  | { readonly kind: 'done'; readonly limbs: PuppetLimbs }
  | { readonly kind: 'failed'; readonly reason: string };

const known = new WeakMap<PuppetMesh, Promise<PuppetLimbs>>();

/** Limbs of a model, found once in a worker: a large one takes a second. */
export function findLimbs(mesh: PuppetMesh): Promise<PuppetLimbs> {
  const found = known.get(mesh) ?? askWorker(mesh);
  known.set(mesh, found);
  return found;
}

function askWorker(mesh: PuppetMesh): Promise<PuppetLimbs> {
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
  const none = new Float64Array();
  // Only what the volume is made from: the file's scene and its fine vertices stay here.
  const { positions, triangles, placeCount } = mesh;
  const places = { positions, triangles, placeCount, placeOf: new Uint32Array() };
  const call: LimbsCall = {
    ...places,
    scene: null,
    vertexPositions: none,
    vertexTriangles: new Uint32Array(),
    colours: null,
    detail: null,
  };
  worker.postMessage(call);
  return answer.finally(() => worker.terminate());
}
