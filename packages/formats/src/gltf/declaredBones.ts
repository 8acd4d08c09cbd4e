import { type BoneJoints, describeValue, type HumanoidBone, humanoidBones, isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from './glb.js';

/** VRM 0 called the thumb's three bones as the other fingers'; VRM 1.0 shifted them. */
const vrm0Thumbs: ReadonlyMap<string, string> = new Map([
  ['ThumbProximal', 'ThumbMetacarpal'],
  ['ThumbIntermediate', 'ThumbProximal'],
]);

/**
 * Node of each humanoid bone, where the file declares them: VRM animation, VRM 1.0 or VRM 0. null where it does not.
 */
export function declaredBones({ extensions = {} }: GltfJson, nodeCount: number): BoneJoints | null {
  for (const name of ['VRMC_vrm_animation', 'VRMC_vrm'] as const) {
    const humanBones = field(field(extensions[name], 'humanoid'), 'humanBones');
    if (!isRecord(humanBones)) continue;
    const entries = Object.entries(humanBones).map(([bone, value]): [string, unknown] => [bone, field(value, 'node')]);
    return checkBones(entries, nodeCount, name);
  }
  const vrm0 = field(field(extensions.VRM, 'humanoid'), 'humanBones');
  if (!Array.isArray(vrm0)) return null;
  const entries = vrm0.map((entry): [string, unknown] => [
    vrm1Name(textOf(field(entry, 'bone'))),
    field(entry, 'node'),
  ]);
  return checkBones(entries, nodeCount, 'VRM');
}

function vrm1Name(vrm0Name: string): string {
  return vrm0Name.replace(/Thumb(Proximal|Intermediate)$/, (part) => vrm0Thumbs.get(part) ?? part);
}

function checkBones(entries: readonly [string, unknown][], nodeCount: number, extension: string): BoneJoints {
  const bones: BoneJoints = {};
  for (const [bone, node] of entries) {
    if (!humanoidBones.includes(bone as HumanoidBone)) continue;
    if (typeof node !== 'number' || !Number.isInteger(node) || node < 0 || node >= nodeCount) {
      const path = `extensions.${extension}.humanoid.humanBones.${bone}`;
      throw new FormatError('glTF', path, `expected a node from 0 to ${nodeCount - 1}, got ${describeValue(node)}`);
    }
    bones[bone as HumanoidBone] = node;
  }
  return bones;
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
