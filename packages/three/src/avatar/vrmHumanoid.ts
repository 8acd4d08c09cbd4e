import { boneNumber, type HumanoidBone, isRecord } from '@leib/core';
import type { GltfJson } from './readGltfJson.js';

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
