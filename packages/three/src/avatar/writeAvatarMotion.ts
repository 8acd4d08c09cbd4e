import {
  buildRetarget,
  createPose,
  isRecord,
  type Motion,
  retargetPose,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import { type AnimationTrack, addGltfAnimation, type GltfTransform, readGltfJson } from '@leib/formats';
import { Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import type { ParsedAvatar } from './avatarRig.js';
import { type Avatar, type AvatarOptions, loadWithFile } from './loadAvatar.js';
import { type ModelOptions, openModel, wholeGltf } from './openModel.js';
import { AvatarError, type AvatarSource, messageOf, modelKind, readSource } from './readSource.js';

/** A node of the file that moves, and its keys. */
interface MovingNode {
  /** In the file's list of nodes. */
  readonly number: number;
  readonly node: Object3D;
  /** What it hangs on in the file: another one than in the avatar where the body had to be put together. */
  readonly fileParent: Object3D;
  readonly rest: GltfTransform;
  readonly translations: Float32Array;
  readonly rotations: Float32Array;
}

/**
 * An avatar's own file with a movement in it, as GLB (avatarGlb()): its nodes, meshes, skins, materials and extensions as they are, and one
 * animation more. A movement of another skeleton is retargeted. Where the file stands elsewhere than in metres, on the floor
 * and facing +Z, one node above all others puts it there, as loadAvatar() does. Throws AvatarError as loadAvatar() does.
 */
export async function writeAvatarMotion(
  source: AvatarSource,
  motion: Motion,
  options: AvatarOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await avatarGlb(source, options);
  const { avatar, parsed } = await loadWithFile(file, options);
  try {
    const moving = findMovingNodes(parsed, avatar, motion.frameCount);
    forEachPose(motion, avatar, (frame) => readKeys(moving, frame));
    const times = Float32Array.from({ length: motion.frameCount }, (_, frame) => frame / motion.hz);
    const placement = transformOf(parsed.holder);
    return addGltfAnimation(
      new Uint8Array(file),
      { name: motion.name, times, tracks: moving.flatMap(tracksOf) },
      {
        restOfNode: new Map(moving.map(({ number, rest }) => [number, rest])),
        ...(!isIdentity(placement) && { placement }),
      },
    );
  } finally {
    avatar.dispose();
  }
}

function findMovingNodes(
  { gltf, json, label, rebound }: ParsedAvatar,
  avatar: Avatar,
  frameCount: number,
): MovingNode[] {
  if (!gltf || !json) throw new AvatarError(`${label}: expected glTF, got another format.`);
  const nodeOf = new Map<number, Object3D>();
  for (const [object, { nodes: number }] of gltf.parser.associations) {
    if (number !== undefined && object instanceof Object3D) nodeOf.set(number, object);
  }
  const parentOf = new Map<number, Object3D>();
  (json.nodes ?? []).forEach(({ children = [] }, number) => {
    const parent = nodeOf.get(number);
    if (parent) for (const child of children) parentOf.set(child, parent);
  });
  avatar.root.updateMatrixWorld(true);
  const posed = new Set(avatar.bones);
  const moving: MovingNode[] = [];
  for (const [number, node] of nodeOf) {
    const fileParent = parentOf.get(number) ?? gltf.scene;
    if (!posed.has(node) && !rebound.has(node) && node.parent === fileParent) continue;
    moving.push({
      number,
      node,
      fileParent,
      rest: readLocal({ node, fileParent }),
      translations: new Float32Array(frameCount * 3),
      rotations: new Float32Array(frameCount * 4),
    });
  }
  return moving;
}

function forEachPose(motion: Motion, avatar: Avatar, read: (frame: number) => void): void {
  const retarget = buildRetarget(motion.skeleton, avatar.skeleton);
  const from = createPose(motion.skeleton);
  const to = createPose(avatar.skeleton);
  for (let frame = 0; frame < motion.frameCount; frame++) {
    sampleMotion(motion, frame / motion.hz, from);
    updateWorldPose(motion.skeleton, from);
    retargetPose(retarget, from, to);
    avatar.applyPose(to);
    avatar.root.updateMatrixWorld(true);
    read(frame);
  }
}

function readKeys(moving: readonly MovingNode[], frame: number): void {
  for (const each of moving) {
    const { translation, rotation } = readLocal(each);
    each.translations.set(translation, frame * 3);
    // The sign that is nearer to the key before: programs that blend the numbers themselves go the short way.
    const before = each.rotations.subarray((frame - 1) * 4, frame * 4);
    const dot = frame === 0 ? 1 : rotation.reduce((sum, value, k) => sum + value * before[k], 0);
    each.rotations.set(dot < 0 ? rotation.map((value) => -value) : rotation, frame * 4);
  }
}

const relative = new Matrix4();
const position = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();

/** Where a node is in what it hangs on in the file. */
function readLocal({ node, fileParent }: Pick<MovingNode, 'node' | 'fileParent'>): GltfTransform {
  if (node.parent === fileParent) return transformOf(node);
  relative.copy(fileParent.matrixWorld).invert().multiply(node.matrixWorld).decompose(position, turn, scale);
  return { translation: position.toArray(), rotation: turn.toArray(), scale: scale.toArray() };
}

function transformOf({ position: at, quaternion, scale: size }: Object3D): GltfTransform {
  return { translation: at.toArray(), rotation: quaternion.toArray(), scale: size.toArray() };
}

function tracksOf({ number, rest, translations, rotations }: MovingNode): AnimationTrack[] {
  const slides = translations.some((value, i) => Math.abs(value - rest.translation[i % 3]) > 1e-5);
  return [
    { nodes: [number], path: 'rotation', values: rotations },
    ...(slides ? [{ nodes: [number], path: 'translation' as const, values: translations }] : []),
  ];
}

function isIdentity({ translation, rotation, scale: size }: GltfTransform): boolean {
  return translation.every((v) => v === 0) && Math.abs(rotation[3]) === 1 && size.every((v) => v === 1);
}

/**
 * What the licence that a VRM file holds says against a changed copy that is handed on; one sentence, null where it allows both
 * or the file says nothing (plain glTF). Fields: meta of VRMC_vrm 1.0 and of VRM 0.x.
 */
export function describeTerms(file: ArrayBuffer): string | null {
  const { extensions = {} } = readGltfJson(new Uint8Array(file));
  const { VRMC_vrm: vrm1, VRM: vrm0 } = extensions;
  const meta = isRecord(vrm1) ? vrm1.meta : isRecord(vrm0) ? vrm0.meta : null;
  if (!isRecord(meta)) return null;
  const forbidden = isRecord(vrm1) ? forbiddenByVrm1(meta) : forbiddenByVrm0(meta);
  if (forbidden.length === 0) return null;
  const authors = Array.isArray(meta.authors) ? meta.authors.join(', ') : meta.author;
  const asked = typeof authors === 'string' && authors !== '' ? ` (${authors})` : '';
  return `The avatar’s licence does not allow ${forbidden.join(' or ')}; ask its author${asked} before you use the export.`;
}

/** Absent fields mean what the specification says: not allowed. */
function forbiddenByVrm1({ modification, allowRedistribution }: Record<string, unknown>): string[] {
  const mayHandOn = modification === 'allowModificationRedistribution' && allowRedistribution === true;
  const mayChange = modification === 'allowModification' || modification === 'allowModificationRedistribution';
  return [...(mayChange ? [] : ['changed copies']), ...(mayHandOn ? [] : ['handing them on'])];
}

function forbiddenByVrm0({ licenseName }: Record<string, unknown>): string[] {
  if (licenseName === 'CC_BY_ND' || licenseName === 'CC_BY_NC_ND') return ['changed copies'];
  return licenseName === 'Redistribution_Prohibited' ? ['handing it on'] : [];
}

/**
 * An avatar as one glTF file with everything inside: a GLB as it is, a glTF with its data and pictures packed into it, an
 * FBX converted. Throws AvatarError.
 */
export async function avatarGlb(source: AvatarSource, options: ModelOptions = {}): Promise<ArrayBuffer> {
  const file = await readSource(source, options.file);
  if (modelKind(new Uint8Array(file.bytes), file.label) === 'gltf') return (await wholeGltf(file)).bytes;
  const { model, label } = await openModel(source, options);
  const { GLTFExporter } = await import('three/examples/jsm/exporters/GLTFExporter.js');
  useOriginalNames(model);
  try {
    // With `binary` the result is always a buffer.
    return (await new GLTFExporter().parseAsync(model, { binary: true, onlyVisible: false })) as ArrayBuffer;
  } catch (cause) {
    throw new AvatarError(`${label} could not be converted to GLB: ${messageOf(cause)}.`, { cause });
  }
}

function useOriginalNames(model: Object3D): void {
  model.traverse((node) => {
    const { name } = node.userData as { name?: unknown };
    if (typeof name === 'string') node.name = name;
    // What else the loader has noted there would be written into the file.
    node.userData = {};
  });
}
