import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, compress, type Encoding } from './encoding.js';

test.each<[string | undefined, Encoding]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
])('Accept-Encoding %s is answered in %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('what is compressed comes back as it was', async () => {
  const bytes = Buffer.from('a body is a body is a body '.repeat(200));
  expect(brotliDecompressSync(await compress(bytes, 'br'))).toEqual(bytes);
  expect(gunzipSync(await compress(bytes, 'gzip'))).toEqual(bytes);
  expect(await compress(bytes, 'identity')).toBe(bytes);
});
