import { bakePuppet, type PuppetModel, type PuppetTake, stepTake, takeDuration } from '@leib/puppet';
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
  const frameCount = takeDuration(take) * HZ + 1;
  const { bytes, count, rmsError } = await bakePuppet(model, stepTake(model, take, HZ), {
    as: form,
    hz: HZ,
    name: take.name,
    onProgress: (what, done) => job.report(what === 'frames' ? (0.5 * done) / frameCount : 0.5 + 0.5 * done),
  });
  const name = `${fileName}-${form}.glb`;
  saveFile(name, bytes, 'model/gltf-binary');
  const what = form === 'bones' ? `${count} bones` : `${count} morph targets`;
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
  return `Saved as ${name}: ${what}, ${size}, ${(rmsError * 1000).toFixed(2)} mm from the played surface in the mean.`;
}
