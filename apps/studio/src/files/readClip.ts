import type { HumanoidBone } from '@leib/core';
import { type BvhMotionOptions, bvhAssumptions, readBvh, type UpAxis } from '@leib/formats';

type BvhAssumption = ReturnType<typeof bvhAssumptions>[number];

/** What the visitor says about a clip; what is absent is found. */
export interface ClipChoices {
  readonly up?: UpAxis;
  /** Metres per unit. */
  readonly scale?: number;
  readonly rest?: NonNullable<BvhMotionOptions['rest']>;
  readonly isMirrored?: boolean;
  /** Names of joints; null: the body has no such bone. */
  readonly bones?: Readonly<Partial<Record<HumanoidBone, string | null>>>;
}

/** A BVH file as it was read, and what was assumed on the way. */
export interface ReadClip {
  /** Unpacked, to read it again another way. */
  readonly bytes: Uint8Array;
  readonly read: Awaited<ReturnType<typeof readBvh>>;
  readonly assumptions: readonly BvhAssumption[];
}

/** A BVH file as the panel shows it. */
export interface OpenClip {
  readonly name: string;
  /** Unpacked, to read it again another way. */
  readonly bytes: Uint8Array;
  readonly choices: ClipChoices;
  /** What is assumed about it now, and what was before the visitor chose anything. */
  readonly assumptions: readonly BvhAssumption[];
  readonly found: readonly BvhAssumption[];
  readonly jointNames: readonly string[];
  readonly bones: Readonly<Partial<Record<HumanoidBone, string>>>;
}

/** Reads a clip as the visitor says. Errors do not contain the file name; the caller adds it. */
export async function readClip(bytes: Uint8Array, name: string, choices: ClipChoices): Promise<ReadClip> {
  const read = await readBvh(bytes, { name, ...choices });
  return { bytes, read, assumptions: bvhAssumptions(read) };
}
