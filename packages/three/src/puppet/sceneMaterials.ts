import { writeGlb } from '@leib/formats';
import type { PuppetMesh } from '@leib/puppet';
import { DoubleSide, type Material, Mesh, MeshStandardMaterial } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

type Scene = NonNullable<PuppetMesh['scene']>;

/** What one drawn part of a file looks like: its material, and the mesh that carries its texture coordinates. */
export interface PartLook {
  readonly material: Material;
  readonly source: Mesh | null;
}

/** Looks of a scene's parts as its glTF file says; OBJ and PLY say nothing, and look like clay. */
export async function loadPartLooks(scene: Scene): Promise<PartLook[]> {
  if (scene.isConverted) return scene.parts.map(() => ({ material: clay(), source: null }));
  const gltf = await parseScene(scene);
  const sources = collectSources(gltf);
  return scene.parts.map(({ node, primitive, vertexCount }) => {
    const mesh = (scene.json.nodes as readonly { readonly mesh?: number }[] | undefined)?.[node]?.mesh;
    const found = sources.get(`${mesh}/${primitive}`);
    if (!found || found.geometry.getAttribute('position')?.count !== vertexCount)
      return { material: clay(), source: null };
    const material = (found.material as Material).clone();
    // The loader draws a file without normals flat; ours are made anew in every frame.
    if ('flatShading' in material) material.flatShading = false;
    return { material, source: found };
  });
}

export function clay(): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: '#cbb9a2', roughness: 0.85, side: DoubleSide });
}

async function parseScene({ json, binary }: Scene): Promise<GLTF> {
  const loader = new GLTFLoader();
  if (json.extensionsUsed?.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  return loader.parseAsync(writeGlb({ json, binary }).slice().buffer, '');
}

function collectSources({ scenes, parser }: GLTF): Map<string, Mesh> {
  const sources = new Map<string, Mesh>();
  for (const scene of scenes) {
    scene.traverse((node) => {
      if (!(node instanceof Mesh)) return;
      const { meshes, primitives } = parser.associations.get(node) ?? {};
      if (meshes !== undefined) sources.set(`${meshes}/${primitives ?? 0}`, node);
    });
  }
  return sources;
}
