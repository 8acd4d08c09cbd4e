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
