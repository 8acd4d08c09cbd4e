import { createFileSet, type FileSet, filesWithExtension, type SetFile } from '@leib/formats';

/** Kinds of file that are opened by themselves and refer to no others. */
export const singleExtensions = ['bvh', 'vrma', 'mcap', 'jsonl', 'json', 'gz', 'c3d'] as const;

export interface SortedFiles {
  /** Opened one after the other. */
  readonly single: readonly SetFile[];
  /** Files that belong together, such as a model with its pictures; null where there are none. */
  readonly together: FileSet | null;
}

/**
 * Tells apart what was dropped at once. A folder or a zip is one thing; of files beside each other, motions and recordings
 * are opened by themselves.
 */
export function sortDropped(set: FileSet): SortedFiles {
  if (set.files.length <= 1) return { single: set.files, together: null };
  if (set.files.some(({ path }) => path.includes('/'))) return { single: [], together: set };
  const single = filesWithExtension(set, singleExtensions);
  const rest = set.files.filter((file) => !single.includes(file));
  if (rest.length <= 1) return { single: [...single, ...rest], together: null };
  return { single, together: single.length === 0 ? set : createFileSet(set.name, rest) };
}

/** A file of a set as browsers have it. */
export async function fileOfSet(file: SetFile): Promise<File> {
  const bytes = (await file.read()) as Uint8Array<ArrayBuffer>;
  return new File([bytes], file.path.slice(file.path.lastIndexOf('/') + 1));
}
