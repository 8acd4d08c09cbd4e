import { UsageError } from '../command.js';

/** What `leib convert` writes. Inputs are recognised by their content. */
export const fileKinds = ['bvh', 'tracking', 'joints', 'glb', 'mcap'] as const;
export type FileKind = (typeof fileKinds)[number];

const endings: readonly (readonly [RegExp, FileKind])[] = [
  [/\.bvh$/, 'bvh'],
  [/[.-]tracking\.jsonl$/, 'tracking'],
  [/[.-]joints\.jsonl$/, 'joints'],
  [/\.(glb|vrma)$/, 'glb'],
  [/\.mcap$/, 'mcap'],
];

/** Kind of file to write: as told, else by its name, with or without .gz. */
export function kindToWrite(path: string, told: string | undefined): FileKind {
  if (told !== undefined) {
    const kind = fileKinds.find((candidate) => candidate === told);
    if (kind) return kind;
    throw new UsageError(`--to ${told} is not known; it can be ${fileKinds.join(', ')}.`);
  }
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const kind = endings.find(([ending]) => ending.test(name))?.[1];
  if (kind) return kind;
  if (name.endsWith('.jsonl')) {
    throw new UsageError(`${path} may be tracking or joints: say which with --to tracking or --to joints.`);
  }
  throw new UsageError(`${path}: what kind of file is that? Say so with --to (${fileKinds.join(', ')}).`);
}
