import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import type { GltfJson } from './glb.js';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Checks pictures and Draco data inside of a GLB before they are unpacked: a picture of 5 MB can have a billion pixels. Call it
 * after checkGltf(). Throws FormatError with place and limit.
 */
export function checkPackedParts(json: GltfJson, binary: Uint8Array): void {
  const views = (json.bufferViews ?? []) as readonly Entry[];
  const bytesOf = (view: unknown) => {
    const { buffer, byteOffset = 0, byteLength } = views[view as number];
    const start = byteOffset as number;
    return buffer === 0 ? binary.subarray(start, start + (byteLength as number)) : new Uint8Array(0);
  };
  for (const [i, { bufferView }] of ((json.images ?? []) as readonly Entry[]).entries()) {
    if (bufferView === undefined) continue;
    const size = pictureSize(bytesOf(bufferView));
    const { pictureSide } = fileLimits;
    if (size === null || (size[0] <= pictureSide && size[1] <= pictureSide)) continue;
    const reason = `expected a picture of at most ${pictureSide} x ${pictureSide} pixels, got ${size.join(' x ')}`;
    throw new FormatError('glTF', `images[${i}]`, reason);
  }
  for (const [i, { primitives }] of ((json.meshes ?? []) as readonly Entry[]).entries()) {
    for (const [k, { extensions }] of (primitives as readonly Entry[]).entries()) {
      const draco = isRecord(extensions) ? extensions.KHR_draco_mesh_compression : undefined;
      const count = isRecord(draco) ? dracoCount(bytesOf(draco.bufferView)) : 0;
      checkCount(
        count,
        mostNumbers(binary.length) / 3,
        'glTF',
        `meshes[${i}].primitives[${k}]`,
        'vertices and triangles',
      );
    }
  }
}

/** Width and height of a PNG (its IHDR) or KTX2 picture; null for other kinds, which browsers bound. */
function pictureSize(bytes: Uint8Array): readonly [number, number] | null {
  if (bytes.length < 28) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  // KTX 2.0 specification, section 3: identifier of 12 bytes, format, type size, width, height.
  if (view.getUint32(0) === 0xab4b5458) return [view.getUint32(20, true), view.getUint32(24, true)];
  return null;
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
