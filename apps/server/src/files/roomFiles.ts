import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { FILES_PATH, fileLimits, sha256Pattern } from '@leib/net';
import { say } from '../common/say.js';
import { isAllowedOrigin } from '../common/upgrade.js';
import type { SharedFiles } from '../people/roomLink.js';

export interface RoomFilesOptions {
  readonly allowedOrigins: readonly string[];
  /** Whether who shows this token may have files, and send some. */
  readonly mayEnter: (token: string) => boolean | Promise<boolean>;
  /** Files that must stay. */
  readonly keptHashes: () => ReadonlySet<string>;
  /** Where files stay when the server stops, in a folder `files`; null: they go with it. */
  readonly dataDir: string | null;
  /** Those of all nodes; null where the server is alone. */
  readonly shared: SharedFiles | null;
}

/** Uploads at a time, in all and from one address. */
const MAX_UPLOADS = 4;
const MAX_UPLOADS_PER_ADDRESS = 2;
/** How fast files are taken, from all that send some: hashing takes time of the thread that serves everybody. */
const BYTES_PER_SECOND = 24 << 20;
/** Files that are checked, or fetched from other nodes, at a time. */
const MAX_LOOKS = 4;

/**
 * Files that pages give to each other through the server, such as a character's for walls: named by their SHA-256, which is
 * checked, and kept in a folder. Where there is no room for one more, those that were not asked for the longest go; those that are
 * shown stay.
 */
export class RoomFiles {
  readonly #options: RoomFilesOptions;
  /** Bytes of each, the one first that was not asked for the longest. */
  readonly #sizes = new Map<string, number>();
  /** Uploads under way: the address of each, and the bytes that it was promised. */
  readonly #uploads = new Set<{ readonly address: string; readonly bytes: number }>();
  /** Files of an earlier start, whose bytes nobody has looked at yet. */
  readonly #unchecked = new Set<string>();
  /** Files that are checked, or on their way from other nodes: whether they are here then. */
  readonly #looks = new Map<string, Promise<boolean>>();
  #folder: Promise<string> | null = null;
  #uploadCount = 0;
  #restUntilMs = 0;

  constructor(options: RoomFilesOptions) {
    this.#options = options;
  }

  /** Answers a request for /api/files/HASH. */
  async answer(request: IncomingMessage, response: ServerResponse, hash: string): Promise<void> {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token') ?? '';
    if (!(await this.#options.mayEnter(token))) say(response, 401, 'expected the token of this server.');
    else if (!(await this.#open())) say(response, 503, 'the server has no folder for files; try again later.');
    else if (!sha256Pattern.test(hash)) say(response, 404, `expected ${FILES_PATH} and a SHA-256.`);
    else if (request.method === 'PUT') await this.#take(request, response, hash);
    else if (request.method === 'GET' || request.method === 'HEAD') await this.#give(request, response, hash);
    else {
      response.setHeader('Allow', 'GET, HEAD, PUT');
      say(response, 405, 'expected GET, HEAD or PUT.');
    }
  }

  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => null);
    if (folder && this.#options.dataDir === null) await rm(folder, { recursive: true, force: true });
  }

  /** False where there is no folder: it is tried again next time. */
  async #open(): Promise<boolean> {
    this.#folder ??= this.#openFolder();
    try {
      await this.#folder;
      return true;
    } catch {
      this.#folder = null;
      return false;
    }
  }

  async #openFolder(): Promise<string> {
    const { dataDir } = this.#options;
    if (dataDir === null) return mkdtemp(join(tmpdir(), 'leib-files-'));
    const folder = join(dataDir, 'files');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    // Of uploads that a kill has cut short.
    for (const name of names) if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
    const files = await Promise.all(
      names
        .filter((name) => sha256Pattern.test(name))
        .map(async (hash) => ({ hash, info: await stat(join(folder, hash)) })),
    );
    for (const { hash, info } of files.toSorted((a, b) => a.info.mtimeMs - b.info.mtimeMs)) {
      this.#sizes.set(hash, info.size);
      this.#unchecked.add(hash);
    }
    this.#makeRoom(0, folder);
    return folder;
  }

  /** Whether it is here as it should be, or comes from another node now. */
  async #has(folder: string, hash: string): Promise<boolean> {
    const known = this.#looks.get(hash);
    if (known) return known;
    if (this.#sizes.has(hash) && !this.#unchecked.has(hash)) return true;
    if (this.#looks.size >= MAX_LOOKS) return false;
    const looking = this.#look(folder, hash).catch(() => false);
    this.#looks.set(hash, looking);
    return looking.finally(() => this.#looks.delete(hash));
  }

  async #look(folder: string, hash: string): Promise<boolean> {
    if (this.#unchecked.has(hash)) {
      const file = await open(join(folder, hash)).catch(() => null);
      const isSame = file !== null && (await this.#hashOf(file.createReadStream())) === hash;
      this.#unchecked.delete(hash);
      if (isSame) return true;
      await this.#forget(folder, hash);
    }
    const { shared } = this.#options;
    return shared !== null && this.#fetch(shared, hash);
  }

  async #fetch(shared: SharedFiles, hash: string): Promise<boolean> {
    const found = await shared.find(hash);
    if (found === null || !(found.bytes >= 1 && found.bytes <= fileLimits.bytes)) return false;
    if (!this.#makeRoom(found.bytes, await this.#folder)) return false;
    if (!(await this.#store(found.parts, hash, found.bytes))) return false;
    this.#sizes.set(hash, found.bytes);
    return true;
  }

  async #forget(folder: string, hash: string): Promise<void> {
    this.#sizes.delete(hash);
    this.#unchecked.delete(hash);
    await rm(join(folder, hash), { force: true });
  }

  async #give(request: IncomingMessage, response: ServerResponse, hash: string): Promise<void> {
    const folder = (await this.#folder) ?? '';
    const isHere = await this.#has(folder, hash);
    const size = this.#sizes.get(hash);
    if (!isHere || size === undefined) {
      say(response, 404, 'there is no such file.');
      return;
    }
    this.#sizes.delete(hash);
    this.#sizes.set(hash, size);
    // The order in which they go is the same after a start.
    const now = new Date();
    void utimes(join(folder, hash), now, now).catch(() => {});
    // Bytes of a stranger: never a page or a script of this server.
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', 'attachment');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('ETag', `"${hash}"`);
    if (request.headers['if-none-match'] === `"${hash}"`) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { 'Content-Length': size });
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(join(folder, hash)), response);
  }

  async #take(request: IncomingMessage, response: ServerResponse, hash: string): Promise<void> {
    const bytes = Number(request.headers['content-length'] ?? Number.NaN);
    const address = request.socket.remoteAddress ?? '';
    const ofAddress = [...this.#uploads].filter((upload) => upload.address === address).length;
    const most = `${fileLimits.bytes >> 20} MB`;
    if (!isAllowedOrigin(request, this.#options.allowedOrigins)) say(response, 403, 'expected a page of this server.');
    else if (!(bytes >= 1)) say(response, 411, 'expected the length of the file with it.');
    else if (bytes > fileLimits.bytes) say(response, 413, `expected at most ${most}, got ${bytes} bytes.`);
    else if (await this.#has((await this.#folder) ?? '', hash)) say(response, 200, 'it is here already.');
    else if (this.#uploads.size >= MAX_UPLOADS || ofAddress >= MAX_UPLOADS_PER_ADDRESS) {
      say(response, 503, 'others send files to this server now; try again in a moment.');
    } else if (!this.#makeRoom(bytes, await this.#folder)) {
      say(response, 507, 'the server has no room for one more file; stop other simulations first.');
    } else {
      const upload = { address, bytes };
      this.#uploads.add(upload);
      try {
        await this.#keep(request, response, hash, bytes);
      } finally {
        this.#uploads.delete(upload);
      }
    }
  }

  async #keep(request: IncomingMessage, response: ServerResponse, hash: string, bytes: number): Promise<void> {
    if (!(await this.#store(request, hash))) {
      say(response, 422, 'expected bytes of this SHA-256, got others.');
      return;
    }
    const folder = (await this.#folder) ?? '';
    try {
      await this.#options.shared?.put(hash, join(folder, hash));
    } catch {
      await this.#forget(folder, hash);
      say(response, 503, 'the server cannot give it to the other servers now; try again in a moment.');
      return;
    }
    this.#sizes.set(hash, bytes);
    say(response, 201, 'it is here now.');
  }

  /** False where the bytes have another hash, or are too many. */
  async #store(bytes: AsyncIterable<Uint8Array>, hash: string, most = fileLimits.bytes): Promise<boolean> {
    const folder = (await this.#folder) ?? '';
    const path = join(folder, `${process.pid}-${++this.#uploadCount}.part`);
    const file = await open(path, 'wx', 0o600);
    try {
      const isSame = (await this.#write(bytes, file, most)) === hash;
      await file.sync();
      if (isSame) await rename(path, join(folder, hash));
      return isSame;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  async #write(bytes: AsyncIterable<Uint8Array>, file: FileHandle, most: number): Promise<string> {
    const sum = createHash('sha256');
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > most) return '';
      sum.update(chunk);
      await file.writeFile(chunk);
      await this.#rest(chunk.length);
    }
    return sum.digest('hex');
  }

  async #hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
    const sum = createHash('sha256');
    for await (const chunk of bytes) {
      sum.update(chunk);
      await this.#rest(chunk.length);
    }
    return sum.digest('hex');
  }

  async #rest(bytes: number): Promise<void> {
    const nowMs = performance.now();
    this.#restUntilMs = Math.max(this.#restUntilMs, nowMs) + (bytes / BYTES_PER_SECOND) * 1000;
    if (this.#restUntilMs - nowMs > 10) await pause(this.#restUntilMs - nowMs);
  }

  /** Removes files until there is room; false where those that stay take it. */
  #makeRoom(bytes: number, folder: string | null): boolean {
    const kept = this.#options.keptHashes();
    const promised = [...this.#uploads].reduce((sum, upload) => sum + upload.bytes, bytes);
    const count = this.#uploads.size + (bytes > 0 ? 1 : 0);
    const isFull = () =>
      this.#sizes.size + count > fileLimits.count ||
      [...this.#sizes.values()].reduce((sum, size) => sum + size, promised) > fileLimits.allBytes;
    for (const hash of [...this.#sizes.keys()]) {
      if (!isFull()) break;
      if (kept.has(hash)) continue;
      if (folder !== null) void this.#forget(folder, hash);
    }
    return !isFull();
  }
}
