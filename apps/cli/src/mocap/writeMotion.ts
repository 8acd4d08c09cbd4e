import { type Motion, recordingOf, trackOfMotion } from '@leib/core';
import { gzip } from '@leib/formats';
import { UsageError } from '../command.js';
import { contentOf } from '../convert/content.js';
import { encodeContent } from '../convert/encodeContent.js';
import type { FileKind } from '../convert/fileKind.js';
import { writeOutput } from '../files.js';
import { readVersion } from '../version.js';

/** Kinds of files for a movement by their ending, with or without .gz; plain .jsonl is leib-joints/1. */
const endings: readonly (readonly [RegExp, FileKind])[] = [
  [/\.bvh$/, 'bvh'],
  [/\.(glb|vrma)$/, 'glb'],
  [/\.mcap$/, 'mcap'],
  [/(?<![.-]tracking)\.jsonl$/, 'joints'],
];

/** Kind of a file for a movement, by its name. */
export function kindOfMotionFile(path: string): FileKind {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const kind = endings.find(([ending]) => ending.test(name))?.[1];
  if (kind) return kind;
  throw new UsageError('--out', `expected a name that ends with .bvh, .glb, .vrma, .mcap or .jsonl, got "${path}"`);
}

/** Writes a movement as the kind of file that its name says; returns its size in bytes. */
export async function writeMotion(path: string, motion: Motion): Promise<number> {
  const kind = kindOfMotionFile(path);
  const content = contentOf('motion', recordingOf([trackOfMotion(motion)]));
  const versions = { '@leib/cli': readVersion() };
  const { bytes } = await encodeContent(content, kind, { points: undefined, versions });
  const written = /\.gz$/i.test(path) ? await gzip(bytes) : bytes;
  await writeOutput(path, written);
  return written.length;
}
