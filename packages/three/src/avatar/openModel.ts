import { FormatError, packGltf } from '@leib/formats';
import {
  type VRMExpressionManager,
  VRMLoaderPlugin,
  type VRMNodeConstraintManager,
  type VRMSpringBoneManager,
} from '@pixiv/three-vrm';
import { Camera, Light, type Material, Mesh, type Object3D, SkinnedMesh } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { type AvatarDecoders, addDecoders } from './avatarDecoders.js';
import { checkSkin, parseFbx } from './parseFbx.js';
import { type GltfJson, readGltfJson, type VrmHumanoid, vrmHumanoid } from './readGltfJson.js';
import {
  AvatarError,
  type AvatarSource,
  bufferOf,
  loaderReason,
  modelKind,
  readSource,
  type SourceFile,
} from './readSource.js';

export interface ModelOptions {
  /** Path of the avatar where several came at once: one of AvatarError's `candidates`. */
  readonly file?: string | undefined;
  /** Where the decoders of Draco and KTX2 lie. */
  readonly decoders?: AvatarDecoders | undefined;
}

/** A file with a model in it, as three.js made it of it. */
export interface OpenedModel {
  /** What the file is called in messages. */
  readonly label: string;
  readonly model: Object3D;
  /** Null for FBX. */
  readonly gltf: GLTF | null;
  readonly json: GltfJson | null;
  /** The humanoid that a VRM declares; null for other files. */
  readonly vrm: VrmHumanoid | null;
  readonly kind: 'gltf' | 'fbx';
  readonly triangles: number;
  /** Nodes that can be joints besides those that a skin or a VRM names: those of a model made of rigid parts. */
  readonly rigidJoints: readonly Object3D[];
  /** What is missing in it, one sentence each. */
  readonly remarks: readonly string[];
}

/** Reads a model of any kind that can be an avatar. Throws AvatarError. */
export async function openModel(source: AvatarSource, options: ModelOptions = {}): Promise<OpenedModel> {
  const file = await readSource(source, options.file);
  const { label } = file;
  const kind = modelKind(new Uint8Array(file.bytes), label);
  if (kind === 'fbx') {
    const { model, missingPictures } = await parseFbx(file);
    const read = { model, gltf: null, json: null, vrm: null };
    return { label, kind, ...read, ...prepareMeshes(read, label), remarks: missing(missingPictures) };
  }
  const { bytes, missingPictures } = await wholeGltf(file);
  const json = readGltfJson(bytes, label);
  const vrm = vrmHumanoid(json);
  const gltf = await parseGltf({ ...file, bytes }, json, vrm !== null, options.decoders ?? {});
  if (!gltf.scene) throw new AvatarError(`${label} has no scene: there is nothing to see; export it with its body.`);
  const read = { model: gltf.scene, gltf, json, vrm };
  return { label, kind, ...read, ...prepareMeshes(read, label), remarks: missing(missingPictures) };
}

/** The file with what it refers to; files that came from an address fetch it themselves. */
export async function wholeGltf({
  bytes,
  baseUrl,
  label,
  file,
  set,
}: SourceFile): Promise<{ readonly bytes: ArrayBuffer; readonly missingPictures: readonly string[] }> {
  // What is wrong inside the file itself is said first.
  readGltfJson(bytes, label);
  if (baseUrl !== '') return { bytes, missingPictures: [] };
  try {
    const packed = await packGltf(file, set);
    return { bytes: bufferOf(packed.bytes), missingPictures: packed.missingPictures };
  } catch (cause) {
    if (cause instanceof FormatError) throw new AvatarError(`${label}: ${cause.reason}.`, { cause });
    throw cause;
  }
}

async function parseGltf(file: SourceFile, json: GltfJson, isVrm: boolean, decoders: AvatarDecoders): Promise<GLTF> {
  const loader = new GLTFLoader();
  // Its movements are not used, and a small file can have some that become gigabytes.
  loader.register(({ json: read }) => {
    read.animations = undefined;
    return { name: 'LEIB_without_motions' };
  });
  if (isVrm) loader.register((parser) => new VrmRuntimePlugin(parser));
  const release = await addDecoders(loader, json.extensionsUsed ?? [], decoders);
  try {
    return await loader.parseAsync(file.bytes, file.baseUrl);
  } catch (cause) {
    throw new AvatarError(`${file.label} is damaged: ${loaderReason(cause)}.`, { cause });
  } finally {
    release();
  }
}

function missing(pictures: readonly string[]): string[] {
  if (pictures.length === 0) return [];
  const names = pictures.map((name) => `"${name}"`).join(', ');
  return [
    `Shown without pictures that did not come with it: ${names}; open it together with them, its folder or a zip.`,
  ];
}

/** Takes out what a scene brings along besides the person, sets shadows, counts triangles. */
function prepareMeshes(
  { model, gltf, vrm }: Pick<OpenedModel, 'model' | 'gltf' | 'vrm'>,
  label: string,
): Pick<OpenedModel, 'triangles' | 'rigidJoints'> {
  let triangles = 0;
  let isSkinned = false;
  let hasMesh = false;
  const strangers: Object3D[] = [];
  model.traverse((node) => {
    if (node instanceof Light || node instanceof Camera) strangers.push(node);
    if (!(node instanceof Mesh)) return;
    hasMesh = true;
    const { geometry } = node;
    triangles += Math.floor((geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0) / 3);
    node.castShadow = true;
    node.receiveShadow = true;
    if (!(node instanceof SkinnedMesh)) return;
    checkSkin(node, label);
    isSkinned = true;
    // Bounds are those of the rest pose; a body that has moved away must not be culled.
    node.frustumCulled = false;
  });
  for (const stranger of strangers) if (stranger.children.length === 0) stranger.removeFromParent();
  if (!hasMesh)
    throw new AvatarError(`${label} has no mesh in its scene: there is nothing to see; export it with its body.`);
  return { triangles, rigidJoints: isSkinned || vrm !== null ? [] : rigidJoints(model, gltf) };
}

/**
 * Nodes of a model without a skin that can be joints: all of them but those that are only the shape of the node above.
 * Such are the primitives of a mesh, which the loader hangs below its node, and meshes in the place of their node with
 * nothing below them.
 */
function rigidJoints(model: Object3D, gltf: GLTF | null): readonly Object3D[] {
  const isNode = (node: Object3D) => gltf === null || gltf.parser.associations.get(node)?.nodes !== undefined;
  const joints: Object3D[] = [];
  model.traverse((node) => {
    if (node === model || !isNode(node)) return;
    const isShape =
      node instanceof Mesh && !node.children.some(isNode) && isInPlace(node) && !(node.parent instanceof Mesh);
    if (!isShape || node.parent === model) joints.push(node);
  });
  return joints;
}

function isInPlace({ position, quaternion, scale }: Object3D): boolean {
  return position.lengthSq() < 1e-12 && Math.abs(quaternion.w) > 1 - 1e-9 && Math.abs(scale.x - 1) < 1e-6;
}

/**
 * three-vrm without its humanoid: materials, spring bones, constraints and expressions are loaded, but there is no
 * second skeleton that would copy itself onto the bones each frame, and no refusal of bodies without legs.
 */
class VrmRuntimePlugin extends VRMLoaderPlugin {
  override async afterRoot(gltf: GLTF): Promise<void> {
    await this.expressionPlugin.afterRoot(gltf);
    await this.springBonePlugin.afterRoot(gltf);
    await this.nodeConstraintPlugin.afterRoot(gltf);
    await this.mtoonMaterialPlugin.afterRoot(gltf);
  }
}

interface VrmUserData {
  readonly vrmExpressionManager?: VRMExpressionManager;
  readonly vrmSpringBoneManager?: VRMSpringBoneManager;
  readonly vrmNodeConstraintManager?: VRMNodeConstraintManager;
  readonly vrmMToonMaterials?: readonly (Material & { update?(dtSeconds: number): void })[];
}

/** What moves by itself in a VRM, after its body was posed. */
interface VrmRuntime {
  /** Null where the file has none. */
  readonly expressions: VRMExpressionManager | null;
  update(dtSeconds: number): void;
  /** Springs forget their motion. */
  reset(): void;
}

export function createVrmRuntime(gltf: GLTF): VrmRuntime {
  const data = gltf.userData as VrmUserData;
  const { vrmExpressionManager, vrmSpringBoneManager, vrmNodeConstraintManager } = data;
  const materials = data.vrmMToonMaterials ?? [];
  return {
    expressions: vrmExpressionManager ?? null,
    update(dtSeconds) {
      vrmExpressionManager?.update();
      vrmNodeConstraintManager?.update();
      vrmSpringBoneManager?.update(dtSeconds);
      for (const material of materials) material.update?.(dtSeconds);
    },
    reset() {
      vrmSpringBoneManager?.reset();
    },
  };
}
