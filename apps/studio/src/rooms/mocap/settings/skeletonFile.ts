import { InputError, refusalOf } from '@leib/core';
import { defaultDhSkeleton, parseDhSkeleton } from '@leib/mocap';

/** The JSON of a skeleton's file (leib-dh/1), as a setting. */
export interface SkeletonFile {
  readonly format: 'leib-dh/1';
  readonly name: string;
  readonly links: readonly object[];
}

/** Reason why a value cannot be a skeleton; null where it can. */
export function checkSkeletonFile(value: unknown): string | null {
  return refusalOf(parseDhSkeleton(JSON.stringify(value)));
}

/** The skeleton of a stored file; the default one where there is none, or it cannot be read any more. */
export function dhOfFile(file: SkeletonFile | null): typeof defaultDhSkeleton {
  const decoded = file ? parseDhSkeleton(JSON.stringify(file)) : null;
  return decoded?.ok ? decoded.value : defaultDhSkeleton;
}

/** Throws InputError with the link that is wrong. */
export function readSkeletonFile(text: string): SkeletonFile {
  const decoded = parseDhSkeleton(text);
  if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
  return JSON.parse(text) as SkeletonFile;
}
