import { type BvhAssumption, type BvhMotion, bvhAssumptions, readBvh } from '@leib/formats';
import type { ClipChoices } from './clipStore.js';

/** A BVH file as it was read, and what was assumed on the way. */
export interface ReadClip {
  /** Unpacked, to read it again another way. */
  readonly bytes: Uint8Array;
  readonly read: BvhMotion;
  readonly assumptions: readonly BvhAssumption[];
}

/** Reads a clip as the visitor says. Errors do not contain the file name; the caller adds it. */
export async function readClip(bytes: Uint8Array, name: string, choices: ClipChoices): Promise<ReadClip> {
  const read = await readBvh(bytes, { name, ...choices });
  return { bytes, read, assumptions: bvhAssumptions(read) };
}
