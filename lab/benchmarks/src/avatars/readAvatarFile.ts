import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readGlb, writeGlb } from '@leib/formats';

/** A GLB or VRM file without materials: Node decodes no pictures, and bones and skin need none. */
export function readAvatarFile(path: string): File {
  const { json, binary } = readGlb(readFileSync(path));
  const { materials: _, textures: __, images: ___, ...rest } = json as Record<string, unknown>;
  const meshes = (rest.meshes ?? []) as { readonly primitives: readonly Record<string, unknown>[] }[];
  const plain = {
    ...rest,
    meshes: meshes.map((mesh) => ({
      ...mesh,
      primitives: mesh.primitives.map(({ material: ____, ...primitive }) => primitive),
    })),
  };
  const bytes = writeGlb({ json: plain, binary } as Parameters<typeof writeGlb>[0]);
  return new File([bytes], basename(path));
}
