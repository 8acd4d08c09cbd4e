import { buildSkeleton, type HumanoidBone, type RawJoint, type Skeleton } from '@leib/core';
import type { SkinnedSurface } from './skinnedSurface.js';

/** Tests only: skeleton and skin of an uncompressed VRM in the T-pose, as our own default body is. */

interface Gltf {
  readonly nodes: readonly {
    readonly name: string;
    readonly translation?: number[];
    readonly children?: number[];
    readonly mesh?: number;
  }[];
  readonly meshes: readonly {
    readonly primitives: readonly { readonly attributes: Readonly<Record<string, number>> }[];
  }[];
  readonly skins: readonly { readonly joints: readonly number[] }[];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly byteOffset?: number;
    readonly count: number;
    readonly componentType: number;
  }[];
  readonly bufferViews: readonly { readonly byteOffset?: number }[];
  readonly extensions: {
    readonly VRMC_vrm: {
      readonly humanoid: { readonly humanBones: Readonly<Record<string, { readonly node: number }>> };
    };
  };
}

export function readVrmBody(bytes: Uint8Array): { skeleton: Skeleton; surface: SkinnedSurface } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonSize = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonSize))) as Gltf;
  const binary = 20 + jsonSize + 8;
  const [{ joints }] = gltf.skins;
  const boneOf = new Map(
    Object.entries(gltf.extensions.VRMC_vrm.humanoid.humanBones).map(([bone, { node }]) => [
      node,
      bone as HumanoidBone,
    ]),
  );
  const parentOf = new Map(gltf.nodes.flatMap(({ children = [] }, parent) => children.map((child) => [child, parent])));
  const order: number[] = [];
  const visit = (node: number) => {
    order.push(node);
    for (const child of gltf.nodes[node].children ?? []) if (joints.includes(child)) visit(child);
  };
  visit(joints.find((node) => !joints.includes(parentOf.get(node) ?? -1)) as number);
  const skeleton = buildSkeleton(
    order.map((node, i): RawJoint => {
      const [x, y, z] = gltf.nodes[node].translation ?? [0, 0, 0];
      const parent = i === 0 ? null : gltf.nodes[parentOf.get(node) as number].name;
      return { name: gltf.nodes[node].name, parent, offset: [x, y, z], bone: boneOf.get(node) ?? null };
    }),
  );
  const read = (accessor: number, width: number): number[] => {
    const { bufferView, byteOffset = 0, count, componentType } = gltf.accessors[accessor];
    const start = binary + (gltf.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    return Array.from({ length: count * width }, (_, i) => {
      if (componentType === 5126) return view.getFloat32(start + i * 4, true);
      if (componentType === 5123) return view.getUint16(start + i * 2, true);
      if (componentType === 5121) return view.getUint8(start + i);
      throw new Error(`component type ${componentType}`);
    });
  };
  const primitives = gltf.nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : gltf.meshes[mesh].primitives));
  const positions = primitives.flatMap(({ attributes }) => read(attributes.POSITION, 3));
  const places = joints.map((node) => order.indexOf(node));
  const skinJoints = primitives.flatMap(({ attributes }) => read(attributes.JOINTS_0, 4)).map((joint) => places[joint]);
  const isBytes = (accessor: number) => gltf.accessors[accessor].componentType === 5121;
  const weights = primitives.flatMap(({ attributes }) => {
    const values = read(attributes.WEIGHTS_0, 4);
    return isBytes(attributes.WEIGHTS_0) ? values.map((value) => value / 255) : values;
  });
  return {
    skeleton,
    surface: {
      positions: Float64Array.from(positions),
      joints: Uint16Array.from(skinJoints),
      weights: Float32Array.from(weights),
    },
  };
}
