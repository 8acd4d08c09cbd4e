import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer } from '../startServer.js';
import { checkCertificate, fingerprintOf, keepCertificate, namesOfCertificate } from './certificate.js';
import { networkAddresses } from './networkAddresses.js';

const root = mkdtempSync(join(tmpdir(), 'leib-https-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DAY_MS = 86_400_000;
const nowMs = Date.parse('2030-01-01T00:00:00Z');
const hosts = ['localhost', '127.0.0.1', '192.168.1.20'];

describe('a certificate of our own', () => {
  const folder = join(root, 'kept');

  test('is made once and kept, readable by its user only', async () => {
    const made = await keepCertificate({ folder, hosts, nowMs });
    expect(await keepCertificate({ folder, hosts, nowMs: nowMs + 300 * DAY_MS })).toEqual(made);
    expect(readdirSync(folder)).toEqual(['https.json']);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'https.json')).mode & 0o777).toBe(0o600);
    const parsed = new X509Certificate(made.cert);
    for (const host of hosts.slice(1)) expect(parsed.checkIP(host)).toBe(host);
    expect(namesOfCertificate(made)).toEqual(['localhost']);
    expect(fingerprintOf(made)).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(parsed.validTo) - Date.parse(parsed.validFrom)).toBeLessThanOrEqual(398 * DAY_MS);
    expect(() => checkCertificate(made, nowMs)).not.toThrow();
  });

  test.each([
    ['it ends soon', hosts, 380],
    ['the clock was set back', hosts, -400],
    ['the machine has another address', [...hosts, '192.168.1.99'], 0],
  ])('is made anew where %s', async (_why, hostsNow, days) => {
    const before = await keepCertificate({ folder, hosts, nowMs });
    const after = await keepCertificate({ folder, hosts: hostsNow, nowMs: nowMs + days * DAY_MS });
    expect(fingerprintOf(after)).not.toBe(fingerprintOf(before));
  });

  test('is made anew where its file is damaged', async () => {
    writeFileSync(join(folder, 'https.json'), '{"key":');
    expect(namesOfCertificate(await keepCertificate({ folder, hosts, nowMs }))).toEqual(['localhost']);
  });

  test('that cannot be kept is one line', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    await expect(keepCertificate({ folder: file, hosts, nowMs })).rejects.toThrow(/LEIB_HOME=/);
  });
});

describe('a certificate from elsewhere', () => {
  test('is refused where it is none, over, or of another key', async () => {
    const one = await keepCertificate({ folder: join(root, 'one'), hosts, nowMs });
    const two = await keepCertificate({ folder: join(root, 'two'), hosts, nowMs });
    expect(() => checkCertificate({ ...one, cert: 'hello' }, nowMs)).toThrow(/^--cert: expected a certificate as PEM/);
    expect(() => checkCertificate({ ...one, key: two.key }, nowMs)).toThrow(/^--key: expected the private key/);
    expect(() => checkCertificate(one, nowMs + 400 * DAY_MS)).toThrow(
      /^--cert: expected a certificate that is valid now/,
    );
  });
});

test('with a certificate the server speaks https and wss, also under the names of the certificate', async () => {
  const studioDir = join(root, 'kept');
  writeFileSync(join(studioDir, 'index.html'), '<title>Leib</title>');
  const certificate = await keepCertificate({ folder: join(root, 'one'), hosts, nowMs: Date.now() });
  const server = await startServer({ port: 0, studioDir, certificate });
  const page = await new Promise<string>((resolve, reject) => {
    request(server.url, { ca: certificate.cert }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/);
  expect(server.networkUrls).toEqual([]);
  expect(page).toBe('<title>Leib</title>');
  const socketOf = (origin: string) => {
    const socket = new WebSocket(`${server.url.replace('https', 'wss')}api/room?feeds`, {
      ca: certificate.cert,
      origin,
    });
    return new Promise<string>((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', (error) => resolve(error.message));
    }).finally(() => socket.terminate());
  };
  expect(await socketOf(`https://localhost:${server.port}`)).toBe('open');
  expect(await socketOf(`https://elsewhere.example:${server.port}`)).toMatch(/403/);
  await server.close();
});

test('an answer that a client of https does not read is held in pieces, and is whole for one who reads', async () => {
  const studioDir = join(root, 'kept');
  const file = randomBytes(24 << 20);
  writeFileSync(join(studioDir, 'index.html'), '<title>Leib</title>');
  writeFileSync(join(studioDir, 'large.bin'), file);
  const certificate = await keepCertificate({ folder: join(root, 'one'), hosts, nowMs: Date.now() });
  const server = await startServer({ port: 0, studioDir, certificate });
  const ask = () => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: certificate.cert, servername: 'localhost' });
    socket.on('error', () => {});
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return socket;
  };
  let received = 0;
  const reader = ask();
  reader.on('data', ({ length }: Buffer) => {
    received += length;
  });
  await once(reader, 'close');
  expect(received).toBeGreaterThan(file.length);
  const before = process.memoryUsage().rss;
  const idle = Array.from({ length: 12 }, ask);
  for (const socket of idle) {
    socket.pause();
    await once(socket, 'readable');
  }
  // Whole answers would be 288 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  for (const socket of idle) socket.destroy();
  await server.close();
});

test('who begins to encrypt and does not end is disconnected', async () => {
  const certificate = await keepCertificate({ folder: join(root, 'one'), hosts, nowMs: Date.now() });
  const server = await startServer({ port: 0, studioDir: null, certificate, handshakeMs: 50 });
  const begun = Buffer.from('16030100fa010000f60303', 'hex');
  for (const bytes of [Buffer.alloc(0), begun, Buffer.from('GET / HTTP/1.1\r\n\r\n')]) {
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(bytes);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await server.close();
});

test('addresses on the network: private ones first, none of this machine alone', () => {
  const at = (address: string, internal = false) => ({
    address,
    internal,
    family: 'IPv4' as const,
    netmask: '255.255.255.0',
    mac: '',
    cidr: null,
  });
  expect(
    networkAddresses({ lo: [at('127.0.0.1', true)], a: [at('8.8.8.8'), at('169.254.3.3')], b: [at('192.168.1.20')] }),
  ).toEqual(['192.168.1.20', '8.8.8.8']);
});
