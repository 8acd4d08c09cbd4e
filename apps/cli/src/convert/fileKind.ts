import { UsageError } from '../command.js';

/** Kinds of files that `leib convert` writes. The kind that it reads is recognised by its content. */
export const fileKinds = ['bvh', 'tracking', 'joints', 'glb', 'mcap', 'feed', 'hand', 'c3d'] as const;
export type FileKind = (typeof fileKinds)[number];

const endings: readonly (readonly [RegExp, FileKind])[] = [
  [/\.bvh$/, 'bvh'],
  [/[.-]tracking\.jsonl$/, 'tracking'],
  [/[.-]joints\.jsonl$/, 'joints'],
  [/[.-]feed\.jsonl$/, 'feed'],
  [/[.-]hand\.jsonl$/, 'hand'],
  [/\.(glb|vrma)$/, 'glb'],
  [/\.mcap$/, 'mcap'],
  [/\.c3d$/, 'c3d'],
];

/** Kind of file to write: that of --to, else by its name, with or without .gz. */
export function kindToWrite(path: string, told: string | undefined): FileKind {
  if (told !== undefined) {
    const kind = fileKinds.find((candidate) => candidate === told);
    if (kind) return kind;
    throw new UsageError('--to', `expected one of ${fileKinds.join(', ')}, got "${told}"`);
  }
  if (path === '-')
    throw new UsageError('--to', `expected one of ${fileKinds.join(', ')} for standard output, got nothing`);
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const kind = endings.find(([ending]) => ending.test(name))?.[1];
  if (kind) return kind;
  if (name.endsWith('.jsonl')) {
    throw new UsageError(
      path,
      'expected .tracking.jsonl or .joints.jsonl, got .jsonl; add --to tracking or --to joints',
    );
  }
  throw new UsageError(path, `expected a known ending, got another; add --to with one of ${fileKinds.join(', ')}`);
}
