import { writeBvh, writeGltfMotion } from '@leib/formats';
import { describeTerms, writeAvatarMotion } from '@leib/three';
import { saveFile } from '../../files/saveFile.js';
import type { WornFile } from '../wardrobe.js';
import { readTakeMotion, writeTakeSession } from './readTake.js';
import { type BodyTake, describeBytes, fileNameOfTake, type TakeFiles } from './take.js';

const types = {
  mcap: 'application/octet-stream',
  bvh: 'text/plain',
  vrma: 'model/gltf-binary',
  bones: 'model/gltf-binary',
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
    case 'bones':
      return new Uint8Array(await writeGltfMotion(await readTakeMotion(take, files), { isVrmAnimation: false }));
  }
}

/** Saves a take as a file of movement; returns what was written, in a sentence. */
export async function exportMovement(take: BodyTake, files: TakeFiles, format: MovementFormat): Promise<string> {
  const bytes = await encodeTakeAs(take, files, format);
  const name = fileNameOfTake(take, format === 'bones' ? 'bones.glb' : format);
  saveFile(name, bytes, types[format]);
  return `Saved as ${name}: ${describeBytes(bytes.length)}.`;
}

/** Bytes of the worn avatar's own file, moving as the take did; GLB. */
export async function encodeTakeOnAvatar(
  take: BodyTake,
  files: TakeFiles,
  { bytes, bones }: WornFile,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeAvatarMotion(bytes, await readTakeMotion(take, files), { bones });
}

/** Saves the worn avatar with the movement of a take; returns what was written, in a sentence. */
export async function exportAvatar(take: BodyTake, files: TakeFiles, worn: WornFile): Promise<string> {
  const bytes = await encodeTakeOnAvatar(take, files, worn);
  const name = fileNameOfTake(take, 'glb');
  saveFile(name, bytes, 'model/gltf-binary');
  return `Saved as ${name}: ${describeBytes(bytes.length)}.`;
}

/** What the worn avatar's licence says against exporting it; null where it says nothing against it. */
export function termsOf({ bytes }: WornFile): string | null {
  return describeTerms(bytes);
}
