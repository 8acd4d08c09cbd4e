import { FormatError } from '../formatError.js';
import { type FileSet, foldersOf, lastPartOf, lookUpKey, type SetFile } from './fileSet.js';

/**
 * The file that another file of the set refers to; null where there is none, or several that fit equally. `from` is the
 * path of the file that refers. References are read as programs write them: relative to that file or to the top of the
 * set, with "./" and "../", backslashes, percent-encoding, a scheme (package://, file://) or a drive, in any case. Where
 * no path fits, the end of the path decides: the file whose last folders and name agree furthest with it.
 */
export function findFile(set: FileSet, reference: string, from = ''): SetFile | null {
  for (const spelling of new Set([reference, percentDecoded(reference)])) {
    const found = findSpelling(set, spelling, from);
    if (found !== null) return found;
  }
  return null;
}

/**
 * All files that a file refers to, by reference. Throws one FormatError that names all that are missing; `what` says
 * what they are in its message.
 */
export function requireFiles(
  set: FileSet,
  references: Iterable<string>,
  { from = '', what = 'file' }: { readonly from?: string; readonly what?: string } = {},
): Map<string, SetFile> {
  const found = new Map<string, SetFile>();
  const missing: string[] = [];
  for (const reference of new Set(references)) {
    const file = findFile(set, reference, from);
    if (file === null) missing.push(reference);
    else found.set(reference, file);
  }
  if (missing.length > 0) throw missingFiles(from || set.name, missing, what);
  return found;
}

/** The error for files that a file refers to and that did not come with it. */
export function missingFiles(from: string, missing: readonly string[], what = 'file'): FormatError {
  const names = missing.join(', ');
  const count = missing.length === 1 ? `1 ${what}` : `${missing.length} ${what}s`;
  const advice = 'open it together with them, or its folder or a zip of it';
  return new FormatError(
    'file',
    from,
    `expected ${count} that it refers to, got none of that name: ${names}; ${advice}`,
  );
}

function findSpelling(set: FileSet, reference: string, from: string): SetFile | null {
  const wanted = reference
    .replaceAll('\\', '/')
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, '')
    .split('/');
  const fromFolders = foldersOf(from);
  const paths = [resolved([...fromFolders, ...wanted]), resolved(wanted)];
  const named = set.byLastPart.get(lookUpKey(lastPartOf(paths[0]))) ?? [];
  for (const path of paths) {
    const same = named.find((file) => file.path === path);
    if (same) return same;
    const sameLetters = named.filter((file) => lookUpKey(file.path) === lookUpKey(path));
    if (sameLetters.length === 1) return sameLetters[0];
  }
  const alike = farthest(named, (file) =>
    agreeing(file.path.split('/').reverse(), resolved(wanted).split('/').reverse()),
  );
  // Equal ends: the one that lies nearest to the file that refers to it.
  const nearest = farthest(alike, (file) => agreeing(foldersOf(file.path), fromFolders));
  return nearest.length === 1 ? nearest[0] : null;
}

/** Path without "." and ".."; what would lead above the top stays at the top. */
function resolved(parts: readonly string[]): string {
  const out: string[] = [];
  for (const part of parts) {
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  }
  return out.join('/');
}

/** Number of parts that are the same from the beginning on. */
function agreeing(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((part, i) => lookUpKey(part) !== lookUpKey(b[i] ?? ''));
  return different < 0 ? a.length : different;
}

/** Those with the highest score. */
function farthest(files: readonly SetFile[], score: (file: SetFile) => number): readonly SetFile[] {
  const best = Math.max(...files.map(score));
  return files.filter((file) => score(file) === best);
}

function percentDecoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    // A percent sign that is part of the name.
    return reference;
  }
}

/** Several files of a set could be the one that is meant. Show `candidates` and open the set again with one of them. */
export class ChoiceError extends FormatError {
  /** Paths, those nearest to the top of the set first. */
  readonly candidates: readonly string[];

  constructor(set: FileSet, what: string, candidates: readonly string[]) {
    const list = `${candidates.slice(0, 8).join(', ')}${candidates.length > 8 ? ', ...' : ''}`;
    super('file', set.name, `expected one ${what}, got ${candidates.length}: ${list}; choose one of them`);
    this.candidates = candidates;
  }
}

export interface FileChoice {
  /** What is looked for, for messages: "avatar", "robot". */
  readonly what: string;
  /** Endings of its name, without the dot, in lower case: the kinds of file, best first. */
  readonly extensions: readonly string[];
  /** Path of the file that the user chose; absent: the only candidate. */
  readonly chosen?: string | undefined;
}

/** Files with one of these endings, those nearest to the top of the set first, then by name. */
export function filesWithExtension(set: FileSet, extensions: readonly string[]): readonly SetFile[] {
  const depth = (file: SetFile) => foldersOf(file.path).length;
  return set.files.filter(({ path }) => extensions.includes(extensionOf(path))).sort((a, b) => depth(a) - depth(b));
}

/** The file of a set that is to be opened. Throws ChoiceError where it is for the user to say, FormatError where there is none. */
export function chooseFile(set: FileSet, { what, extensions, chosen }: FileChoice): SetFile {
  const candidates = filesWithExtension(set, extensions);
  if (chosen !== undefined) {
    const file = findFile(set, chosen);
    if (file !== null) return file;
    const have = candidates.map(({ path }) => path).join(', ') || 'none';
    throw new FormatError('file', set.name, `expected a file "${chosen}" in it, got ${have}`);
  }
  if (candidates.length === 1) return candidates[0];
  if (candidates.length > 1) {
    throw new ChoiceError(
      set,
      what,
      candidates.map(({ path }) => path),
    );
  }
  const kinds = extensions.map((extension) => `.${extension}`).join(', ');
  const found = [...new Set(set.files.map(({ path }) => extensionOf(path)))].slice(0, 8).map((each) => `.${each}`);
  const got = set.files.length === 0 ? 'no file at all' : `${set.files.length} files of ${found.join(', ')}`;
  throw new FormatError('file', set.name, `expected one ${what} (${kinds}), got ${got}`);
}

/** Ending of a file's name, without the dot, in lower case; empty where it has none. */
function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? '';
}
