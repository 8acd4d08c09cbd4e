import { isRecord } from '@leib/core';
import { FormatError, shown } from '../formatError.js';
import type { GltfJson } from '../gltf/glb.js';
import { fromBase64, viewOf } from '../io/bytes.js';
import { checkCount, fileLimits } from '../limits/fileLimits.js';

/** glTF's JSON is anything until looked at. */
export type GltfRecord = Readonly<Record<string, unknown>>;

/** glTF 2.0 specification, sections 3.6.2.2 and 5.1.2. */
const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const componentCounts: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** The entry of a list in the file, or a reason. */
export function gltfEntry(json: GltfJson, list: string, index: unknown, from: string): GltfRecord {
  const entries = json[list];
  const count = Array.isArray(entries) ? entries.length : 0;
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count;
  const entry: unknown = isIndex ? (entries as readonly unknown[])[index] : undefined;
  if (isRecord(entry)) return entry;
  throw new FormatError('glTF', from, `expected one of the ${count} ${list} of the file, got ${shownValue(index)}`);
}

/** The data of a glTF. */
export interface GltfBuffers {
  /** Bytes of a buffer; one in another file is refused. */
  bytes(index: number, from: string): Uint8Array;
  /** Counts numbers that are read: many users of one accessor would fill the memory. Throws FormatError above the limit. */
  takeNumbers(count: number, from: string): void;
}

export function gltfBuffers(json: GltfJson, binary: Uint8Array | null): GltfBuffers {
  const decoded = new Map<number, Uint8Array>();
  const { accessorNumbersPerByte, moreAccessorNumbers } = fileLimits;
  let mostNumbers = moreAccessorNumbers + accessorNumbersPerByte * (binary?.length ?? 0);
  let takenNumbers = 0;
  const takeNumbers = (count: number, from: string) => {
    takenNumbers += count;
    checkCount(takenNumbers, mostNumbers, 'glTF', from, 'numbers in all accessors that are used');
  };
  const bytes = (index: number, from: string) => {
    const { uri } = gltfEntry(json, 'buffers', index, from);
    if (uri === undefined && index === 0 && binary !== null) return binary;
    const known = decoded.get(index);
    if (known) return known;
    const data = dataOfUri(uri);
    if (data === undefined) {
      const reason = 'lies in another file; only files with their data inside can be read';
      throw new FormatError('glTF', `buffers[${index}]`, reason);
    }
    const content = fromBase64(data);
    if (content === null) throw new FormatError('glTF', `buffers[${index}]`, 'expected base64');
    decoded.set(index, content);
    mostNumbers += accessorNumbersPerByte * content.length;
    return content;
  };
  return { bytes, takeNumbers };
}

/** The base64 in an address that holds its data; undefined for other addresses. */
export function dataOfUri(uri: unknown): string | undefined {
  const head = typeof uri === 'string' ? /^data:[^,]{0,200};base64,/i.exec(uri) : null;
  return head === null ? undefined : (uri as string).slice(head[0].length);
}

/** What becomes of points that are NaN or infinite. */
export interface NotFiniteOptions {
  /** They are kept, and the caller leaves out what they belong to; by default such a file is refused. */
  readonly keepsNotFinite?: boolean;
}

/** The numbers of an accessor, count x width; integers that stand for fractions are turned into them. */
export function readGltfAccessor(
  json: GltfJson,
  buffers: GltfBuffers,
  index: unknown,
  type: keyof typeof componentCounts,
  from: string,
  { keepsNotFinite = false }: NotFiniteOptions = {},
): Float64Array {
  const path = `accessors[${shownValue(index)}]`;
  const accessor = gltfEntry(json, 'accessors', index, from);
  if (accessor.type !== type) {
    throw new FormatError('glTF', path, `expected ${type} for ${from}, got ${shownValue(accessor.type)}`);
  }
  const width = componentCounts[type];
  const count = wholeNumber(accessor.count, path, 'count');
  const componentType = componentTypeOf(accessor.componentType, path);
  const isNormalized = accessor.normalized === true;
  let values: Float64Array | null = null;
  if (accessor.bufferView !== undefined) {
    const place = { view: accessor.bufferView, offset: accessor.byteOffset, count, width, componentType, isNormalized };
    values = readView(json, buffers, { ...place, keepsNotFinite }, path);
  } else {
    checkCount(count * width, fileLimits.madeUpNumbers, 'glTF', path, 'numbers without data');
    buffers.takeNumbers(count * width, from);
  }
  values ??= new Float64Array(count * width);
  if (!isRecord(accessor.sparse)) return values;

  const { count: sparseCount, indices, values: sparseValues } = accessor.sparse;
  if (!isRecord(indices) || !isRecord(sparseValues))
    throw new FormatError('glTF', path, 'sparse: expected indices and values, got one of them only');
  const changed = wholeNumber(sparseCount, path, 'sparse.count');
  const indexType = componentTypeOf(indices.componentType, path);
  const whole = { count: changed, isNormalized: false, keepsNotFinite: false };
  const places = readView(
    json,
    buffers,
    { ...whole, view: indices.bufferView, offset: indices.byteOffset, width: 1, componentType: indexType },
    path,
  );
  const replacements = readView(
    json,
    buffers,
    {
      view: sparseValues.bufferView,
      offset: sparseValues.byteOffset,
      count: changed,
      width,
      componentType,
      isNormalized,
      keepsNotFinite,
    },
    path,
  );
  places.forEach((place, i) => {
    if (place >= count) throw new FormatError('glTF', path, `sparse entry ${place} of ${count}`);
    values.set(replacements.subarray(i * width, (i + 1) * width), place * width);
  });
  return values;
}

interface ViewPlace {
  readonly view: unknown;
  readonly offset: unknown;
  readonly count: number;
  readonly width: number;
  readonly componentType: number;
  readonly isNormalized: boolean;
  readonly keepsNotFinite: boolean;
}

function readView(
  json: GltfJson,
  buffers: GltfBuffers,
  { view, offset, count, width, componentType, isNormalized, keepsNotFinite }: ViewPlace,
  from: string,
): Float64Array {
  const path = `bufferViews[${shownValue(view)}]`;
  const record = gltfEntry(json, 'bufferViews', view, from);
  for (const extension of ['EXT_meshopt_compression', 'KHR_meshopt_compression']) {
    if (isRecord(record.extensions) && Object.hasOwn(record.extensions, extension)) {
      throw new FormatError('glTF', path, `is packed with ${extension}; save the file without compression`);
    }
  }
  const bytes = buffers.bytes(wholeNumber(record.buffer, path, 'buffer'), path);
  const viewStart = wholeNumber(record.byteOffset ?? 0, path, 'byteOffset');
  const viewLength = wholeNumber(record.byteLength, path, 'byteLength');
  const elementBytes = componentBytes[componentType] * width;
  const stride = wholeNumber(record.byteStride ?? elementBytes, path, 'byteStride');
  const start = viewStart + wholeNumber(offset ?? 0, from, 'byteOffset');
  const end = count === 0 ? start : start + (count - 1) * stride + elementBytes;
  if (stride < elementBytes || end > viewStart + viewLength || end > bytes.length) {
    throw new FormatError('glTF', from, `needs bytes up to ${end}, but ${path} ends before`);
  }
  buffers.takeNumbers(count * width, from);
  const data = viewOf(bytes);
  const values = new Float64Array(count * width);
  for (let i = 0, out = 0; i < count; i++) {
    let at = start + i * stride;
    for (let k = 0; k < width; k++, at += componentBytes[componentType]) {
      const value = componentAt(data, at, componentType, isNormalized);
      if (!keepsNotFinite && !Number.isFinite(value)) throw new FormatError('glTF', from, `entry ${i} is not finite`);
      values[out++] = value;
    }
  }
  return values;
}

function componentAt(data: DataView, at: number, componentType: number, isNormalized: boolean): number {
  switch (componentType) {
    case 5120:
      return isNormalized ? Math.max(data.getInt8(at) / 127, -1) : data.getInt8(at);
    case 5121:
      return isNormalized ? data.getUint8(at) / 255 : data.getUint8(at);
    case 5122:
      return isNormalized ? Math.max(data.getInt16(at, true) / 32767, -1) : data.getInt16(at, true);
    case 5123:
      return isNormalized ? data.getUint16(at, true) / 65535 : data.getUint16(at, true);
    case 5125:
      return data.getUint32(at, true);
    default:
      return data.getFloat32(at, true);
  }
}

function componentTypeOf(value: unknown, path: string): number {
  if (typeof value === 'number' && Object.hasOwn(componentBytes, value)) return value;
  throw new FormatError('glTF', path, `expected a componentType of glTF, got ${shownValue(value)}`);
}

function wholeNumber(value: unknown, path: string, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new FormatError('glTF', path, `${what}: expected a whole number, got ${shownValue(value)}`);
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? shown(value) : shown(JSON.stringify(value) ?? 'nothing').slice(1, -1);
}
