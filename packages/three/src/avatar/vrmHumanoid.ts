import { boneNumber, type HumanoidBone } from '@leib/core';
import type { GltfJson } from './readGltfJson.js';

export interface VrmHumanoid {
  readonly format: 'vrm0' | 'vrm1';
  readonly name: string;
  /** glTF node of each humanoid bone. */
  readonly nodes: ReadonlyMap<HumanoidBone, number>;
}

interface Vrm1 {
  readonly meta?: { readonly name?: string };
  readonly humanoid?: { readonly humanBones?: Readonly<Record<string, { readonly node?: number }>> };
}

interface Vrm0 {
  readonly meta?: { readonly title?: string };
  readonly humanoid?: { readonly humanBones?: readonly { readonly bone?: string; readonly node?: number }[] };
}

/** The humanoid that a VRM file declares, in VRM 1.0 names; null for plain glTF. */
export function vrmHumanoid(json: GltfJson): VrmHumanoid | null {
  const vrm1 = json.extensions?.VRMC_vrm as Vrm1 | undefined;
  if (vrm1) {
    const entries = Object.entries(vrm1.humanoid?.humanBones ?? {});
    // Betas of VRM 1.0 still had VRM 0's thumbs.
    const hasOldThumbs = entries.some(([bone]) => bone.endsWith('ThumbIntermediate'));
    return {
      format: 'vrm1',
      name: vrm1.meta?.name ?? '',
      nodes: bonesToNodes(
        entries.map(([bone, { node }]) => ({ bone, node })),
        hasOldThumbs,
      ),
    };
  }
  const vrm0 = json.extensions?.VRM as Vrm0 | undefined;
  if (!vrm0) return null;
  return { format: 'vrm0', name: vrm0.meta?.title ?? '', nodes: bonesToNodes(vrm0.humanoid?.humanBones ?? [], true) };
}

function bonesToNodes(
  entries: readonly { readonly bone?: string | undefined; readonly node?: number | undefined }[],
  hasOldThumbs: boolean,
): Map<HumanoidBone, number> {
  const nodes = new Map<HumanoidBone, number>();
  const used = new Set<number>();
  for (const { bone = '', node = -1 } of entries) {
    const name = hasOldThumbs ? thumbToVrm1(bone) : bone;
    if (!(name in boneNumber) || node < 0 || used.has(node) || nodes.has(name as HumanoidBone)) continue;
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
