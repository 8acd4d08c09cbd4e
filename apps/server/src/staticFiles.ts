import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { ownValue } from '@leib/core';
import { hashScripts } from './contentPolicy.js';
import { compress, type Encoding } from './encoding.js';

const byExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json; charset=utf-8',
  // VRM is glTF with extensions in the same container and has no type of its own.
  '.vrm': 'model/gltf-binary',
};

/** Formats that are compressed already gain nothing from a second time. */
const isPacked = new Set(['.png', '.jpg', '.webp', '.woff2', '.ico']);

export function mimeTypeOf(extension: string): string {
  return ownValue(byExtension, extension.toLowerCase()) ?? 'application/octet-stream';
}

export function isCompressible(extension: string): boolean {
  const lower = extension.toLowerCase();
  return Object.hasOwn(byExtension, lower) && !isPacked.has(lower);
}

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

/** Files of one folder, read and compressed once per version of the file while they are asked for. */
export interface StaticFiles {
  /** The folder itself, with symbolic links resolved. */
  readonly root: string;
  /** By encoding and path, the one first that was not asked for the longest. */
  readonly entries: Map<string, CacheEntry>;
  /** Bytes that are kept of files that nobody is being sent. */
  readonly mostBytes: number;
}

interface CacheEntry {
  readonly version: string;
  /** While it is being read, and for as long as it is kept. */
  file: Promise<StaticFile> | null;
  /** One that is not kept any more lives while somebody is being sent it, and is not read again for the next one. */
  sent: WeakRef<StaticFile> | null;
  /** Of a file that is kept. */
  bytes: number;
}

/** The studio as browsers ask for it, three times over. */
const MOST_BYTES = 64 << 20;

export async function createStaticFiles(folder: string, mostBytes = MOST_BYTES): Promise<StaticFiles> {
  return { root: await realpath(folder), entries: new Map(), mostBytes };
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
  const file = known?.version === version ? (known.sent?.deref() ?? known.file) : null;
  const entry: CacheEntry = known && file ? known : { version, file: loadFile(path, encoding), sent: null, bytes: 0 };
  // The last one of all: it was asked for just now.
  files.entries.delete(key);
  files.entries.set(key, entry);
  try {
    const read = (await (file ?? entry.file)) as StaticFile;
    if (entry.file !== null) entry.bytes = read.body.length;
    entry.sent ??= new WeakRef(read);
    keepLess(files);
    return read;
  } catch {
    files.entries.delete(key);
    return null;
  }
}

/** Lets go of what is beyond the limit: first of files as they are, which only have to be read again. */
function keepLess({ entries, mostBytes }: StaticFiles): void {
  let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  for (const isPlain of [true, false]) {
    for (const [key, entry] of entries) {
      if (bytes <= mostBytes) return;
      if (entry.bytes === 0 || key.startsWith('identity ') !== isPlain) continue;
      bytes -= entry.bytes;
      entry.bytes = 0;
      entry.file = null;
    }
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
