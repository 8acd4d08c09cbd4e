import { crc32, deflateSync } from 'node:zlib';
import type { BodyPicture } from '@leib/body';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits, red green blue alpha, no interlacing: Portable Network Graphics (W3C, 2003), 11.2.2. */
const formatBytes = [8, 6, 0, 0, 0];
const FILTER_UP = 2;

/** Encodes a picture as PNG. Rows are stored as differences from the row above, which compresses flat pictures best. */
export function encodePng({ width, height, pixels }: Omit<BodyPicture, 'labels'>): Buffer {
  const stride = width * 4;
  const filtered = Buffer.alloc((stride + 1) * height);
  for (let row = 0, at = 0; row < height; row++) {
    filtered[at++] = FILTER_UP;
    const start = row * stride;
    for (let i = 0; i < stride; i++) filtered[at++] = pixels[start + i] - (row > 0 ? pixels[start - stride + i] : 0);
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([header, Buffer.from(formatBytes)])),
    chunk('IDAT', deflateSync(filtered, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(typed.length + 8);
  out.writeUInt32BE(data.length, 0);
  typed.copy(out, 4);
  out.writeUInt32BE(crc32(typed), typed.length + 4);
  return out;
}

/** Height of capitals in a usual typeface, as a share of its size. */
const CAP_SHARE = 0.72;

/** A picture with its words as SVG: the pixels are a PNG in it, the words are text. */
export function encodePicture(picture: BodyPicture): string {
  const { width, height, labels } = picture;
  const png = encodePng(picture).toString('base64');
  const words = labels.map(({ text, x, y, capHeight, align, colour }) => {
    const size = (capHeight / CAP_SHARE).toFixed(1);
    const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="${align}" fill="${colour}"`;
    return `<text ${place}>${text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<image width="${width}" height="${height}" href="data:image/png;base64,${png}"/>`,
    '<g font-family="system-ui, sans-serif" paint-order="stroke" stroke="#fff" stroke-opacity=".9" stroke-width="3">',
    ...words,
    '</g>',
    '</svg>\n',
  ].join('\n');
}
