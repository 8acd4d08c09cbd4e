import { boneNumber, type HumanoidBone, isRecord, parseJson } from '@leib/core';
import { checkGltf, FormatError } from '@leib/formats';
import { checkVrm } from './checkVrm.js';
import { AvatarError } from './readSource.js';

/** The part of a glTF file's JSON that is looked at here; the rest is the loader's business. */
export interface GltfJson {
  readonly asset: { readonly version: string; readonly generator?: string };
  readonly extensionsUsed?: readonly string[];
  readonly extensionsRequired?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly nodes?: readonly { readonly name?: string; readonly children?: readonly number[] }[];
  readonly skins?: readonly { readonly joints: readonly number[] }[];
  readonly buffers?: readonly { readonly byteLength: number; readonly uri?: string }[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
  }[];
}

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/**
 * Reads a glTF or GLB file far enough to report what is wrong with it in plain words, before a loader fails on it. The
 * layout is that of the glTF 2.0 specification, chapter 4 "GLB file format".
 */
export function readGltfJson(bytes: ArrayBuffer, label: string): GltfJson {
  const view = new DataView(bytes);
  const isGlb = bytes.byteLength >= 4 && view.getUint32(0, true) === GLB_MAGIC;
  let text: string;
  let binary: Uint8Array | null = null;
  if (isGlb) {
    const cutOff = (needed: number) =>
      new AvatarError(`${label} is cut off: it has ${bytes.byteLength} of ${needed} bytes; copy or download it again.`);
    if (bytes.byteLength < 20) throw cutOff(20);
    const version = view.getUint32(4, true);
    if (version !== 2) throw new AvatarError(`${label} is GLB version ${version}; only version 2 is read.`);
    const declaredLength = view.getUint32(8, true);
    if (declaredLength > bytes.byteLength) throw cutOff(declaredLength);
    const jsonLength = view.getUint32(12, true);
    if (view.getUint32(16, true) !== JSON_CHUNK)
      throw new AvatarError(`${label} is damaged: its first chunk is not JSON.`);
    if (20 + jsonLength > bytes.byteLength) throw cutOff(20 + jsonLength);
    text = new TextDecoder().decode(new Uint8Array(bytes, 20, jsonLength));
    const binaryAt = 20 + jsonLength;
    if (binaryAt + 8 <= bytes.byteLength && view.getUint32(binaryAt + 4, true) === BIN_CHUNK) {
      const length = view.getUint32(binaryAt, true);
      if (binaryAt + 8 + length > bytes.byteLength) throw cutOff(binaryAt + 8 + length);
      binary = new Uint8Array(bytes, binaryAt + 8, length);
    }
  } else {
    text = new TextDecoder()
      .decode(bytes)
      .replace(/^\uFEFF/, '')
      .trimStart();
  }

  const json = parseGltf(text, label);
  check(json, label, binary);
  return json;
}

function parseGltf(text: string, label: string): GltfJson {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new AvatarError(`${label} is damaged: its JSON cannot be read (${parsed.reason}).`);
  const { asset } = isRecord(parsed.value) ? parsed.value : {};
  const version = isRecord(asset) ? asset.version : undefined;
  if (typeof version !== 'string') throw new AvatarError(`${label} is JSON, but not glTF: it has no asset version.`);
  if (!version.startsWith('2.'))
    throw new AvatarError(`${label} is glTF ${version.slice(0, 20)}; only glTF 2 is read.`);
  return parsed.value as unknown as GltfJson;
}

/** What the loader relies on: types, numbers of entries, places in the data, and bounds. */
function check(json: GltfJson, label: string, binary: Uint8Array | null): void {
  try {
    checkGltf(json as unknown as Parameters<typeof checkGltf>[0], binary);
    checkVrm(json);
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new AvatarError(`${label} is damaged: ${cause.message.replace(/^glTF /, '')}.`, { cause });
  }
}

export interface VrmHumanoid {
  readonly format: 'vrm0' | 'vrm1';
  readonly name: string;
  /** glTF node of each humanoid bone. */
  readonly nodes: ReadonlyMap<HumanoidBone, number>;
}

/** The humanoid that a VRM file declares, in VRM 1.0 names; null for plain glTF. */
export function vrmHumanoid(json: GltfJson): VrmHumanoid | null {
  const vrm1 = field(json.extensions, 'VRMC_vrm');
  if (isRecord(vrm1)) {
    const bones = field(field(vrm1, 'humanoid'), 'humanBones');
    const entries = Object.entries(isRecord(bones) ? bones : {});
    // Betas of VRM 1.0 still had VRM 0's thumbs.
    const hasOldThumbs = entries.some(([bone]) => bone.endsWith('ThumbIntermediate'));
    return {
      format: 'vrm1',
      name: textIn(field(vrm1, 'meta'), 'name'),
      nodes: bonesToNodes(
        entries.map(([bone, value]) => ({ bone, node: field(value, 'node') })),
        hasOldThumbs,
      ),
    };
  }
  const vrm0 = field(json.extensions, 'VRM');
  if (!isRecord(vrm0)) return null;
  const bones = field(field(vrm0, 'humanoid'), 'humanBones');
  const entries = (Array.isArray(bones) ? bones : []).map((each) => ({
    bone: textIn(each, 'bone'),
    node: field(each, 'node'),
  }));
  return { format: 'vrm0', name: textIn(field(vrm0, 'meta'), 'title'), nodes: bonesToNodes(entries, true) };
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textIn(value: unknown, key: string): string {
  const text = field(value, key);
  return typeof text === 'string' ? text : '';
}

function bonesToNodes(
  entries: readonly { readonly bone: string; readonly node: unknown }[],
  hasOldThumbs: boolean,
): Map<HumanoidBone, number> {
  const nodes = new Map<HumanoidBone, number>();
  const used = new Set<number>();
  for (const { bone, node } of entries) {
    const name = hasOldThumbs ? thumbToVrm1(bone) : bone;
    if (typeof node !== 'number' || !Number.isInteger(node) || node < 0) continue;
    if (!Object.hasOwn(boneNumber, name) || used.has(node) || nodes.has(name as HumanoidBone)) continue;
    nodes.set(name as HumanoidBone, node);
    used.add(node);
  }
  return nodes;
}

/** VRM 0 counted the thumb's bones from the proximal one, VRM 1.0 counts from the metacarpal. */
function thumbToVrm1(bone: string): string {
  if (bone.endsWith('ThumbProximal')) return bone.replace('ThumbProximal', 'ThumbMetacarpal');
  if (bone.endsWith('ThumbIntermediate')) return bone.replace('ThumbIntermediate', 'ThumbProximal');
  return bone;
}
