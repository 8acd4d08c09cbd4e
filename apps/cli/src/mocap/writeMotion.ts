import type { Motion } from '@leib/core';
import { gzip } from '@leib/formats';
import { UsageError } from '../command.js';
import { encodeContent } from '../convert/encodeContent.js';
import { type FileKind, kindToWrite } from '../convert/fileKind.js';
import { writeOutput } from '../files.js';
import { readVersion } from '../version.js';

/** Kind of a file for a movement, by its name; plain .jsonl is leib-joints/1. */
export function kindOfMotionFile(path: string): FileKind {
  const kind = kindToWrite(path, /\.jsonl(\.gz)?$/i.test(path) ? 'joints' : undefined);
  if (kind !== 'tracking') return kind;
  throw new UsageError(
    '--out',
    'expected a file for a movement (.bvh, .glb, .vrma, .mcap, .jsonl), got one for tracking',
  );
}

/** Writes a movement as the kind of file that its name says; returns its size in bytes. */
export async function writeMotion(path: string, motion: Motion): Promise<number> {
  const kind = kindOfMotionFile(path);
  const empty = { joints: null, tracking: null, settings: [], versions: {}, notes: [] };
  const versions = { '@leib/cli': readVersion() };
  const { bytes } = await encodeContent({ ...empty, from: 'motion', motion }, kind, { points: undefined, versions });
  const written = /\.gz$/i.test(path) ? await gzip(bytes) : bytes;
  await writeOutput(path, written);
  return written.length;
}
