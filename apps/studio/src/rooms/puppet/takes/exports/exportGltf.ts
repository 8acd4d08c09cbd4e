import {
  addBakeFrame,
  type BakedFile,
  bakeBones,
  bakeMorphs,
  createBakeFrames,
  type PuppetModel,
  type PuppetTake,
  sceneOf,
  stepTake,
  takeDuration,
} from '@leib/puppet';
import { saveFile } from '../../../../files/saveFile.js';
import type { ExportJob } from '../../../../ui/exportDesk.js';

const HZ = 30;

/** Writes a take as animated GLB; returns what was written, in a sentence. */
export async function exportGltf(
  model: PuppetModel,
  take: PuppetTake,
  form: 'bones' | 'morphs',
  fileName: string,
  job: ExportJob,
): Promise<string> {
  const recorder = createBakeFrames(HZ);
  for (const { timeSeconds, state } of stepTake(model, take, HZ)) {
    addBakeFrame(recorder, model, state);
    await job.report((0.5 * timeSeconds) / Math.max(takeDuration(take), 1e-6));
  }
  const baked =
    form === 'bones'
      ? await bakeBones(model, recorder, take.name)
      : await runWith(bakeMorphs(model, await sceneOf(model), recorder, take.name), job);
  const name = `${fileName}-${form}.glb`;
  saveFile(name, baked.bytes, 'model/gltf-binary');
  const { bytes, count, rmsError } = baked;
  const what = form === 'bones' ? `${count} bones` : `${count} morph targets`;
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
  return `Saved as ${name}: ${what}, ${size}, ${(rmsError * 1000).toFixed(2)} mm from the played surface in the mean.`;
}

async function runWith(work: Generator<number, BakedFile, void>, job: ExportJob): Promise<BakedFile> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await job.report(0.5 + 0.5 * value);
  }
}
