import { findFile } from '@leib/formats';
import {
  Bone,
  Box3,
  Group,
  LoadingManager,
  type Material,
  Matrix4,
  Mesh,
  type MeshLambertMaterial,
  type MeshPhongMaterial,
  MeshStandardMaterial,
  Object3D,
  SkinnedMesh,
  type Texture,
  Vector3,
} from 'three';
import { checkFbx } from './checkFbx.js';
import { AvatarError, fbxPictures, loaderReason, type SourceFile } from './readSource.js';

export interface ParsedFbx {
  /** In metres, as far as the file tells its unit. */
  readonly model: Object3D;
  /** Pictures that did not come with the file or cannot be read. */
  readonly missingPictures: readonly string[];
}

/** FBX SDK: UnitScaleFactor is the number of centimetres in a unit. */
const metresPerCentimetre = 0.01;

/** Longest edge of the box around a person, metres. */
const believableSize = { min: 0.3, max: 4 };

/** A transparent pixel, which stands for pictures that are not there until materials are made without them. */
const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Reads FBX by three's loader and makes of it what glTF is: rest pose, original names, metres, standard materials. */
export async function parseFbx(source: SourceFile): Promise<ParsedFbx> {
  const { bytes, label, baseUrl, set, file } = source;
  const [{ FBXLoader }, { TGALoader }] = await Promise.all([
    import('three/examples/jsm/loaders/FBXLoader.js'),
    import('three/examples/jsm/loaders/TGALoader.js'),
  ]);
  const used = await checkFbx(bytes, label);
  const missingPictures: string[] = [];
  const pictures = await collectPictures(source);
  const manager = new LoadingManager();
  manager.addHandler(/\.tga$/i, new TGALoader(manager));
  manager.setURLModifier((url) => {
    if (/^(data|blob):/.test(url) || baseUrl !== '') return url;
    const picture = findFile(set, url, file.path);
    const address = picture && pictures.get(picture.path);
    if (address) return address;
    missingPictures.push(url);
    return noPicture;
  });
  // The manager reports when the last picture is there; the model itself is an item, so that it does without pictures, too.
  const loaded = new Promise<void>((resolve) => {
    manager.onLoad = resolve;
  });
  manager.itemStart(label);
  let root: Group;
  try {
    root = new FBXLoader(manager).parse(used, baseUrl);
  } catch (cause) {
    throw new AvatarError(reasonOf(cause, label), { cause });
  } finally {
    manager.itemEnd(label);
    await loaded;
    for (const address of pictures.values()) URL.revokeObjectURL(address);
  }
  missingPictures.push(...standardMaterials(root, noPicture));
  keepOriginalNames(root);
  joinSharedBones(root);
  root.traverse((node) => {
    if (node instanceof SkinnedMesh) checkSkin(node, label);
  });
  toBindPose(root);
  root.animations = [];
  return { model: inMetres(root), missingPictures: [...new Set(missingPictures)] };
}

/** Addresses of the pictures that came with the file, by path. */
async function collectPictures(source: SourceFile): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const each of fbxPictures(source)) {
    const content = (await each.read()) as Uint8Array<ArrayBuffer>;
    addresses.set(each.path, URL.createObjectURL(new Blob([content])));
  }
  return addresses;
}

function reasonOf(cause: unknown, label: string): string {
  const message = loaderReason(cause);
  if (/version not supported/.test(message)) {
    const version = /(\d+)/.exec(message)?.[1] ?? '';
    return `${label} is FBX version ${Number(version) / 1000}; only version 7 and newer is read: open it in Blender and save it as GLB.`;
  }
  return `${label} is damaged: ${message}.`;
}

/** The loader takes colons and dots out of names; the originals go where glTF's are. */
function keepOriginalNames(root: Object3D): void {
  root.traverse((node) => {
    const { originalName } = node.userData as { originalName?: string };
    if (originalName !== undefined) node.userData.name = originalName;
  });
}

/**
 * The loader copies a bone for every further mesh that it moves and hangs the copies below it, with the same number. They
 * would look like more joints: the meshes get the one bone.
 */
function joinSharedBones(root: Object3D): void {
  const idOf = (node: Object3D | null) => (node as (Object3D & { ID?: number }) | null)?.ID;
  const topOf = (bone: Object3D): Object3D =>
    bone.parent && idOf(bone) !== undefined && idOf(bone.parent) === idOf(bone) ? topOf(bone.parent) : bone;
  const copies: Object3D[] = [];
  root.traverse((node) => {
    if (node instanceof Bone && topOf(node) !== node) copies.push(node);
    if (node instanceof SkinnedMesh) node.skeleton.bones = node.skeleton.bones.map((bone) => topOf(bone) as Bone);
  });
  for (const copy of copies) copy.removeFromParent();
}

/**
 * Puts skinned bones where they were when the skin was bound to them. The file's own transforms may be the first frame of a
 * dance.
 */
function toBindPose(root: Group): void {
  root.updateMatrixWorld(true);
  const bindWorld = new Map<Object3D, Matrix4>();
  root.traverse((node) => {
    if (!(node instanceof SkinnedMesh)) return;
    const { bones, boneInverses } = node.skeleton;
    bones.forEach((bone, i) => {
      if (!bindWorld.has(bone)) bindWorld.set(bone, boneInverses[i].clone().invert());
    });
  });
  const [top] = bindWorld.keys();
  if (!top) return;
  const turn = turnAfterLoading(root, top.matrixWorld, bindWorld.get(top) as Matrix4);
  root.traverse((node) => {
    node.updateWorldMatrix(false, false);
    const bind = bindWorld.get(node);
    if (!bind || !node.parent) return;
    node.matrix.copy(node.parent.matrixWorld).invert().multiply(turn).multiply(bind);
    node.matrix.decompose(node.position, node.quaternion, node.scale);
    node.updateWorldMatrix(false, false);
  });
}

/**
 * How the loader turned everything after it had read the bind pose: it lays Z-up files down by a quarter turn about X, and
 * does not tell. The turn with which the first bone is nearest to where it is now.
 */
function turnAfterLoading(root: Object3D, now: Matrix4, bind: Matrix4): Matrix4 {
  const none = new Matrix4();
  const quarter = new Matrix4().makeRotationX(-Math.PI / 2);
  const isTurned = Math.abs(root.rotation.x + Math.PI / 2) < 1e-6;
  if (!isTurned) return none;
  const [actual, plain, turned] = [now, bind, quarter.clone().multiply(bind)].map((matrix) => {
    const object = new Object3D();
    matrix.decompose(object.position, object.quaternion, object.scale);
    return object;
  });
  const isNearer = turned.quaternion.angleTo(actual.quaternion) < plain.quaternion.angleTo(actual.quaternion);
  return isNearer ? quarter : none;
}

/** Scaled from the file's unit to metres; taken as metres where only that gives a person's size. */
function inMetres(root: Group): Group {
  const { unitScaleFactor } = root.userData as { unitScaleFactor?: number };
  const metresPerUnit = (Number(unitScaleFactor) > 0 ? Number(unitScaleFactor) : 1) * metresPerCentimetre;
  root.updateMatrixWorld(true);
  const size = new Box3().setFromObject(root).getSize(new Vector3());
  const isBelievable = (scale: number) => {
    const longest = Math.max(size.x, size.y, size.z) * scale;
    return longest > believableSize.min && longest < believableSize.max;
  };
  const model = new Group();
  model.name = root.name;
  model.scale.setScalar(!isBelievable(metresPerUnit) && isBelievable(1) ? 1 : metresPerUnit);
  model.add(root);
  return model;
}

type FbxMaterial = MeshPhongMaterial | MeshLambertMaterial;

/** Pictures of an FBX material that a standard material has as well. */
const sharedMaps = ['map', 'normalMap', 'bumpMap', 'aoMap', 'emissiveMap', 'alphaMap'] as const;

/**
 * Makes FBX's Phong and Lambert materials into standard ones, so that they are lit as other avatars are. Pictures that
 * were not loaded, or that are `noPicture`, are left out; returns the names of those that could not be read.
 */
function standardMaterials(root: Object3D, noPicture: string): readonly string[] {
  const unreadable: string[] = [];
  const made = new Map<Material, MeshStandardMaterial>();
  const standardOf = (material: Material): MeshStandardMaterial => {
    const known = made.get(material);
    if (known) return known;
    const standard = standardMaterial(material as FbxMaterial, noPicture, unreadable);
    made.set(material, standard);
    material.dispose();
    return standard;
  };
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { material } = node as Mesh;
    node.material = Array.isArray(material) ? material.map(standardOf) : standardOf(material);
  });
  return unreadable;
}

function standardMaterial(from: FbxMaterial, noPicture: string, unreadable: string[]): MeshStandardMaterial {
  const { name, color, emissive, emissiveIntensity, bumpScale, vertexColors, side } = from;
  const standard = new MeshStandardMaterial({
    name,
    color,
    emissive,
    emissiveIntensity,
    bumpScale,
    vertexColors,
    side,
  });
  for (const key of sharedMaps) {
    const texture = from[key];
    if (!texture || isPlaceholder(texture, noPicture)) continue;
    if (texture.image) standard[key] = texture;
    else unreadable.push(texture.name || key);
  }
  // Exporters often write a colour of black or an opacity of 0 beside a picture, which would hide it.
  if (standard.map && Math.max(color.r, color.g, color.b) === 0) standard.color.set(1, 1, 1);
  standard.opacity = from.opacity === 0 ? 1 : from.opacity;
  standard.transparent = standard.opacity < 1 || standard.alphaMap !== null;
  // Pictures with holes: leaves, lashes, hair.
  if (standard.alphaMap) standard.alphaTest = 0.1;
  standard.metalness = 0;
  standard.roughness = 'shininess' in from ? roughnessOf(from.shininess) : 1;
  return standard;
}

function isPlaceholder(texture: Texture, noPicture: string): boolean {
  const image = texture.image as { readonly src?: string } | null;
  return image?.src === noPicture;
}

/** The lobe of Blinn and Phong with this exponent is as wide as that of GGX with alpha^2 = 2 / (exponent + 2); roughness^2 = alpha. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.max(0.3, (2 / (Math.max(0, shininess) + 2)) ** 0.25));
}

/** Every vertex hangs on bones that there are. Loaders take a file's word for it. Throws AvatarError. */
export function checkSkin({ geometry, skeleton, name }: SkinnedMesh, label: string): void {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const fail = (expected: string, got: string) =>
    new AvatarError(`${label} is damaged: mesh "${name.slice(0, 40)}": expected ${expected}, got ${got}.`);
  // A copy without holes, which loaders leave where a bone is missing.
  const bones = Array.from(skeleton?.bones ?? []);
  if (bones.length === 0 || bones.some((bone) => !bone)) throw fail('a skin with bones', 'one without');
  for (const attribute of [skinIndex, skinWeight]) {
    const isRight = attribute && attribute.count >= (position?.count ?? 0) && attribute.itemSize === 4;
    if (!isRight) throw fail('four bones and weights for each vertex', 'fewer');
  }
  for (let vertex = 0; vertex < skinIndex.count; vertex++) {
    for (let k = 0; k < 4; k++) {
      if (skinWeight.getComponent(vertex, k) === 0 || skinIndex.getComponent(vertex, k) < bones.length) continue;
      throw fail(`${bones.length} bones`, `vertex ${vertex} on bone ${skinIndex.getComponent(vertex, k)}`);
    }
  }
}
