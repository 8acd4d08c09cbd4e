import { expect, test } from 'vitest';
import { pictureLimits, readPictureFile } from './pictureFile.js';

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const padded = (bytes: readonly number[], length = 64) => Uint8Array.from({ length }, (_, i) => bytes[i] ?? 0);

const jpeg = (width: number, height: number) =>
  padded([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4, 0xff, 0xc0, 0, 11, 8],
    ...[height >> 8, height & 255, width >> 8, width & 255],
  ]);
const webp = (kind: string, rest: readonly number[]) =>
  padded([...letters('RIFF'), 0, 0, 0, 0, ...letters('WEBP'), ...letters(kind), 0, 0, 0, 0, ...rest]);
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, width & 255, width >> 8, height & 255, height >> 8]);
const extended = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, (width - 1) & 255, (width - 1) >> 8, 0, (height - 1) & 255, (height - 1) >> 8, 0]);
const lossless = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14);
  return webp('VP8L', [0x2f, bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255, (bits >>> 24) & 255]);
};

test.each([
  ['image/jpeg', jpeg],
  ['image/webp', lossy],
  ['image/webp', extended],
  ['image/webp', lossless],
])('%s of our size is a picture, a larger one is not', (type, make) => {
  expect(readPictureFile(make(960, 600))).toEqual({ type, width: 960, height: 600 });
  expect(readPictureFile(make(pictureLimits.side + 1, 600))).toBeNull();
  expect(readPictureFile(make(600, 16_000))).toBeNull();
});

test('nothing else is one, however it is cut', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const other of [svg, 'GIF89a', '\x89PNG\r\n', 'glTF'])
    expect(readPictureFile(padded(letters(other), 99))).toBeNull();
  expect(readPictureFile(new Uint8Array(pictureLimits.bytes + 1).fill(0xff))).toBeNull();
  for (const whole of [jpeg(960, 600), lossy(960, 600)])
    for (let length = 0; length < 30; length++) expect(readPictureFile(whole.slice(0, length))).toBeNull();
  // A segment that says to be longer than the file.
  expect(readPictureFile(padded([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]))).toBeNull();
});
