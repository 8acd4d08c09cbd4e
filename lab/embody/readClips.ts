import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Motion } from '@leib/core';
import { floorOfMotion, readBvh, resampleMotion } from '@leib/formats';
import type { Take } from './take.ts';

interface Manifest {
  readonly clips: readonly { readonly clip: string; readonly file: string; readonly subject: string | number }[];
}

/** Clips whose truth is wrong: in 127_32 the head is turned by 154 degrees against the chest. */
const brokenClips: readonly string[] = ['127_32'];

/** Reads a folder of BVH files with a manifest.json, at the given rate and set on the floor. */
export async function readClips(folder: string, hz: number): Promise<readonly Take[]> {
  const { clips } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const takes: Take[] = [];
  for (const { clip, file, subject } of clips) {
    if (brokenClips.includes(clip)) continue;
    const { motion } = await readBvh(readFileSync(join(folder, file)), { name: clip });
    takes.push({ motion: onFloor(resampleMotion(motion, hz)), subject: String(subject) });
  }
  return takes;
}

function onFloor(motion: Motion): Motion {
  const floorY = floorOfMotion(motion);
  const rootPositions = motion.rootPositions.map((value, i) => (i % 3 === 1 ? value - floorY : value));
  return { ...motion, rootPositions };
}
