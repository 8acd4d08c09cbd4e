import { firstBody } from './bodySpec.js';
import { openBodyWorker } from './worker/openBodyWorker.js';
import type { WornBody } from './wornBody.js';

/** A body as a VRM file, which is loaded like any other avatar. */
export async function wornBodyFile({ name, sex, betas, looks }: WornBody): Promise<File> {
  const service = await openBodyWorker();
  const {
    name: fileName,
    bytes,
    type,
  } = await service.write('vrm', { ...firstBody, name, sex, betas, looks }, 'dressed');
  return new File([bytes], fileName, { type });
}
