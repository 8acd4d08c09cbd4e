import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { createFileSet, type FileSet, fileSetOfZip, looksLikeZip, type SetFile } from '@leib/formats';
import { unreadable } from './fileErrors.js';
import { readInput } from './files.js';

export interface OpenedFiles {
  readonly set: FileSet;
  /** Path in the set of the file that was named; null where a folder or a zip was named. */
  readonly chosen: string | null;
}

/** So many files around a single file are looked at: it may lie in a folder full of other things. */
const maxNeighbours = 2000;

/**
 * What a path on disk holds: the files of a folder or of a zip; of any other file the folder that it lies in, because
 * it may refer to its neighbours. Throws InputError.
 */
export async function readFileSet(path: string): Promise<OpenedFiles> {
  const about = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (about.isDirectory()) return { set: await setOfFolder(path, Number.POSITIVE_INFINITY), chosen: null };
  const bytes = await readInput(path);
  if (looksLikeZip(bytes)) return { set: fileSetOfZip(bytes, basename(path)), chosen: null };
  return { set: await setOfFolder(dirname(path), maxNeighbours), chosen: basename(path) };
}

/** Files of a folder and of those in it; hidden ones, links and node_modules are left out. */
async function setOfFolder(folder: string, maxCount: number): Promise<FileSet> {
  const files: SetFile[] = [];
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const place = join(at, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (files.length >= maxCount) return;
      if (entry.isDirectory()) await walk(place);
      else if (entry.isFile()) {
        const { size } = await stat(place);
        files.push({
          path: relative(folder, place).split(sep).join('/'),
          sizeBytes: size,
          read: () => readInput(place),
        });
      }
    }
  };
  await walk(folder).catch((error) => {
    throw unreadable(folder, error);
  });
  return createFileSet(basename(resolve(folder)), files);
}
