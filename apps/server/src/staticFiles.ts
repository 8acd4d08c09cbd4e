import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { hashScripts } from './contentPolicy.js';
import { compress, type Encoding } from './encoding.js';
import { isCompressible, mimeTypeOf } from './mimeTypes.js';

/** One file, ready to send. */
export interface StaticFile {
  readonly body: Buffer;
  readonly encoding: Encoding;
  readonly mimeType: string;
  /** Strong, with quotes; differs between encodings. */
  readonly etag: string;
  /** The name has the hash of the content: it may be cached forever. */
  readonly isImmutable: boolean;
  /** Of the scripts inside a page, as a content policy names them. */
  readonly scriptHashes: readonly string[];
}

/** Files of one folder, read and compressed at most once per version of the file. */
export interface StaticFiles {
  /** The folder itself, with symbolic links resolved. */
  readonly root: string;
  readonly entries: Map<string, CacheEntry>;
}

interface CacheEntry {
  readonly version: string;
  readonly file: Promise<StaticFile>;
}

export async function createStaticFiles(folder: string): Promise<StaticFiles> {
  return { root: await realpath(folder), entries: new Map() };
}

/**
 * The file that path segments name, or null. Everything served stays in memory: the folder is one built page of a
 * few megabytes. A rebuilt file has another time or size and is read again.
 */
export async function readStaticFile(
  files: StaticFiles,
  segments: readonly string[],
  wanted: Encoding,
): Promise<StaticFile | null> {
  let path: string;
  let version: string;
  try {
    path = await realpath(join(files.root, ...segments));
    // A link inside the folder may lead out of it; files outside are not served.
    if (!path.startsWith(files.root + sep)) return null;
    const info = await stat(path);
    if (!info.isFile()) return null;
    version = `${info.mtimeMs}:${info.size}`;
  } catch {
    return null;
  }
  const encoding = isCompressible(extname(path)) ? wanted : 'identity';
  const key = `${encoding} ${path}`;
  const known = files.entries.get(key);
  if (known?.version === version) return known.file;
  const file = loadFile(path, encoding);
  files.entries.set(key, { version, file });
  try {
    return await file;
  } catch {
    files.entries.delete(key);
    return null;
  }
}

async function loadFile(path: string, encoding: Encoding): Promise<StaticFile> {
  const bytes = await readFile(path);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
  return {
    body: await compress(bytes, encoding),
    encoding,
    mimeType: mimeTypeOf(extname(path)),
    etag: `"${hash}-${encoding}"`,
    isImmutable: isHashedName(path),
    scriptHashes: extname(path) === '.html' ? hashScripts(bytes.toString()) : [],
  };
}

/** Vite names its assets name-HASH.ext inside assets/, with eight characters of base64url. */
function isHashedName(path: string): boolean {
  return /[/\\]assets[/\\][^/\\]*-[\w-]{8}\.[\w.]+$/.test(path);
}
