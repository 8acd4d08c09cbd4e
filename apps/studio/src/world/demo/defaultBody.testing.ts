import { readFileSync } from 'node:fs';
import { buildSkeleton, type HumanoidBone, type RawJoint, type Skeleton } from '@leib/core';

/** Tests only: the skeleton of the default avatar, straight from its file. It is stored in the T-pose, unrotated. */

interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly translation?: readonly [number, number, number];
}

interface VrmJson {
  readonly nodes: readonly GltfNode[];
  readonly extensions: {
    readonly VRMC_vrm: { readonly humanoid: { readonly humanBones: Record<string, { readonly node: number }> } };
  };
}

export function readDefaultBody(): Skeleton {
  const file = readFileSync(new URL('../../../../../packages/body/assets/leib-neutral.vrm', import.meta.url));
  // GLB: a header of 12 bytes, then the JSON chunk: its length, its type, its text.
  const json = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString('utf8')) as VrmJson;
  const boneOfNode = new Map<number, HumanoidBone>();
  for (const [bone, { node }] of Object.entries(json.extensions.VRMC_vrm.humanoid.humanBones)) {
    boneOfNode.set(node, bone as HumanoidBone);
  }
  const joints: RawJoint[] = [];
  const visit = (node: number, parent: string | null) => {
    const { name = '', children = [], translation: offset = [0, 0, 0] } = json.nodes[node];
    const unique = `${name} ${node}`;
    joints.push({ name: unique, parent, offset, bone: boneOfNode.get(node) ?? null });
    for (const child of children) visit(child, unique);
  };
  const isChild = new Set(json.nodes.flatMap(({ children = [] }) => children));
  const holdsBones = (node: number): boolean =>
    boneOfNode.has(node) || (json.nodes[node].children ?? []).some((child) => holdsBones(child));
  const root = json.nodes.findIndex((_, node) => !isChild.has(node) && holdsBones(node));
  visit(root, null);
  return buildSkeleton(joints);
}
