/** Of a note's picture: bytes of the file, and pixels of its longer side. */
export const pictureLimits = { bytes: 300_000, side: 1280 } as const;

/** What a picture's file says of itself. */
interface PictureFile {
  readonly type: 'image/webp' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/**
 * A file from somebody else as the picture that it may be: WebP or JPEG by its first bytes, not larger than ours are, so that it cannot make
 * the page decode a picture of a gigabyte. Null where it is none.
 */
export function readPictureFile(bytes: Uint8Array): PictureFile | null {
  if (bytes.length < 30 || bytes.length > pictureLimits.bytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint16(0) === 0xffd8 ? sizeOfJpeg(view) : sizeOfWebp(view);
  if (!size) return null;
  const { width, height } = size;
  return width > 0 && height > 0 && Math.max(width, height) <= pictureLimits.side ? size : null;
}

/** ITU T.81, B.1: segments with a marker and a length; the frame's (SOF) has the size. */
function sizeOfJpeg(view: DataView): PictureFile | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // C4, C8 and CC among them are tables and reserved.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** RFC 9649: RIFF, and the first chunk is VP8 (lossy), VP8L (lossless) or VP8X (with more to it). */
function sizeOfWebp(view: DataView): PictureFile | null {
  const word = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
  if (word(0) !== 'RIFF' || word(8) !== 'WEBP') return null;
  const type = 'image/webp';
  switch (word(12)) {
    case 'VP8 ':
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const part = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
      return { type, width: part(24), height: part(27) };
    }
    default:
      return null;
  }
}
