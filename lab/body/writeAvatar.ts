import { faceMorphs } from './faceMorphs.ts';
import type { Material } from './materials.ts';
import type { Part } from './part.ts';
import { boneIndex, keptBones } from './rig.ts';
import { vrmExtension } from './vrmExtension.ts';
import { addAccessor, addSparseAccessor, createGlbWriter, finishGlb, type GlbWriter } from './writeGlb.ts';

/** Positions on a grid of 1/65536 m and normals of 1/2048: plain floats that every program reads, and that gzip well. */
const POSITION_STEPS = 65536;
const NORMAL_STEPS = 2048;
const UV_STEPS = 16384;

const snap = (value: number, steps: number) => Math.round(value * steps) / steps + 0;

/** A VRM 1.0 file: one skinned mesh per part, one skeleton whose bones all rest unrotated. */
export function writeAvatar(
  parts: readonly Part[],
  materials: Readonly<Record<string, Material>>,
  jointsWorld: Float64Array,
): { glb: Uint8Array; restOffsets: number[][] } {
  const writer = createGlbWriter('@leib/body');
  const materialNames = Object.keys(materials);
  const restOffsets = offsetsOf(jointsWorld);

  const bones = keptBones.map(({ bone }, index) => {
    const children = keptBones.flatMap(({ parent }, child) => (parent === bone ? [child] : []));
    return { name: bone, translation: restOffsets[index], ...(children.length > 0 ? { children } : {}) };
  });
  const meshNodes = parts.map((part, mesh) => ({ name: part.name, mesh, skin: 0 }));
  const rootNode = bones.length + meshNodes.length;
  const meshNodeNumbers = meshNodes.map((_, mesh) => bones.length + mesh);
  const morphNodes = meshNodeNumbers.filter((_, mesh) => parts[mesh].morphs.length > 0);
  const root = { name: 'leib-neutral', children: [boneIndex.hips, ...meshNodeNumbers] };

  Object.assign(writer.document, {
    scene: 0,
    scenes: [{ name: 'leib-neutral', nodes: [rootNode] }],
    nodes: [...bones, ...meshNodes, root],
    skins: [
      {
        name: 'leib-neutral',
        joints: keptBones.map((_, index) => index),
        skeleton: boneIndex.hips,
        inverseBindMatrices: addAccessor(writer, inverseBindMatrices(restOffsets), 'MAT4', { for: 'other' }),
      },
    ],
    materials: materialNames.map((name) => ({ name, ...materials[name] })),
    meshes: parts.map((part) => ({
      name: part.name,
      primitives: [addPrimitive(writer, part, materialNames.indexOf(part.material))],
      ...(part.morphs.length > 0
        ? { weights: part.morphs.map(() => 0), extras: { targetNames: faceMorphs.map(({ name }) => name) } }
        : {}),
    })),
    extensionsUsed: ['VRMC_vrm'],
    extensions: { VRMC_vrm: vrmExtension(meshNodeNumbers, morphNodes, eyesInHead(restOffsets)) },
  });
  return { glb: finishGlb(writer), restOffsets };
}

/** Offset of each joint from its parent, on the position grid. */
function offsetsOf(jointsWorld: Float64Array): number[][] {
  const at = (index: number) => [0, 1, 2].map((k) => snap(jointsWorld[index * 3 + k], POSITION_STEPS));
  return keptBones.map(({ parent }, index) => {
    const here = at(index);
    if (parent === null) return here;
    const there = at(boneIndex[parent]);
    return here.map((value, k) => value - there[k]);
  });
}

/** Middle between the eyes in the head joint's space. */
function eyesInHead(restOffsets: readonly number[][]): number[] {
  const [left, right] = [restOffsets[boneIndex.leftEye], restOffsets[boneIndex.rightEye]];
  return left.map((value, k) => (value + right[k]) / 2);
}

function inverseBindMatrices(restOffsets: readonly number[][]): Float32Array {
  const world: number[][] = [];
  const matrices = new Float32Array(keptBones.length * 16);
  keptBones.forEach(({ parent }, index) => {
    const origin = parent === null ? [0, 0, 0] : world[boneIndex[parent]];
    world.push(restOffsets[index].map((value, k) => value + origin[k]));
    const at = index * 16;
    for (let k = 0; k < 4; k++) matrices[at + k * 5] = 1;
    for (let k = 0; k < 3; k++) matrices[at + 12 + k] = -world[index][k] + 0;
  });
  return matrices;
}

function addPrimitive(writer: GlbWriter, part: Part, material: number): Record<string, unknown> {
  const { positions, normals, uvs, colors, bones, weights, triangles } = part;
  const vertexCount = positions.length / 3;
  if (vertexCount > 65535) throw new Error(`${part.name}: ${vertexCount} vertices do not fit 16-bit indices.`);
  const floats = (values: Float64Array, steps: number) => Float32Array.from(values, (value) => snap(value, steps));
  const attributes: Record<string, number> = {
    POSITION: addAccessor(writer, floats(positions, POSITION_STEPS), 'VEC3', { for: 'vertices', bounds: true }),
    NORMAL: addAccessor(writer, floats(normals, NORMAL_STEPS), 'VEC3', { for: 'vertices' }),
  };
  if (uvs) attributes.TEXCOORD_0 = addAccessor(writer, floats(uvs, UV_STEPS), 'VEC2', { for: 'vertices' });
  if (colors) {
    const rgba = new Uint16Array(vertexCount * 4).fill(65535);
    for (let i = 0; i < colors.length; i++) {
      rgba[Math.floor(i / 3) * 4 + (i % 3)] = Math.round(Math.min(1, Math.max(0, colors[i])) * 65535);
    }
    attributes.COLOR_0 = addAccessor(writer, rgba, 'VEC4', { for: 'vertices', normalized: true });
  }
  attributes.JOINTS_0 = addAccessor(writer, bones, 'VEC4', { for: 'vertices' });
  attributes.WEIGHTS_0 = addAccessor(writer, quantiseWeights(weights), 'VEC4', { for: 'vertices', normalized: true });
  const indices = addAccessor(writer, Uint16Array.from(triangles), 'SCALAR', { for: 'indices' });
  if (part.morphs.length === 0) return { attributes, indices, material };
  const targets = part.morphs.map((morph) => ({ POSITION: addSparseAccessor(writer, floats(morph, POSITION_STEPS)) }));
  return { attributes, indices, material, targets };
}

/** 16-bit weights whose sum is exactly 65535: the rounding error goes to the strongest. */
function quantiseWeights(weights: Float64Array): Uint16Array {
  const out = Uint16Array.from(weights, (weight) => Math.round(weight * 65535));
  for (let at = 0; at < out.length; at += 4) {
    const sum = out[at] + out[at + 1] + out[at + 2] + out[at + 3];
    out[at] += 65535 - sum; // influences are sorted, strongest first
  }
  return out;
}
