import { firstBody } from './bodySpec.js';
import { openWorkshop } from './workshop/openWorkshop.js';
import type { WornBody } from './wornBody.js';

/** The avatar of a body: skin, rig and weights as VRM, as any other avatar is loaded. */
export async function wornBodyFile({ name, sex, betas }: WornBody): Promise<File> {
  const workshop = await openWorkshop();
  const { name: fileName, bytes, type } = await workshop.write('vrm', { ...firstBody, name, sex, betas });
  return new File([bytes], fileName, { type });
}
