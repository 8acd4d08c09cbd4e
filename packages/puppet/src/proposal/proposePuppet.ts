import { embedGltfBuffers } from '@leib/formats';
import { createPuppet } from '../file/createPuppet.js';
import type { OpenedPuppet } from '../file/openPuppet.js';
import { readPuppetMesh } from '../mesh/readPuppetMesh.js';
import { proposeStructure } from './proposeStructure.js';
import { findPuppetLimbs } from './puppetLimbs.js';

/**
 * A puppet for a model that has none: bones along its limbs, and fingers that move them. `fileName` becomes the model's
 * uri; `readBeside` reads data of a glTF that lies outside of it. Throws InputError in one sentence.
 */
export async function proposePuppet(
  bytes: Uint8Array,
  fileName: string,
  readBeside: (uri: string) => Promise<Uint8Array>,
): Promise<OpenedPuppet> {
  const { mesh, placement, report } = await readPuppetMesh(await embedGltfBuffers(bytes, readBeside), null);
  const name =
    fileName
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, 64)
      .trim() || 'puppet';
  const file = proposeStructure(createPuppet(name, fileName, placement), findPuppetLimbs(mesh));
  const fingers = new Set(file.hands[0].connections.map(({ finger }) => finger)).size;
  const proposal = `The model holds no puppet: bones were proposed, ${file.parts.length} in all, and ${fingers} fingers move them.`;
  return { file, mesh, report: { ...report, notes: [...report.notes, proposal] } };
}
