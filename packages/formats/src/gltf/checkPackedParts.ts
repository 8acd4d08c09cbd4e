import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import type { GltfJson } from './glb.js';
import { pictureSize } from './pictureSize.js';

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
  const start = typeof uri === 'string' ? /^data:[^,]{0,200};base64,/i.exec(uri) : null;
  if (typeof uri !== 'string' || start === null) return new Uint8Array(0);
  try {
    return Uint8Array.from(atob(uri.slice(start[0].length)), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
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
