import { FormatError } from '../formatError.js';
import { looksLikeGlb } from '../gltf/glb.js';
import { type ByteSource, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import type { NotFiniteOptions } from './gltfAccessor.js';
import type { Mesh } from './mesh.js';
import { looksLikePly } from './plyValues.js';
import { looksLikeCollada, readCollada } from './readCollada.js';
import { type GltfMeshOptions, readGltfMesh } from './readGltfMesh.js';
import { looksLikeObj, readObj } from './readObj.js';
import { readPly } from './readPly.js';
import { looksLikeStl, readStl } from './readStl.js';

/**
 * Reads a surface from OBJ, PLY, STL, COLLADA, GLB, VRM or glTF, gzip'd or not; the kind of file follows from its content.
 * Vertices keep the file's order, axes and unit; COLLADA's are placed as its scene says, in metres with z up. Throws FormatError with place and reason.
 */
export async function readMesh(source: ByteSource, options: GltfMeshOptions & NotFiniteOptions = {}): Promise<Mesh> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  if (looksLikeGlb(bytes)) return readGltfMesh(bytes, options);
  if (looksLikePly(bytes)) return readPly(bytes, options);
  if (textOf(bytes.subarray(0, 256)).trimStart().startsWith('{')) return readGltfMesh(bytes, options);
  if (looksLikeStl(bytes)) return readStl(bytes);
  if (looksLikeCollada(bytes)) return readCollada(bytes);
  if (looksLikeObj(bytes)) return readObj(bytes, options);
  const got = bytes.length === 0 ? 'an empty file' : 'a file of another kind';
  const kinds = 'OBJ, PLY, STL, COLLADA, GLB, VRM or glTF';
  throw new FormatError('file', '', `expected a mesh as ${kinds}, got ${got}; export it as one of these`);
}
