import { isRecord } from '@leib/core';
import type { FileSet, SetFile } from '../files/fileSet.js';
import { findFile, missingFiles } from '../files/findFile.js';
import { FormatError } from '../formatError.js';
import { joinBytes } from '../io/bytes.js';
import { type GltfJson, readGltf, writeGlb } from './glb.js';

export interface PackedGltf {
  /** A GLB with all of its data and pictures inside; the file itself where it has them already. */
  readonly bytes: Uint8Array;
  /** Pictures that did not come with it, as the file names them. Materials are written without them. */
  readonly missingPictures: readonly string[];
}

/**
 * A glTF or GLB with the files that it refers to as one GLB. Throws FormatError that names all missing files where data
 * is among them; without a picture a model is still a model.
 */
export async function packGltf(file: SetFile, set: FileSet): Promise<PackedGltf> {
  const bytes = await file.read();
  const { json, binary } = readGltf(bytes, file.path);
  const buffers = listOf(json.buffers);
  const images = listOf(json.images);
  const { dataNames, pictureNames } = gltfFileNames(json);
  if (dataNames.length + pictureNames.length === 0) return { bytes, missingPictures: [] };
  const found = new Map([...dataNames, ...pictureNames].map((name) => [name, findFile(set, name, file.path)]));
  const missing = [...found].flatMap(([name, each]) => (each === null ? [name] : []));
  if (dataNames.some((name) => missing.includes(name))) throw missingFiles(file.path, missing);

  const pieces: Uint8Array[] = [];
  let byteLength = 0;
  /** Byte at which the content begins. Numbers of four bytes must lie on multiples of four. */
  const add = (content: Uint8Array) => {
    const offset = byteLength;
    const padding = new Uint8Array((4 - (content.length % 4)) % 4);
    pieces.push(content, padding);
    byteLength += content.length + padding.length;
    return offset;
  };
  const places: BufferPlace[] = [];
  const placeOf = new Map<string, BufferPlace>();
  for (const [i, buffer] of buffers.entries()) {
    const known = typeof buffer.uri === 'string' ? placeOf.get(buffer.uri) : undefined;
    if (known !== undefined) {
      places.push(known);
      continue;
    }
    const content = await contentOf(buffer, i === 0 ? binary : null, found, i);
    // A buffer without content stands for data that meshopt unpacks.
    if (content === null) places.push({ buffer: 1 + places.filter((place) => place.buffer > 0).length, offset: 0 });
    else places.push({ buffer: 0, offset: add(content) });
    if (content !== null && typeof buffer.uri === 'string') placeOf.set(buffer.uri, places[i]);
  }
  const views = listOf(json.bufferViews).map((view) => placedView(view, places));
  const packedImages: GltfRecord[] = [];
  /** View of each picture that is in it already: many images may name one file. */
  const viewOf = new Map<SetFile, number>();
  for (const image of images) {
    const picture = isOutside(image.uri) ? found.get(image.uri) : null;
    if (!picture) {
      packedImages.push(image);
      continue;
    }
    if (!viewOf.has(picture)) {
      const content = await picture.read();
      viewOf.set(picture, views.length);
      views.push({ buffer: 0, byteOffset: add(content), byteLength: content.length });
    }
    const { uri, ...rest } = image;
    const mimeType = image.mimeType ?? mimeTypeOf(picture.path);
    packedImages.push({ ...rest, mimeType, bufferView: viewOf.get(picture) });
  }
  const whole = {
    ...json,
    bufferViews: views,
    buffers: [{ byteLength: byteLength }, ...buffers.filter((_, i) => places[i].buffer > 0)],
    ...(images.length > 0 ? { images: packedImages } : {}),
  };
  return {
    bytes: writeGlb({ json: withoutPictures(whole, missing), binary: joinBytes(pieces) }),
    missingPictures: missing,
  };
}

/** Files that a glTF refers to, as it names them. */
export function gltfFileNames(json: GltfJson): { readonly dataNames: string[]; readonly pictureNames: string[] } {
  const outside = (each: GltfRecord) => (isOutside(each.uri) ? [each.uri] : []);
  return { dataNames: listOf(json.buffers).flatMap(outside), pictureNames: listOf(json.images).flatMap(outside) };
}

type GltfRecord = Readonly<Record<string, unknown>>;

/** Where the content of a buffer lies in the packed file. */
interface BufferPlace {
  readonly buffer: number;
  readonly offset: number;
}

async function contentOf(
  { uri }: GltfRecord,
  binary: Uint8Array | null,
  found: ReadonlyMap<string, SetFile | null>,
  index: number,
): Promise<Uint8Array | null> {
  if (typeof uri !== 'string') return binary;
  if (isOutside(uri)) return (await found.get(uri)?.read()) ?? null;
  try {
    return new Uint8Array(await (await fetch(uri)).arrayBuffer());
  } catch {
    throw new FormatError('glTF', `buffers[${index}].uri`, 'expected base64 data, got data that cannot be decoded');
  }
}

/** The view, and those of its extensions (meshopt's compressed data), in the packed file's buffers. */
function placedView(view: GltfRecord, places: readonly BufferPlace[]): GltfRecord {
  const place = typeof view.buffer === 'number' ? places[view.buffer] : undefined;
  const { byteOffset } = view;
  const moved = place
    ? { ...view, buffer: place.buffer, byteOffset: place.offset + (typeof byteOffset === 'number' ? byteOffset : 0) }
    : view;
  if (!isRecord(view.extensions)) return moved;
  const extensions = Object.entries(view.extensions).map(([name, extension]) => [
    name,
    isRecord(extension) ? placedView(extension, places) : extension,
  ]);
  return { ...moved, extensions: Object.fromEntries(extensions) };
}

/** Materials without the textures whose pictures are missing. */
function withoutPictures(json: GltfJson, missing: readonly string[]): GltfJson {
  if (missing.length === 0) return json;
  const isMissing = listOf(json.images).map(({ uri }) => typeof uri === 'string' && missing.includes(uri));
  // A texture may have a second picture in an extension, such as KTX2 beside PNG.
  const isLost = listOf(json.textures).map(({ source, extensions }) => {
    const others = isRecord(extensions) ? Object.values(extensions).map((each) => isRecord(each) && each.source) : [];
    const pictures = [source, ...others].filter((each) => typeof each === 'number');
    return pictures.length > 0 && pictures.every((picture) => isMissing[picture]);
  });
  const stripped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stripped);
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(
      ([key, each]) => !(/texture$/i.test(key) && isRecord(each) && isLost[each.index as number]),
    );
    return Object.fromEntries(kept.map(([key, each]) => [key, stripped(each)]));
  };
  return { ...json, materials: stripped(json.materials) };
}

function listOf(value: unknown): readonly GltfRecord[] {
  return Array.isArray(value) ? value.map((each) => (isRecord(each) ? each : {})) : [];
}

function isOutside(uri: unknown): uri is string {
  return typeof uri === 'string' && !uri.startsWith('data:');
}

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['ktx2', 'image/ktx2'],
]);

function mimeTypeOf(path: string): string {
  return mimeTypes.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream';
}
