import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from '../gltf/glb.js';
import { type GltfRecord, gltfBuffers, gltfEntry } from '../mesh/gltfAccessor.js';
import type { GlbBuilder } from './glbBuilder.js';

/** Takes over accessors and images of a file into a new one, each once, and nothing that nothing names. */
export interface KeptData {
  /** Index in the new file of an accessor of the old one. */
  accessor(index: unknown, from: string): number;
  /** The old file's images for the new one. */
  images(): GltfRecord[];
}

export function createKeptData(json: GltfJson, binary: Uint8Array | null, builder: GlbBuilder): KeptData {
  const buffers = gltfBuffers(json, binary);
  const views = new Map<unknown, number>();
  const accessors = new Map<unknown, number>();
  const keepView = (index: unknown, from: string) => {
    const known = views.get(index);
    if (known !== undefined) return known;
    const { buffer, byteOffset = 0, byteLength, ...more } = gltfEntry(json, 'bufferViews', index, from);
    const bytes = buffers.bytes(buffer as number, from);
    const end = (byteOffset as number) + (byteLength as number);
    if (!(end <= bytes.length)) throw new FormatError('glTF', from, `needs bytes up to ${end} of ${bytes.length}`);
    const kept = builder.addView(bytes.subarray(byteOffset as number, end), more);
    views.set(index, kept);
    return kept;
  };
  return {
    accessor(index, from) {
      const known = accessors.get(index);
      if (known !== undefined) return known;
      const { bufferView, sparse, ...more } = gltfEntry(json, 'accessors', index, from);
      const record: Record<string, unknown> = more;
      if (bufferView !== undefined) record.bufferView = keepView(bufferView, from);
      if (isRecord(sparse) && isRecord(sparse.indices) && isRecord(sparse.values)) {
        record.sparse = {
          ...sparse,
          indices: { ...sparse.indices, bufferView: keepView(sparse.indices.bufferView, from) },
          values: { ...sparse.values, bufferView: keepView(sparse.values.bufferView, from) },
        };
      }
      builder.accessors.push(record);
      accessors.set(index, builder.accessors.length - 1);
      return builder.accessors.length - 1;
    },
    images() {
      const images = Array.isArray(json.images) ? (json.images as readonly GltfRecord[]) : [];
      return images.map((image, i) =>
        image.bufferView === undefined ? image : { ...image, bufferView: keepView(image.bufferView, `images[${i}]`) },
      );
    },
  };
}
