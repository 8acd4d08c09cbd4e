import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  ChoiceError,
  chooseFile,
  createFileSet,
  type FileSet,
  fileSetOfZip,
  looksLikeZip,
  packGltf,
  type SetFile,
} from '@leib/formats';
import { UsageError } from './command.js';
import { named, unreadable } from './fileErrors.js';
import { readInput } from './files.js';

type FileChoice = Parameters<typeof chooseFile>[1];

export interface WholeFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/**
 * A file, standard input ("-"), or the one of a folder or a zip that is meant: the only one of its kind, or `pack.zip/inside/model.gltf`. A glTF
 * comes with the data beside it, as one GLB. Throws InputError, and UsageError where several could be meant.
 */
export async function readWhole(path: string, choice: Omit<FileChoice, 'chosen'>): Promise<WholeFile> {
  if (path === '-') return { bytes: await readStandardInput(), name: '' };
  const archive = await archiveAbove(path);
  const isGltf = /\.gltf$/i.test(path);
  const isContainer = archive !== null || /\.zip$/i.test(path) || (await isFolder(path));
  if (!isGltf && !isContainer) return { bytes: await readInput(path), name: path };
  const opened = await readFileSet(archive ?? path);
  return named(path, async () => {
    const file = chosenFile(opened, choice, archive === null ? opened.chosen : path.slice(archive.length + 1), path);
    const bytes = /\.gltf$/i.test(file.path) ? (await packGltf(file, opened.set)).bytes : await file.read();
    return { bytes, name: basename(file.path) };
  });
}

function chosenFile(
  { set }: OpenedFiles,
  choice: Omit<FileChoice, 'chosen'>,
  chosen: string | null,
  path: string,
): SetFile {
  try {
    return chooseFile(set, { ...choice, chosen: chosen ?? undefined });
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    const list = error.candidates.map((each) => `${path}/${each}`).slice(0, 5);
    throw new UsageError(
      path,
      `expected one ${choice.what}, got ${error.candidates.length}; name one: ${list.join(', ')}`,
    );
  }
}

/** The zip that a path leads into; null where it leads into none. */
async function archiveAbove(path: string): Promise<string | null> {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    if (/\.zip$/i.test(at) && !(await isFolder(at))) return at;
  }
  return null;
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (about) => about.isDirectory(),
    () => false,
  );
}

interface OpenedFiles {
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
