import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { fromBase64, viewOf } from '../io/bytes.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { dataOfUri } from '../mesh/gltfAccessor.js';
import type { GltfJson } from './glb.js';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Checks pictures and Draco data inside of a glTF before they are unpacked: a picture of 5 MB can have a billion pixels. `binary` is a
 * GLB's second part. Throws FormatError with place and limit.
 */
export function checkPackedParts(json: GltfJson, binary: Uint8Array | null): void {
  const bytesOf = packedBytes(json, binary);
  checkPictures(json, bytesOf);
  const most = mostNumbers(binary?.length ?? 0) / 3;
  for (const [i, { primitives }] of ((json.meshes ?? []) as readonly Entry[]).entries()) {
    for (const [k, { extensions }] of (primitives as readonly Entry[]).entries()) {
      const draco = isRecord(extensions) ? extensions.KHR_draco_mesh_compression : undefined;
      const count = isRecord(draco) ? dracoCount(bytesOf(draco.bufferView)) : 0;
      checkCount(count, most, 'glTF', `meshes[${i}].primitives[${k}]`, 'vertices and triangles');
    }
  }
}

/** Bytes of a buffer view, of the GLB's second part or of base64; none where they lie in another file. */
function packedBytes(json: GltfJson, binary: Uint8Array | null): (view: unknown) => Uint8Array {
  const views = (json.bufferViews ?? []) as readonly Entry[];
  const buffers = (json.buffers ?? []) as readonly Entry[];
  const unpacked = new Map<unknown, Uint8Array>();
  return (view) => {
    const { buffer, byteOffset = 0, byteLength } = views[view as number];
    const isBinary = buffer === 0 && binary !== null;
    const bytes = isBinary ? binary : (unpacked.get(buffer) ?? dataUriBytes(buffers[buffer as number]?.uri));
    if (!isBinary) unpacked.set(buffer, bytes);
    return bytes.subarray(byteOffset as number, (byteOffset as number) + (byteLength as number));
  };
}

function checkPictures(json: GltfJson, bytesOf: (view: unknown) => Uint8Array): void {
  const { pictureSide, picturePixels, allPicturePixels } = fileLimits;
  let allPixels = 0;
  for (const [i, { bufferView, uri }] of ((json.images ?? []) as readonly Entry[]).entries()) {
    const size = pictureSize(bufferView === undefined ? dataUriBytes(uri) : bytesOf(bufferView));
    if (size === null) continue;
    const [width, height] = size;
    if (width > pictureSide || height > pictureSide) {
      const reason = `expected a picture of at most ${pictureSide} x ${pictureSide} pixels, got ${size.join(' x ')}`;
      throw new FormatError('glTF', `images[${i}]`, reason);
    }
    checkCount(width * height, picturePixels, 'glTF', `images[${i}]`, `pixels of a picture (${size.join(' x ')})`);
    allPixels += width * height;
    checkCount(allPixels, allPicturePixels, 'glTF', `images[${i}]`, 'pixels of all pictures up to here');
  }
}

/** The bytes of an address that holds them as base64; none for other addresses. */
function dataUriBytes(uri: unknown): Uint8Array {
  return fromBase64(dataOfUri(uri) ?? '') ?? new Uint8Array(0);
}

/**
 * Vertices or faces that Draco data announces, the larger; 0 where it cannot be told. Draco bitstream specification, sections
 * "Draco header", "Sequential" and "EdgeBreaker": after the header's 11 bytes two counts of variable length.
 */
function dracoCount(bytes: Uint8Array): number {
  const isDraco = bytes.length > 16 && String.fromCharCode(...bytes.subarray(0, 5)) === 'DRACO';
  const [major, minor, , method] = bytes.subarray(5, 9);
  const hasMetadata = (bytes[10] & 0x80) !== 0;
  if (!isDraco || hasMetadata || major * 10 + minor < 22) return 0;
  let at = method === 1 ? 12 : 11;
  const next = () => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (!(byte & 0x80)) break;
    }
    return value;
  };
  return Math.max(next(), next());
}

/** Width and height, pixels. */
type PictureSize = readonly [number, number];

/**
 * Size of a picture by its head, before anything is unpacked: PNG, JPEG, WebP, AVIF, KTX2. null for other kinds, and where the head does
 * not say it. Where a file gives several sizes it is the largest of each side: decoders differ in which one they believe.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  if (bytes.length < 16) return null;
  const view = viewOf(bytes);
  const sizes = sizesOf(view).filter(([width, height]) => width > 0 || height > 0);
  if (sizes.length === 0) return null;
  return sizes.reduce(([width, height], [w, h]) => [Math.max(width, w), Math.max(height, h)]);
}

function sizesOf(view: DataView): readonly PictureSize[] {
  const start = view.getUint32(0);
  if (start === 0x89504e47) return pngSizes(view);
  if (start >>> 16 === 0xffd8) return jpegSizes(view);
  if (start === RIFF && view.getUint32(8) === fourCc('WEBP')) return webpSizes(view);
  // KTX 2.0 specification, section 3: identifier of 12 bytes, format, type size, width, height.
  if (start === 0xab4b5458 && view.byteLength >= 28) return [[view.getUint32(20, true), view.getUint32(24, true)]];
  if (view.getUint32(4) === fourCc('ftyp')) return avifSizes(view);
  return [];
}

const fourCc = (letters: string) => [...letters].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0);
const RIFF = fourCc('RIFF');

/** PNG specification, section 11.2.1: IHDR is the first chunk. */
function pngSizes(view: DataView): readonly PictureSize[] {
  return view.byteLength < 24 ? [] : [[view.getUint32(16), view.getUint32(20)]];
}

/** ITU-T T.81, annex B: segments of a marker and a length, up to the first scan; frame headers (SOF) have the size. */
function jpegSizes(view: DataView): readonly PictureSize[] {
  const sizes: PictureSize[] = [];
  let at = 2;
  while (at + 9 <= view.byteLength) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xff) {
      // Fill bytes, and what decoders skip to find the next marker.
      at++;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) sizes.push([view.getUint16(at + 7), view.getUint16(at + 5)]);
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    at += isAlone ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return sizes;
}

const START_OF_SCAN = 0xda;

/** WebP container specification: chunks of a name and a length; VP8X has a canvas, VP8 (RFC 6386) and VP8L a picture. */
function webpSizes(view: DataView): readonly PictureSize[] {
  const sizes: PictureSize[] = [];
  let at = 12;
  while (at + 18 <= view.byteLength) {
    const [name, length, data] = [view.getUint32(at), view.getUint32(at + 4, true), at + 8];
    if (name === fourCc('VP8X')) {
      const [low, middle] = [view.getUint32(data + 4, true), view.getUint16(data + 7, true)];
      sizes.push([(low & 0xffffff) + 1, middle + 65_536 * view.getUint8(data + 9) + 1]);
    } else if (name === fourCc('VP8 ')) {
      sizes.push([view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff]);
    } else if (name === fourCc('VP8L')) {
      const bits = view.getUint32(data + 1, true);
      sizes.push([(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]);
    }
    at = data + length + (length & 1);
  }
  return sizes;
}

/** Bytes of an AVIF before its pictures begin, in which sizes are looked for. */
const AVIF_HEAD_BYTES = 1 << 16;

/** ISO/IEC 23008-12, section 6.5.3: boxes "ispe" of a version, a width and a height; tiles have one each. */
function avifSizes(view: DataView): readonly PictureSize[] {
  const sizes: PictureSize[] = [];
  const ispe = fourCc('ispe');
  for (let at = 8; at + 16 <= Math.min(view.byteLength, AVIF_HEAD_BYTES); at++) {
    if (view.getUint32(at) === ispe) sizes.push([view.getUint32(at + 8), view.getUint32(at + 12)]);
  }
  return sizes;
}
