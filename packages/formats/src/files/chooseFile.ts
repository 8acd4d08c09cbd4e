import { FormatError } from '../formatError.js';
import { type FileSet, foldersOf, type SetFile } from './fileSet.js';
import { findFile } from './findFile.js';

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
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? '';
}
