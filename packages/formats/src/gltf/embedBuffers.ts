import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { looksLikeGlb, readGltfJson, withGltfJson } from './glb.js';

/**
 * A glTF whose data lies in files beside it (model.gltf, model.bin) as one file. `readBeside` gets a name relative to the
 * glTF. Other bytes, and glTF with all of its data inside, come back as they are. Textures stay outside.
 */
export async function embedGltfBuffers(
  bytes: Uint8Array,
  readBeside: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (looksLikeGlb(bytes) || !looksLikeJson(bytes)) return bytes;
  const json = readGltfJson(bytes);
  const buffers = Array.isArray(json.buffers) ? json.buffers : [];
  if (!buffers.some(isOutside)) return bytes;
  const embedded = await Promise.all(
    buffers.map(async (buffer, i) => {
      if (!isOutside(buffer)) return buffer;
      return { ...buffer, uri: dataUri(await readBeside(nameOf(buffer.uri, i))) };
    }),
  );
  return withGltfJson(bytes, { ...json, buffers: embedded });
}

/** `{` after blanks and a byte order mark. */
function looksLikeJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  return start.trimStart().startsWith('{');
}

function isOutside(buffer: unknown): buffer is { readonly uri: string } {
  return isRecord(buffer) && typeof buffer.uri === 'string' && !buffer.uri.startsWith('data:');
}

/** Only names of files beside the glTF or below it: a stranger's model does not read other files, nor the network. */
function nameOf(uri: string, index: number): string {
  const name = decoded(uri);
  if (name !== null && name !== '' && !/^[a-z][a-z0-9+.-]*:|^[\\/]|(^|[\\/])\.\.([\\/]|$)/i.test(name)) return name;
  const reason = `expected the name of a file beside it, got "${uri.slice(0, 60)}"`;
  throw new FormatError('glTF', `buffers[${index}].uri`, reason);
}

function decoded(uri: string): string | null {
  try {
    return decodeURIComponent(uri);
  } catch {
    return null;
  }
}

/** Bytes as an address that holds them. */
export function dataUri(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:application/octet-stream;base64,${btoa(text)}`;
}
