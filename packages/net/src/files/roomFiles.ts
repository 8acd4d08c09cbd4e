import { InputError } from '@leib/core';

/** Path of a server's files; the name of each is the SHA-256 of its bytes. */
export const FILES_PATH = '/api/files/';
/** SHA-256 in hexadecimal. */
export const sha256Pattern = /^[0-9a-f]{64}$/;

/** What a server keeps of files that pages send it. */
export const fileLimits = {
  /** Of one file. */
  bytes: 64 << 20,
  /** Of all together, and how many there are. */
  allBytes: 256 << 20,
  count: 200,
} as const;

/** Of files that were sent before: a large one takes a moment. */
const hashes = new WeakMap<Uint8Array, Promise<string>>();

/** Part of a file that has arrived, 0 to 1; while one comes, its size, too. */
export type OnProgress = (part: number, bytes: number) => void;

/** Where a file lies on a server. @param serverUrl of any page of it, or of the server; its `token` comes along */
export function fileUrl(serverUrl: string, hash: string): string {
  const server = new URL(serverUrl);
  const url = new URL(FILES_PATH + hash, server);
  const token = server.searchParams.get('token');
  if (token !== null) url.searchParams.set('token', token);
  url.protocol = url.protocol.replace('ws', 'http');
  return url.href;
}

/**
 * Gives a file to a server, unless it has it already, and returns its SHA-256. Throws InputError with what the server says
 * against it, and TypeError where it may help to try again.
 */
export async function sendFile(
  serverUrl: string,
  file: Uint8Array<ArrayBuffer>,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<string> {
  if (file.length < 1 || file.length > fileLimits.bytes) {
    const most = `${fileLimits.bytes >> 20} MB`;
    throw new InputError('file', `expected 1 byte to ${most}, got ${inMegabytes(file.length)}; make it smaller`);
  }
  const hashing = hashes.get(file) ?? sha256(file);
  hashes.set(file, hashing);
  const hash = await hashing;
  const url = fileUrl(serverUrl, hash);
  if ((await fetch(url, { method: 'HEAD', signal })).ok) return hash;
  onProgress(0, file.length);
  const { status, text } = await put(url, file, onProgress, signal);
  if (status === 503) throw new TypeError(text);
  if (status >= 300) throw new InputError('file', text || `the server answered with ${status}`);
  return hash;
}

/**
 * A file of a server, compared with its name. Throws InputError where it is not there, is too large, or is another one, and TypeError
 * where there is no server.
 */
export async function fetchFile(
  serverUrl: string,
  hash: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(fileUrl(serverUrl, hash), { signal });
  if (!response.ok) {
    const reason = response.status === 404 ? 'the server has it no longer; send it again' : `status ${response.status}`;
    throw new InputError('file', `expected it on the server, got none: ${reason}`);
  }
  const size = Number(response.headers.get('content-length'));
  if (!(size > 0 && size <= fileLimits.bytes) || response.body === null) {
    throw new InputError('file', `expected 1 to ${fileLimits.bytes} bytes, got ${size}`);
  }
  onProgress(0, size);
  const bytes = new Uint8Array(size);
  const reader = response.body.getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > size) break;
    bytes.set(value, at);
    at += value.length;
    onProgress(at / size, size);
  }
  if (at !== size) throw new InputError('file', `expected ${size} bytes, got ${at}`);
  if ((await sha256(bytes)) !== hash)
    throw new InputError(
      'file',
      'expected the one that was given to the server, got another: its SHA-256 is not its name',
    );
  return bytes.buffer;
}

const inMegabytes = (bytes: number) => `${(bytes / (1 << 20)).toFixed(1)} MB`;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Browsers tell of an upload's progress through XMLHttpRequest only; Node has none. */
async function put(
  url: string,
  file: Uint8Array<ArrayBuffer>,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Answer> {
  if (typeof XMLHttpRequest === 'undefined') {
    const response = await fetch(url, { method: 'PUT', body: file, signal });
    return { status: response.status, text: await response.text() };
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded / file.length, file.length);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError('the server does not answer'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** SHA-256 in hexadecimal. Browsers have crypto.subtle only on https and localhost; elsewhere it is worked out here. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  const hash = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256Here(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 32 bits of the fractional parts of roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** NIST, FIPS 180-4, "Secure Hash Standard", 2015, section 6.2; names as there. */
export function sha256Here(bytes: Uint8Array): Uint8Array {
  const [k, hash, w] = [fractions(64, Math.cbrt), fractions(8, Math.sqrt), new Uint32Array(64)];
  // The message, a bit of 1, zeros, and its length in bits.
  const message = new DataView(new ArrayBuffer((Math.floor((bytes.length + 8) / 64) + 1) * 64));
  new Uint8Array(message.buffer).set(bytes);
  message.setUint8(bytes.length, 0x80);
  message.setBigUint64(message.byteLength - 8, BigInt(bytes.length) * 8n);
  for (let block = 0; block < message.byteLength; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = message.getUint32(block + t * 4);
    for (let t = 16; t < 64; t++) {
      const s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[t] + w[t]) | 0;
      const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) out.setUint32(i * 4, word);
  return new Uint8Array(out.buffer);
}
