import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { FILES_PATH, fileLimits, sha256Pattern } from '@leib/net';
import { say } from '../common/say.js';
import { isAllowedOrigin } from '../common/upgrade.js';

export interface RoomFilesOptions {
  readonly allowedOrigins: readonly string[];
  /** Whether who shows this token may have files, and send some. */
  readonly mayEnter: (token: string) => boolean | Promise<boolean>;
  /** Files that must stay. */
  readonly keptHashes: () => ReadonlySet<string>;
}

/** Uploads at a time, in all and from one address. */
const MAX_UPLOADS = 4;
const MAX_UPLOADS_PER_ADDRESS = 2;
/** How fast files are taken, from all that send some: hashing takes time of the thread that serves everybody. */
const BYTES_PER_SECOND = 24 << 20;

/**
 * Files that pages give to each other through the server, such as a character's for walls: named by their SHA-256, which is
 * checked, and kept in a folder that goes with the server. Where there is no room for one more, those that were not asked for
 * the longest go; those that are shown stay.
 */
export class RoomFiles {
  readonly #options: RoomFilesOptions;
  /** Bytes of each, the one first that was not asked for the longest. */
  readonly #sizes = new Map<string, number>();
  /** Uploads under way: the address of each, and the bytes that it was promised. */
  readonly #uploads = new Set<{ readonly address: string; readonly bytes: number }>();
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
    else if (!sha256Pattern.test(hash)) say(response, 404, `expected ${FILES_PATH} and a SHA-256.`);
    else if (request.method === 'PUT') await this.#take(request, response, hash);
    else if (request.method === 'GET' || request.method === 'HEAD') await this.#give(request, response, hash);
    else {
      response.setHeader('Allow', 'GET, HEAD, PUT');
      say(response, 405, 'expected GET, HEAD or PUT.');
    }
  }

  async close(): Promise<void> {
    const folder = await this.#folder;
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }

  async #give(request: IncomingMessage, response: ServerResponse, hash: string): Promise<void> {
    const size = this.#sizes.get(hash);
    if (size === undefined || this.#folder === null) {
      say(response, 404, 'there is no such file.');
      return;
    }
    this.#sizes.delete(hash);
    this.#sizes.set(hash, size);
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
    else await pipeline(createReadStream(join(await this.#folder, hash)), response);
  }

  async #take(request: IncomingMessage, response: ServerResponse, hash: string): Promise<void> {
    const bytes = Number(request.headers['content-length'] ?? Number.NaN);
    const address = request.socket.remoteAddress ?? '';
    const ofAddress = [...this.#uploads].filter((upload) => upload.address === address).length;
    const most = `${fileLimits.bytes >> 20} MB`;
    if (!isAllowedOrigin(request, this.#options.allowedOrigins)) say(response, 403, 'expected a page of this server.');
    else if (!(bytes >= 1)) say(response, 411, 'expected the length of the file with it.');
    else if (bytes > fileLimits.bytes) say(response, 413, `expected at most ${most}, got ${bytes} bytes.`);
    else if (this.#sizes.has(hash)) say(response, 200, 'it is here already.');
    else if (this.#uploads.size >= MAX_UPLOADS || ofAddress >= MAX_UPLOADS_PER_ADDRESS) {
      say(response, 503, 'others send files to this server now; try again in a moment.');
    } else if (!this.#makeRoom(bytes)) {
      say(response, 507, 'the server has no room for one more file; stop other simulations first.');
    } else {
      const upload = { address, bytes };
      this.#uploads.add(upload);
      try {
        if (await this.#store(request, hash)) this.#sizes.set(hash, bytes);
      } finally {
        this.#uploads.delete(upload);
      }
      if (this.#sizes.has(hash)) say(response, 201, 'it is here now.');
      else say(response, 422, 'expected bytes of this SHA-256, got others.');
    }
  }

  /** False where the bytes have another hash. */
  async #store(request: IncomingMessage, hash: string): Promise<boolean> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'leib-files-'));
    const folder = await this.#folder;
    const path = join(folder, `${++this.#uploadCount}.part`);
    const file = await open(path, 'wx', 0o600);
    try {
      const isSame = (await this.#write(request, file)) === hash;
      if (isSame) await rename(path, join(folder, hash));
      return isSame;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  async #write(request: IncomingMessage, file: FileHandle): Promise<string> {
    const sum = createHash('sha256');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      sum.update(chunk);
      await file.writeFile(chunk);
      const nowMs = performance.now();
      this.#restUntilMs = Math.max(this.#restUntilMs, nowMs) + (chunk.length / BYTES_PER_SECOND) * 1000;
      if (this.#restUntilMs - nowMs > 10) await pause(this.#restUntilMs - nowMs);
    }
    return sum.digest('hex');
  }

  /** Removes files until there is room; false where those that stay take it. */
  #makeRoom(bytes: number): boolean {
    const kept = this.#options.keptHashes();
    const promised = [...this.#uploads].reduce((sum, upload) => sum + upload.bytes, bytes);
    const isFull = () =>
      this.#sizes.size + this.#uploads.size + 1 > fileLimits.count ||
      [...this.#sizes.values()].reduce((sum, size) => sum + size, promised) > fileLimits.allBytes;
    for (const hash of [...this.#sizes.keys()]) {
      if (!isFull()) break;
      if (kept.has(hash)) continue;
      this.#sizes.delete(hash);
      void this.#folder?.then((folder) => rm(join(folder, hash), { force: true }));
    }
    return !isFull();
  }
}
