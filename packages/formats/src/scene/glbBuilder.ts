import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { type GltfJson, writeGlb } from '../gltf/glb.js';
import { joinBytes } from '../io/bytes.js';
import { type GltfRecord, gltfBuffers, gltfEntry } from '../mesh/gltfAccessor.js';

const FLOAT = 5126;
const UNSIGNED_BYTE = 5121;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const VERTICES = 34962;
const INDICES = 34963;

/** Collects the binary part of a GLB while its JSON is put together. */
export interface GlbBuilder {
  readonly accessors: Record<string, unknown>[];
  readonly bufferViews: Record<string, unknown>[];
  /** Adds bytes as a view of their own; returns the view's index. */
  addView(bytes: Uint8Array, more?: object): number;
  /** Adds numbers as an accessor; returns its index. */
  addFloats(values: Float32Array, type: 'VEC3' | 'VEC4' | 'MAT4', hasBounds?: boolean): number;
  /** Adds numbers of an animation, which no vertex reads. */
  addKeys(values: Float32Array, type: 'SCALAR' | 'VEC3' | 'VEC4', hasBounds?: boolean): number;
  addBytes(values: Uint8Array): number;
  /** Adds four numbers from 0 to 1 a vertex, as multiples of 1 / 65535: colours, weights. */
  addShares(values: Uint16Array): number;
  addIndices(values: Uint32Array | Uint16Array): number;
  /** Adds displacements of which most are zero: only the others are stored. */
  addSparse(displacements: Float32Array): number;
  /** All that was added, one after the other. */
  bytes(): Uint8Array<ArrayBuffer>;
  /** The file: `json` with accessors, views and the buffer. */
  write(json: GltfJson): Uint8Array<ArrayBuffer>;
}

const widths = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

export function createGlbBuilder(): GlbBuilder {
  const accessors: Record<string, unknown>[] = [];
  const bufferViews: Record<string, unknown>[] = [];
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const addView = (bytes: Uint8Array, more: object = {}) => {
    bufferViews.push({ ...more, buffer: 0, byteOffset: byteLength, byteLength: bytes.length });
    const padding = (4 - (bytes.length % 4)) % 4;
    chunks.push(bytes, new Uint8Array(padding));
    byteLength += bytes.length + padding;
    return bufferViews.length - 1;
  };
  const add = (data: ArrayBufferView, accessor: object, target: number | null) => {
    const bytes = bytesOf(data);
    accessors.push({ bufferView: addView(bytes, target === null ? {} : { target }), ...accessor });
    return accessors.length - 1;
  };
  const floats = (values: Float32Array, type: keyof typeof widths, hasBounds: boolean) => {
    const width = widths[type];
    return { componentType: FLOAT, type, count: values.length / width, ...(hasBounds && boundsOf(values, width)) };
  };
  const bytes = () => joinBytes(chunks);
  return {
    accessors,
    bufferViews,
    addView,
    addFloats: (values, type, hasBounds = false) =>
      add(values, floats(values, type, hasBounds), type === 'MAT4' ? null : VERTICES),
    addKeys: (values, type, hasBounds = false) => add(values, floats(values, type, hasBounds), null),
    addBytes: (values) =>
      add(values, { componentType: UNSIGNED_BYTE, type: 'VEC4', count: values.length / 4 }, VERTICES),
    addShares: (values) =>
      add(
        values,
        { componentType: UNSIGNED_SHORT, type: 'VEC4', count: values.length / 4, normalized: true },
        VERTICES,
      ),
    addIndices(values) {
      const componentType = values instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_INT;
      return add(values, { componentType, type: 'SCALAR', count: values.length }, INDICES);
    },
    addSparse(displacements) {
      const moving = Array.from({ length: displacements.length / 3 }, (_, row) => row).filter((row) =>
        displacements.subarray(row * 3, row * 3 + 3).some((value) => value !== 0),
      );
      const values = Float32Array.from(moving.flatMap((row) => [...displacements.subarray(row * 3, row * 3 + 3)]));
      const sparse = moving.length > 0 && {
        sparse: {
          count: moving.length,
          indices: { bufferView: addView(bytesOf(Uint32Array.from(moving))), componentType: UNSIGNED_INT },
          values: { bufferView: addView(bytesOf(values)) },
        },
      };
      accessors.push({ ...floats(displacements, 'VEC3', true), ...sparse });
      return accessors.length - 1;
    },
    bytes,
    write(json) {
      const whole = { ...json, accessors, bufferViews, buffers: [{ byteLength, uri: undefined }] };
      return writeGlb({ json: whole, binary: bytes() });
    },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function boundsOf(values: Float32Array, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Infinity);
  const max = new Array<number>(width).fill(-Infinity);
  for (let i = 0; i < values.length; i++) {
    if (values[i] < min[i % width]) min[i % width] = values[i];
    if (values[i] > max[i % width]) max[i % width] = values[i];
  }
  return { min, max };
}

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
