import type { Recording } from '@leib/core';
import { describeTerms, writeAvatarMotion } from '@leib/three';
import type { KeptTake } from '../../files/takes/take.js';
import { motionOfTake } from '../../files/takes/takeFormats.js';
import type { WornFile } from '../wardrobe.js';

/** Bytes of the worn avatar's own file, moving as the take did; GLB. */
export async function encodeTakeOnAvatar(
  take: KeptTake,
  recording: Recording,
  { bytes, bones }: WornFile,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeAvatarMotion(bytes, motionOfTake(take, recording), { bones });
}

/** What the worn avatar's licence says against exporting it; null where it says nothing against it. */
export function termsOf({ bytes }: WornFile): string | null {
  return describeTerms(bytes);
}
