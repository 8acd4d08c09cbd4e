/** The part of a glTF 2.0 document that the avatar needs; extensions are open. */
export interface GltfDocument {
  [key: string]: unknown;
  accessors: Record<string, unknown>[];
  bufferViews: Record<string, unknown>[];
}

const COMPONENT_UNSIGNED_BYTE = 5121;
const COMPONENT_UNSIGNED_SHORT = 5123;
const COMPONENT_FLOAT = 5126;
const TARGET_VERTICES = 34962;
const TARGET_INDICES = 34963;

export type GltfType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
const widthOf: Readonly<Record<GltfType, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

type GltfData = Float32Array | Uint16Array | Uint8Array;

/** Collects accessors into one buffer. */
export interface GlbWriter {
  readonly document: GltfDocument;
  readonly chunks: Uint8Array[];
  byteLength: number;
}

export function createGlbWriter(generator: string): GlbWriter {
  const document: GltfDocument = { asset: { version: '2.0', generator }, accessors: [], bufferViews: [] };
  return { document, chunks: [], byteLength: 0 };
}

/** Adds data and returns its accessor's number. */
export function addAccessor(
  writer: GlbWriter,
  data: GltfData,
  type: GltfType,
  use: { readonly for: 'vertices' | 'indices' | 'other'; readonly normalized?: boolean; readonly bounds?: boolean },
): number {
  const { accessors, bufferViews } = writer.document;
  const width = widthOf[type];
  const count = data.length / width;
  const bytes = new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer);
  bufferViews.push({
    buffer: 0,
    byteOffset: writer.byteLength,
    byteLength: bytes.length,
    ...(use.for === 'vertices' ? { target: TARGET_VERTICES } : {}),
    ...(use.for === 'indices' ? { target: TARGET_INDICES } : {}),
  });
  const padding = (4 - (bytes.length % 4)) % 4;
  writer.chunks.push(bytes, new Uint8Array(padding));
  writer.byteLength += bytes.length + padding;
  accessors.push({
    bufferView: bufferViews.length - 1,
    componentType:
      data instanceof Float32Array
        ? COMPONENT_FLOAT
        : data instanceof Uint16Array
          ? COMPONENT_UNSIGNED_SHORT
          : COMPONENT_UNSIGNED_BYTE,
    ...(use.normalized ? { normalized: true } : {}),
    count,
    type,
    ...(use.bounds ? boundsOf(data, width) : {}),
  });
  return accessors.length - 1;
}

/** Adds rows of which most are zero, as a sparse VEC3 accessor, and returns its number. */
export function addSparseAccessor(writer: GlbWriter, data: Float32Array): number {
  const { accessors, bufferViews } = writer.document;
  const moving: number[] = [];
  for (let row = 0; row * 3 < data.length; row++) {
    if (data[row * 3] !== 0 || data[row * 3 + 1] !== 0 || data[row * 3 + 2] !== 0) moving.push(row);
  }
  const values = Float32Array.from(moving.flatMap((row) => [...data.subarray(row * 3, row * 3 + 3)]));
  const addView = (view: Uint16Array | Float32Array) => {
    const bytes = new Uint8Array(view.buffer as ArrayBuffer);
    const padding = (4 - (bytes.length % 4)) % 4;
    bufferViews.push({ buffer: 0, byteOffset: writer.byteLength, byteLength: bytes.length });
    writer.chunks.push(bytes, new Uint8Array(padding));
    writer.byteLength += bytes.length + padding;
    return bufferViews.length - 1;
  };
  accessors.push({
    componentType: COMPONENT_FLOAT,
    count: data.length / 3,
    type: 'VEC3',
    ...boundsOf(data, 3),
    sparse: {
      count: moving.length,
      indices: { bufferView: addView(Uint16Array.from(moving)), componentType: COMPONENT_UNSIGNED_SHORT },
      values: { bufferView: addView(values) },
    },
  });
  return accessors.length - 1;
}

function boundsOf(data: GltfData, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < data.length; i++) {
    min[i % width] = Math.min(min[i % width], data[i]);
    max[i % width] = Math.max(max[i % width], data[i]);
  }
  return { min, max };
}

/** The finished file: header, JSON chunk padded with spaces, binary chunk padded with zeros. */
export function finishGlb(writer: GlbWriter): Uint8Array {
  const { document } = writer;
  document.buffers = [{ byteLength: writer.byteLength }];
  const text = new TextEncoder().encode(JSON.stringify(document));
  const textLength = Math.ceil(text.length / 4) * 4;
  const total = 12 + 8 + textLength + 8 + writer.byteLength;
  const glb = new Uint8Array(total).fill(0x20, 20, 20 + textLength);
  const view = new DataView(glb.buffer);
  const words = (at: number, ...values: number[]) => {
    values.forEach((value, k) => {
      view.setUint32(at + k * 4, value, true);
    });
  };
  words(0, 0x46546c67, 2, total); // 'glTF', version 2
  words(12, textLength, 0x4e4f534a); // 'JSON'
  glb.set(text, 20);
  words(20 + textLength, writer.byteLength, 0x004e4942); // 'BIN'
  let at = 28 + textLength;
  for (const chunk of writer.chunks) {
    glb.set(chunk, at);
    at += chunk.length;
  }
  return glb;
}
