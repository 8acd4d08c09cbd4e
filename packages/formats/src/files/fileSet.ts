import { FormatError } from '../formatError.js';

/** One file of a set. Its bytes are read when they are asked for. */
export interface SetFile {
  /** Place in the set: names of folders and of the file, joined by "/"; never "." or "..". */
  readonly path: string;
  readonly sizeBytes: number;
  read(): Promise<Uint8Array>;
}

/** Files that belong together: a folder, a zip, or several files that were dropped at once. */
export interface FileSet {
  /** What it is called in messages: name of the folder, of the zip or of the only file. */
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly SetFile[];
  /** The files by lookUpKey() of the last part of their path; findFile() looks here. */
  readonly byLastPart: ReadonlyMap<string, readonly SetFile[]>;
}

/** A set with more is not a model: it stops before the page or the program runs out of memory. */
const maxFiles = 20_000;
const maxBytes = 4 * 2 ** 30;

/**
 * A set of files. What systems leave behind in folders and zips (__MACOSX, .DS_Store, Thumbs.db) is dropped. Throws
 * FormatError where a path leads out of the set, two files have the same path, or there are too many.
 */
export function createFileSet(name: string, files: Iterable<SetFile>): FileSet {
  const byPath = new Map<string, SetFile>();
  let bytes = 0;
  for (const file of files) {
    const path = pathInSet(file.path, name);
    if (isLeftBehind(path)) continue;
    if (byPath.has(path)) throw new FormatError('file', name, `expected different paths, got "${path}" twice`);
    bytes += file.sizeBytes;
    if (byPath.size >= maxFiles || bytes > maxBytes) {
      const limit = `at most ${maxFiles} files and ${maxBytes / 2 ** 30} GB`;
      throw new FormatError('file', name, `expected ${limit}, got more; choose the folder of one model`);
    }
    byPath.set(path, path === file.path ? file : { ...file, path, read: () => file.read() });
  }
  const sorted = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const byLastPart = new Map<string, SetFile[]>();
  for (const file of sorted) {
    const key = lookUpKey(lastPartOf(file.path));
    byLastPart.set(key, [...(byLastPart.get(key) ?? []), file]);
  }
  return { name, files: sorted, byLastPart };
}

/** A set of bytes by path. */
export function fileSetOfBytes(name: string, contents: Iterable<readonly [path: string, bytes: Uint8Array]>): FileSet {
  const files = [...contents].map(([path, bytes]) => ({ path, sizeBytes: bytes.length, read: async () => bytes }));
  return createFileSet(name, files);
}

/** The form in which parts of paths are compared: systems differ in case and in how they store accents. */
export function lookUpKey(part: string): string {
  return part.normalize('NFC').toLowerCase();
}

export function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folders of a path; empty where it lies at the top. */
export function foldersOf(path: string): string[] {
  return path.split('/').slice(0, -1);
}

function pathInSet(path: string, setName: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) {
    throw new FormatError('file', setName, `expected paths inside of it, got "${path}"`);
  }
  return parts.join('/');
}

function isLeftBehind(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);
}
