/** Tests only: heads of pictures of a given size, as far as a reader of sizes looks. */

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number, size: number) =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256);
const little = (value: number, size: number) => big(value, size).reverse();
const rest = Array<number>(32).fill(0);

export function pngHead(width: number, height: number): Uint8Array {
  const ihdr = [...big(13, 4), ...letters('IHDR'), ...big(width, 4), ...big(height, 4)];
  return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...ihdr, ...rest]);
}

/** With a thumbnail in its Exif, a fill byte and tables before the frame header, up to the scan. */
export function jpegHead(width: number, height: number): Uint8Array {
  const thumbnail = [0xff, 0xd8, 0xff, 0xc0, ...big(11, 2), 8, ...big(1, 2), ...big(1, 2), 1, 1, 0x11, 0];
  const exif = [0xff, 0xe1, ...big(2 + thumbnail.length, 2), ...thumbnail];
  const tables = [0xff, 0xff, 0xc4, ...big(5, 2), 1, 2, 3];
  const frame = [0xff, 0xc2, ...big(11, 2), 8, ...big(height, 2), ...big(width, 2), 1, 1, 0x11, 0];
  return Uint8Array.from([0xff, 0xd8, ...exif, ...tables, ...frame, 0xff, 0xda, ...rest, 0xff, 0xd9]);
}

export function ktx2Head(width: number, height: number): Uint8Array {
  const identifier = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 13, 10, 26, 10];
  return Uint8Array.from([...identifier, ...rest.slice(0, 8), ...little(width, 4), ...little(height, 4), ...rest]);
}

const webp = (name: string, data: readonly number[]) =>
  Uint8Array.from([
    ...letters('RIFF'),
    ...little(100, 4),
    ...letters('WEBP'),
    // A chunk of odd length before it, with its byte of filling.
    ...[...letters('ICCP'), ...little(3, 4), 1, 2, 3, 0],
    ...[...letters(name), ...little(data.length, 4), ...data, ...rest],
  ]);

export const webpHeads = {
  canvas: (width: number, height: number) =>
    webp('VP8X', [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]),
  lossy: (width: number, height: number) =>
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]),
  lossless: (width: number, height: number) =>
    webp('VP8L', [0x2f, ...little((width - 1) | ((height - 1) << 14), 4), 0, 0, 0, 0, 0]),
};

export function avifHead(width: number, height: number): Uint8Array {
  const box = (name: string, ...data: readonly number[]) => [...big(data.length + 8, 4), ...letters(name), ...data];
  const ispe = box('ispe', 0, 0, 0, 0, ...big(width, 4), ...big(height, 4));
  const tile = box('ispe', 0, 0, 0, 0, ...big(1, 4), ...big(1, 4));
  return Uint8Array.from([...box('ftyp', ...letters('avif')), ...box('meta', 0, 0, 0, 0, ...tile, ...ispe), ...rest]);
}
