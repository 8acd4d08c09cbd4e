import { writeBvh, writeGltfMotion } from '@leib/formats';
import { saveFile } from '../../files/saveFile.js';
import { readTakeMotion, writeTakeSession } from './readTake.js';
import { type BodyTake, describeBytes, fileNameOfTake, type TakeFiles } from './take.js';

const types = {
  mcap: 'application/octet-stream',
  bvh: 'text/plain',
  vrma: 'model/gltf-binary',
  glb: 'model/gltf-binary',
} as const;

export type MovementFormat = keyof typeof types;

/** Bytes of a take as a file of movement: MCAP as recorded, the others the body as it moved. */
export async function encodeTakeAs(
  take: BodyTake,
  files: TakeFiles,
  format: MovementFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'mcap':
      return writeTakeSession(take, files);
    case 'bvh':
      return new TextEncoder().encode(writeBvh(await readTakeMotion(take, files)));
    case 'vrma':
      return new Uint8Array(await writeGltfMotion(await readTakeMotion(take, files)));
    case 'glb':
      return new Uint8Array(await writeGltfMotion(await readTakeMotion(take, files), { isVrmAnimation: false }));
  }
}

/** Saves a take as a file of movement; returns what was written, in a sentence. */
export async function exportMovement(take: BodyTake, files: TakeFiles, format: MovementFormat): Promise<string> {
  const bytes = await encodeTakeAs(take, files, format);
  const name = fileNameOfTake(take, format);
  saveFile(name, bytes, types[format]);
  return `Saved as ${name}: ${describeBytes(bytes.length)}.`;
}
