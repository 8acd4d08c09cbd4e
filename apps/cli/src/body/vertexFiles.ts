import { type NamedVertices, parseBodyDistances, parseNamedVertices } from '@leib/body';
import { named } from '../fileErrors.js';
import { readText } from '../files.js';
import { readNames } from './compareOptions.js';

/** Vertices files separated by commas; none for an absent option. */
export async function readVertexFiles(paths: string | undefined): Promise<NamedVertices[]> {
  const files: NamedVertices[] = [];
  for (const path of readNames(paths)) {
    files.push(await named(path, async () => parseNamedVertices(await readText(path))));
  }
  return files;
}

/** The vertices file for meshes of this vertex count; else the first one, which compareBodies() then rejects. */
export function namesFor(files: readonly NamedVertices[], vertexCount: number): NamedVertices | null {
  return (
    files.find((file) => file.vertexCount === vertexCount) ??
    files.find((file) => file.vertexCount === null) ??
    files[0] ??
    null
  );
}

/** A file of distances between vertices that all vertices files name. */
export function readDistances(
  path: string,
  vertexFiles: readonly NamedVertices[],
): Promise<ReturnType<typeof parseBodyDistances>> {
  return named(path, async () => parseBodyDistances(await readText(path), vertexFiles));
}
