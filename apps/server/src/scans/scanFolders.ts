import { createReadStream } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError, parseJson } from '@leib/core';
import { isSplatPly, splatEndings } from '@leib/formats/scan';
import { say } from '../common/say.js';
import { mimeTypeOf } from '../staticFiles.js';

export interface ScanFoldersOptions {
  /** Each folder in it that has a tileset.json is a scan, and each file of Gaussian splats; null: there are none. */
  readonly folder: string | null;
  /** Whether who shows this token may have them. */
  readonly mayEnter: (token: string) => boolean | Promise<boolean>;
}

/** What a tileset is made of (3D Tiles 1.0 and 1.1), and what stands beside it. */
const extensions = new Set(
  '.json .glb .gltf .bin .b3dm .i3dm .pnts .cmpt .subtree .png .jpg .jpeg .webp .ktx2'.split(' '),
);
const MOST_SCANS = 500;
const MOST_ABOUT_BYTES = 64 << 10;
/** A PLY tells by its header whether it has splats. */
const HEAD_BYTES = 64 << 10;

/**
 * Converted scans and files of splats of one folder, for rooms of people: GET /api/scans is the list, /api/scans/NAME/FILE a file of a
 * scan, /api/scans/NAME a file of splats.
 */
export class ScanFolders {
  readonly #options: ScanFoldersOptions;
  readonly #root: Promise<string> | null;

  constructor(options: ScanFoldersOptions) {
    this.#options = options;
    this.#root = options.folder === null ? null : realpath(options.folder);
    // Checked when the server starts; later requests find nothing.
    this.#root?.catch(() => {});
  }

  /** Throws InputError where the folder is none. */
  async check(): Promise<void> {
    const { folder } = this.#options;
    if (folder === null) return;
    const isFolder = await stat(folder).then(
      (about) => about.isDirectory(),
      () => false,
    );
    if (!isFolder) throw new InputError('scans', `expected a folder with scans in it, got ${folder}`);
  }

  /** Answers a request for /api/scans. @param segments of the path behind that */
  async answer(request: IncomingMessage, response: ServerResponse, segments: readonly string[]): Promise<void> {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token') ?? '';
    if (!(await this.#options.mayEnter(token))) say(response, 401, 'expected the token of this server.');
    else if (segments.length === 0) await this.#list(request, response);
    else await this.#give(request, response, segments);
  }

  async #list(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const root = await this.#root?.catch(() => null);
    const names = root ? (await readdir(root)).filter((name) => !name.startsWith('.')).sort() : [];
    const scans: object[] = [];
    for (const id of names.slice(0, MOST_SCANS)) {
      if (!root) break;
      const splats = await this.#fileOf(root, [id]);
      if (splats) scans.push({ id, about: null, splatBytes: splats.size });
      else if (await this.#fileOf(root, [id, 'tileset.json'])) scans.push({ id, about: await this.#about(root, id) });
    }
    response.setHeader('Cache-Control', 'no-store');
    response.writeHead(200, { 'Content-Type': mimeTypeOf('.json') });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ scans }));
  }

  /** What leib scan convert wrote about it; null for tilesets of others. */
  async #about(root: string, id: string): Promise<unknown> {
    const file = await this.#fileOf(root, [id, 'scan.json']);
    if (!file || file.size > MOST_ABOUT_BYTES) return null;
    const about = parseJson(await readFile(file.path, 'utf8'));
    return about.ok ? about.value : null;
  }

  async #give(request: IncomingMessage, response: ServerResponse, segments: readonly string[]): Promise<void> {
    const root = await this.#root?.catch(() => null);
    const file = root ? await this.#fileOf(root, segments) : null;
    if (!file) return say(response, 404, 'there is no such scan here.');
    response.setHeader('Content-Type', mimeTypeOf(extname(file.path)));
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('ETag', file.etag);
    // A scan may be converted anew under its name: asked each time, and answered by a few bytes.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304).end();
      return;
    }
    const range = rangeOf(request.headers.range, file.size, request.headers['if-range'], file.etag);
    if (range === 'none') {
      response.setHeader('Content-Range', `bytes */${file.size}`);
      return say(response, 416, 'expected bytes that the file has.');
    }
    const { from, to } = range ?? { from: 0, to: file.size - 1 };
    if (range) response.setHeader('Content-Range', `bytes ${from}-${to}/${file.size}`);
    response.writeHead(range ? 206 : 200, { 'Content-Length': to - from + 1 });
    if (request.method === 'HEAD' || file.size === 0) response.end();
    else await pipeline(createReadStream(file.path, { start: from, end: to }), response);
  }

  /** A file of the folder; null where it is none, is not of a scan, or leads out of it by a link. */
  async #fileOf(root: string, segments: readonly string[]) {
    const isAlone = segments.length === 1;
    if (!isAlone && !extensions.has(extname(segments[segments.length - 1]).toLowerCase())) return null;
    try {
      const path = await realpath(join(root, ...segments));
      if (!path.startsWith(root + sep)) return null;
      const about = await stat(path);
      if (!about.isFile() || (isAlone && !(await hasSplats(path)))) return null;
      return { path, size: about.size, etag: `"${Math.floor(about.mtimeMs).toString(36)}-${about.size.toString(36)}"` };
    } catch {
      return null;
    }
  }
}

async function hasSplats(path: string): Promise<boolean> {
  if (splatEndings.test(path)) return true;
  if (!/\.ply$/i.test(path)) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return isSplatPly(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** One range of RFC 9110, section 14; null: the whole file, which answers every other wish. */
function rangeOf(
  header: string | undefined,
  size: number,
  ifRange: string | string[] | undefined,
  etag: string,
): { readonly from: number; readonly to: number } | 'none' | null {
  const match =
    header === undefined || (ifRange !== undefined && ifRange !== etag) ? null : /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === '' || match[2] === '' ? last : Math.min(last, Number(match[2]));
  return from > last || from > to ? 'none' : { from, to };
}
