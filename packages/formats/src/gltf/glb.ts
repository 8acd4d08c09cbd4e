import { isRecord, parseJson } from '@leib/core';
import { FormatError } from '../formatError.js';
import { textOf, viewOf } from '../io/bytes.js';

/** glTF's JSON, as far as we look into it by hand. */
export interface GltfJson {
  readonly extensionsUsed?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly { readonly uri?: unknown; readonly byteLength?: unknown }[];
  readonly [key: string]: unknown;
}

export interface Glb {
  readonly json: GltfJson;
  /** The binary chunk; null where the file has none. */
  readonly binary: Uint8Array | null;
}

// glTF 2.0 specification, section 4.4, "Binary glTF Layout".
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const headerBytes = 12;
const chunkHeaderBytes = 8;

export function looksLikeGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === magic;
}

/** Takes a GLB file apart. Throws FormatError with byte and reason. */
export function readGlb(bytes: Uint8Array): Glb {
  if (!looksLikeGlb(bytes)) throw new FormatError('glTF', 'byte 0', 'does not begin with "glTF"');
  if (bytes.length < headerBytes) throw new FormatError('glTF', `byte ${bytes.length}`, 'the file is cut off');
  const view = viewOf(bytes);
  const version = view.getUint32(4, true);
  if (version !== 2) throw new FormatError('glTF', 'byte 4', `expected version 2, got ${version}`);
  const length = view.getUint32(8, true);
  if (length > bytes.length) {
    throw new FormatError('glTF', `byte ${bytes.length}`, `the file is cut off, ${length} bytes were announced`);
  }
  let json: GltfJson | null = null;
  let binary: Uint8Array | null = null;
  for (let at = headerBytes; at + chunkHeaderBytes <= length; ) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const start = at + chunkHeaderBytes;
    if (start + size > length) {
      throw new FormatError('glTF', `byte ${at}`, `a chunk of ${size} bytes reaches beyond the end of the file`);
    }
    const content = bytes.subarray(start, start + size);
    if (kind === jsonChunk && json === null) json = parseGltfJson(textOf(content), `byte ${start}`);
    else if (kind === binaryChunk && binary === null) binary = content;
    at = start + size;
  }
  if (json === null) throw new FormatError('glTF', `byte ${headerBytes}`, 'has no JSON chunk');
  return { json, binary };
}

/** A GLB file, or a glTF file that is JSON itself; `where` is its place in messages about that. */
export function readGltf(bytes: Uint8Array, where = 'line 1'): Glb {
  return looksLikeGlb(bytes) ? readGlb(bytes) : { json: parseGltfJson(textOf(bytes), where), binary: null };
}

function parseGltfJson(text: string, where: string): GltfJson {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new FormatError('glTF', where, parsed.reason);
  const json = parsed.value;
  if (!isRecord(json) || !Object.hasOwn(json, 'asset')) {
    throw new FormatError('glTF', where, 'expected "asset" of glTF, got nothing');
  }
  return json as GltfJson;
}

/** The JSON of a GLB file, or of a glTF file that is JSON itself. */
export function readGltfJson(bytes: Uint8Array): GltfJson {
  return readGltf(bytes).json;
}

/** The same GLB or glTF file with other JSON. Every other chunk of a GLB stays byte for byte. */
export function withGltfJson(bytes: Uint8Array, json: GltfJson): Uint8Array<ArrayBuffer> {
  if (!looksLikeGlb(bytes)) {
    readGltfJson(bytes);
    return new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`);
  }
  readGlb(bytes);
  const view = viewOf(bytes);
  const chunks: [number, Uint8Array][] = [];
  for (let at = headerBytes; at + chunkHeaderBytes <= view.getUint32(8, true); ) {
    const start = at + chunkHeaderBytes;
    const end = start + view.getUint32(at, true);
    chunks.push([view.getUint32(at + 4, true), bytes.subarray(start, end)]);
    at = end;
  }
  const jsonAt = chunks.findIndex(([kind]) => kind === jsonChunk);
  chunks[jsonAt] = [jsonChunk, jsonBytes(json)];
  return writeChunks(chunks);
}

/** Puts a GLB file together. */
export function writeGlb({ json, binary }: Glb): Uint8Array<ArrayBuffer> {
  const chunks: [number, Uint8Array][] = [[jsonChunk, jsonBytes(json)]];
  if (binary !== null) chunks.push([binaryChunk, padded(binary, 0)]);
  return writeChunks(chunks);
}

function jsonBytes(json: GltfJson): Uint8Array {
  return padded(new TextEncoder().encode(JSON.stringify(json)), 0x20);
}

function writeChunks(chunks: readonly (readonly [kind: number, content: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, [, content]) => sum + chunkHeaderBytes + content.length, headerBytes);
  const bytes = new Uint8Array(length);
  const view = viewOf(bytes);
  view.setUint32(0, magic, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  let at = headerBytes;
  for (const [kind, content] of chunks) {
    view.setUint32(at, content.length, true);
    view.setUint32(at + 4, kind, true);
    bytes.set(content, at + chunkHeaderBytes);
    at += chunkHeaderBytes + content.length;
  }
  return bytes;
}

/** Chunks end on multiples of four bytes. */
function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  out.set(bytes);
  return out;
}
