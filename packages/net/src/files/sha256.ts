/** SHA-256 in hexadecimal. Browsers have crypto.subtle only on https and localhost; elsewhere it is worked out here. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  const hash = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256Here(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 32 bits of the fractional parts of the roots of the first primes: square roots begin, cube roots are mixed in. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

/** NIST, FIPS 180-4, "Secure Hash Standard", 2015, section 6.2; names as there. */
export function sha256Here(bytes: Uint8Array): Uint8Array {
  const k = fractions(64, Math.cbrt);
  const hash = fractions(8, Math.sqrt);
  const w = new Uint32Array(64);
  const padded = new Uint8Array(64);
  const blockCount = Math.floor((bytes.length + 8) / 64) + 1;
  for (let block = 0; block < blockCount; block++) {
    const from = block * 64;
    let source = bytes;
    let at = from;
    if (from + 64 > bytes.length) {
      // The end: the message, a bit of 1, zeros, and its length in bits.
      padded.fill(0);
      padded.set(bytes.subarray(from));
      if (from <= bytes.length) padded[bytes.length - from] = 0x80;
      if (block === blockCount - 1) new DataView(padded.buffer).setBigUint64(56, BigInt(bytes.length) * 8n);
      source = padded;
      at = 0;
    }
    for (let t = 0; t < 16; t++, at += 4) {
      w[t] = (source[at] << 24) | (source[at + 1] << 16) | (source[at + 2] << 8) | source[at + 3];
    }
    mixBlock(hash, w, k);
  }
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  for (const [i, word] of hash.entries()) view.setUint32(i * 4, word);
  return out;
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function mixBlock(hash: Uint32Array, w: Uint32Array, k: Uint32Array): void {
  for (let t = 16; t < 64; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
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
