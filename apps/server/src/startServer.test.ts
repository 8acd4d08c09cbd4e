import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOnFreePort } from './serveUntilStopped.js';
import { PortTakenError, type RunningServer, startServer } from './startServer.js';

const page = '<!doctype html><title>Leib</title><script>let a = 1;</script><p>Somebody.</p>';
const script = `export const words = ${JSON.stringify('a body '.repeat(500))};\n`;
const hashedName = 'assets/index-B4x_9-Qz.js';

let folder: string;
let studioDir: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-server-'));
  studioDir = join(folder, 'studio');
  await mkdir(join(studioDir, 'assets'), { recursive: true });
  await mkdir(join(studioDir, 'rooms'));
  await writeFile(join(folder, 'secret.txt'), 'not for the world');
  await writeFile(join(studioDir, 'index.html'), page);
  await writeFile(join(studioDir, hashedName), script);
  await writeFile(join(studioDir, 'a b.json'), '{}');
  for (const name of [
    's.css',
    'd.json',
    'b.glb',
    'b.vrm',
    'm.wasm',
    'i.svg',
    'i.png',
    'f.woff2',
    'j.js.map',
    'x.odd',
  ]) {
    await writeFile(join(studioDir, name), `content of ${name}`);
  }
  await symlink(join(folder, 'secret.txt'), join(studioDir, 'link.txt'));
  server = await startServer({ port: 0, studioDir });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** node:http, not fetch: the path goes over the socket exactly as written, and nothing is unpacked on the way. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: server.port, path, method, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Bytes in, bytes out: for requests that no HTTP client would make. */
function askRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('the page', () => {
  test('is served at the root and by name, never from a stale cache', async () => {
    for (const path of ['/', '/index.html', '/?room=mirror']) {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(200);
      expect(body.toString()).toBe(page);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  test('is isolated from other origins', async () => {
    const { headers } = await ask('/');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('runs no scripts but its own, and no other page shows it in a frame', async () => {
    const policy = (await ask('/')).headers['content-security-policy'];
    expect(policy).toContain("frame-ancestors 'none'");
    // The one script inside the page, and no other: echo -n 'let a = 1;' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("script-src 'self' 'unsafe-eval' 'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck=';");
    expect((await ask('/nowhere')).headers['content-security-policy']).toContain("script-src 'self' 'unsafe-eval';");
    expect((await ask('/')).headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['evil.example', 421],
    ['not a name', 421],
    ['127.0.0.1', 200],
    ['localhost:1234', 200],
    ['[::1]:80', 200],
    [hostname(), 200],
  ])('asked for as %s it answers %i', async (host, status) => {
    expect((await ask('/', { Host: host })).status).toBe(status);
  });

  test('headers that are too large are refused as such', async () => {
    const answer = await askRaw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toContain('431 Request Header Fields Too Large');
  });

  test('a refused upgrade is over, also for a client that keeps its end open', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const keys = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    socket.write(`GET /nowhere HTTP/1.1\r\nHost: localhost\r\n${keys}Sec-WebSocket-Version: 13\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'end');
    expect(text).toContain('404 Not Found');
    const failed = new Promise((resolve) => socket.on('error', resolve));
    const writing = setInterval(() => socket.write('more'), 2);
    expect(await failed).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    clearInterval(writing);
    socket.destroy();
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await ask('/');
    const head = await ask('/', {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  test('other methods are refused and told what is allowed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask('/', {}, method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
    }
  });

  test.each([
    ['/s.css', 'text/css; charset=utf-8'],
    ['/d.json', 'application/json; charset=utf-8'],
    ['/a%20b.json', 'application/json; charset=utf-8'],
    ['/b.glb', 'model/gltf-binary'],
    ['/b.vrm', 'model/gltf-binary'],
    ['/m.wasm', 'application/wasm'],
    ['/i.svg', 'image/svg+xml; charset=utf-8'],
    ['/i.png', 'image/png'],
    ['/f.woff2', 'font/woff2'],
    ['/j.js.map', 'application/json; charset=utf-8'],
    ['/x.odd', 'application/octet-stream'],
    [`/${hashedName}`, 'text/javascript; charset=utf-8'],
  ])('%s is %s', async (path, mimeType) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(mimeType);
  });
});

describe('caching and compression', () => {
  test('hashed assets may be kept for good', async () => {
    expect((await ask(`/${hashedName}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('text is compressed as the client wishes, and is the same text', async () => {
    const plain = await ask(`/${hashedName}`);
    const brotli = await ask(`/${hashedName}`, { 'Accept-Encoding': 'gzip, br' });
    const gzipped = await ask(`/${hashedName}`, { 'Accept-Encoding': 'gzip' });
    expect(plain.body.toString()).toBe(script);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.body).toString()).toBe(script);
    expect(brotli.body.length).toBeLessThan(script.length / 10);
    expect(brotli.headers.vary).toBe('Accept-Encoding');
    expect(new Set([plain, brotli, gzipped].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('what is compressed already is sent as it is', async () => {
    expect((await ask('/i.png', { 'Accept-Encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  test('a known ETag is answered with 304 and nothing else', async () => {
    const { headers } = await ask('/index.html');
    const again = await ask('/index.html', { 'If-None-Match': `"other", W/${headers.etag}` });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
    expect((await ask('/index.html', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('a page is found without its ending', async () => {
    await writeFile(join(studioDir, 'displays.html'), '<title>Walls</title>');
    const { status, headers, body } = await ask('/displays?room=1');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body.toString()).toBe('<title>Walls</title>');
  });

  test('a changed file is served anew', async () => {
    const path = join(studioDir, 'changing.json');
    await writeFile(path, '1');
    const before = await ask('/changing.json');
    await writeFile(path, '22');
    const after = await ask('/changing.json', { 'If-None-Match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body.toString()).toBe('22');
  });

  test('forty requests at once get the same bytes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(`/${hashedName}`, { 'Accept-Encoding': 'br' })),
    );
    for (const { body } of answers) expect(brotliDecompressSync(body).toString()).toBe(script);
  });
});

describe('what is not there or not allowed', () => {
  test.each(['/nothing.js', '/rooms', '/rooms/', '/index.html/', '/assets', '/link.txt', '/%252e%252e/secret.txt'])(
    '%s is a 404 page',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body.toString()).toContain('Not found');
      expect(body.toString()).not.toContain('secret');
    },
  );

  test.each([
    ['/../secret.txt', 403],
    ['/%2e%2e/secret.txt', 403],
    ['/%2e%2e%2fsecret.txt', 403],
    ['/assets/..%2f..%2fsecret.txt', 403],
    ['/..%5csecret.txt', 400],
    ['/%', 400],
    ['/%c0%ae%c0%ae/secret.txt', 400],
    ['/index.html%00.js', 400],
    ['//secret.txt', 400],
  ])('%s is refused with %i', async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).not.toContain('not for the world');
  });

  test.each([
    'GET http://elsewhere/../secret.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET ../secret.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'NONSENSE\r\n\r\n',
    '\x16\x03\x01 hello\r\n\r\n',
  ])('malformed request %# gets a 400 and the server lives on', async (bytes) => {
    expect(await askRaw(bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask('/')).status).toBe(200);
  });
});

describe('/api', () => {
  test('health says which version runs and since when', async () => {
    const { status, headers, body } = await ask('/api/health');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const health = JSON.parse(body.toString());
    expect(health).toEqual({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptimeSeconds: expect.any(Number),
    });
    expect(health.uptimeSeconds).toBeGreaterThanOrEqual(0);
  });

  test('anything else there is a 404 in JSON', async () => {
    const { status, body } = await ask('/api/nothing');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toEqual({ error: 'there is no /api/nothing' });
  });
});

describe('starting and stopping', () => {
  test('a taken port is reported', async () => {
    await expect(startServer({ port: server.port, studioDir })).rejects.toThrow(PortTakenError);
    await expect(startServer({ port: server.port, studioDir })).rejects.toThrow(`port ${server.port} is taken`);
  });

  test('the next free port is taken instead where none was demanded', async () => {
    const other = await startOnFreePort({ studioDir }, server.port, server.port + 20);
    expect(other.port).toBeGreaterThan(server.port);
    expect((await fetch(other.url)).status).toBe(200);
    await other.close();
    await expect(startOnFreePort({ studioDir }, server.port, server.port)).rejects.toThrow('expected a free one from');
  });

  test('a folder without a page is reported', async () => {
    await expect(startServer({ port: 0, studioDir: folder })).rejects.toThrow('expected a folder with index.html');
  });

  test('an address this machine does not have is reported', async () => {
    await expect(startServer({ port: 0, host: '192.0.2.1', studioDir })).rejects.toThrow(
      'expected an address of this machine, got "192.0.2.1"',
    );
  });

  test('closing ends open connections and frees the port', async () => {
    const short = await startServer({ port: 0, studioDir });
    const lingering = connect(short.port, '127.0.0.1');
    await new Promise((resolve) => lingering.once('connect', resolve));
    lingering.write('GET / HTTP/1.1\r\n');
    const cut = new Promise((resolve) => lingering.once('close', resolve));
    lingering.on('error', () => {});
    await short.close();
    await cut;
    const again = await startServer({ port: short.port, studioDir });
    await again.close();
  });
});

describe('one address has its share', () => {
  const rawAnswer = (request: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
      socket.end(request);
    });

  test('two Host headers are refused: a proxy may go by the other one', async () => {
    const answer = await rawAnswer('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: elsewhere.example\r\n\r\n');
    expect(answer).toContain('400 Bad Request');
    expect(answer).not.toContain('Somebody');
  });

  test('more requests than a page ever has are answered with 429', async () => {
    const own = await startServer({ port: 0, studioDir });
    const socket = connect(own.port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    const statuses: string[] = [];
    socket.on('data', (part) => {
      for (const [, status] of String(part).matchAll(/HTTP\/1.1 (\d+)/g)) statuses.push(status);
      // Fifty more as soon as fifty were answered.
      if (statuses.length % 50 === 0) ask();
    });
    const ask = () => socket.write('HEAD /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50));
    ask();
    await ended;
    expect(new Set(statuses)).toEqual(new Set(['200', '429']));
    expect(statuses.length).toBeGreaterThan(2000);
    await own.close();
  });

  test('more connections at a time are refused with 503', async () => {
    const own = await startServer({ port: 0, studioDir });
    const sockets: Socket[] = [];
    const connectMany = async (count: number) => {
      const some = Array.from({ length: count }, () => connect(own.port, '127.0.0.1'));
      sockets.push(...some);
      for (const socket of some) socket.on('error', () => {});
      await Promise.all(some.map((socket) => once(socket, 'connect')));
    };
    for (let i = 0; i < 8; i++) await connectMany(36);
    const refused = connect(own.port, '127.0.0.1');
    const [answer] = await once(refused, 'data');
    expect(String(answer)).toContain('503 Service Unavailable');
    for (const socket of sockets) socket.destroy();
    await own.close();
  });
});
