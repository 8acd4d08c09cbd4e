import { Camera, Light, Mesh, type Object3D, SkinnedMesh } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { AvatarError } from './avatarError.js';
import { type GltfJson, readGltfJson } from './readGltfJson.js';
import { messageOf, readSource, type SourceBytes } from './readSource.js';
import { type VrmHumanoid, vrmHumanoid } from './vrmHumanoid.js';
import { VrmRuntimePlugin } from './vrmRuntime.js';

/** A file with a model in it, as three.js made it of it. */
export interface OpenedModel {
  /** What the file is called in messages. */
  readonly label: string;
  readonly model: Object3D;
  readonly gltf: GLTF;
  readonly json: GltfJson;
  /** The humanoid that a VRM declares; null for other files. */
  readonly vrm: VrmHumanoid | null;
  readonly triangles: number;
}

/** Reads a model of any kind that can be an avatar. Throws AvatarError. */
export async function openModel(source: string | ArrayBuffer | File): Promise<OpenedModel> {
  const file = await readSource(source);
  const json = readGltfJson(file.bytes, file.label, file.baseUrl !== '');
  const vrm = vrmHumanoid(json);
  const gltf = await parseGltf(file, json, vrm !== null);
  return { label: file.label, model: gltf.scene, gltf, json, vrm, triangles: prepareMeshes(gltf.scene, file.label) };
}

async function parseGltf(file: SourceBytes, json: GltfJson, isVrm: boolean): Promise<GLTF> {
  const loader = new GLTFLoader();
  if (isVrm) loader.register((parser) => new VrmRuntimePlugin(parser));
  if (json.extensionsUsed?.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  try {
    return await loader.parseAsync(file.bytes, file.baseUrl);
  } catch (cause) {
    throw new AvatarError(`${file.label} is damaged: ${messageOf(cause)}.`, { cause });
  }
}

/** Takes out what a scene brings along besides the person, sets shadows, counts triangles. */
function prepareMeshes(model: Object3D, label: string): number {
  let triangles = 0;
  let isSkinned = false;
  const strangers: Object3D[] = [];
  model.traverse((node) => {
    if (node instanceof Light || node instanceof Camera) strangers.push(node);
    if (!(node instanceof Mesh)) return;
    const { geometry } = node;
    triangles += Math.floor((geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0) / 3);
    node.castShadow = true;
    node.receiveShadow = true;
    if (!(node instanceof SkinnedMesh)) return;
    isSkinned = true;
    // Bounds are those of the rest pose; a body that has moved away must not be culled.
    node.frustumCulled = false;
  });
  for (const stranger of strangers) if (stranger.children.length === 0) stranger.removeFromParent();
  if (!isSkinned) throw new AvatarError(`${label} has a skeleton but no skinned mesh in its scene.`);
  return triangles;
}
