import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Accessor, Logger, type Node, NodeIO, type Primitive } from '@gltf-transform/core';
import { defaultSkeleton, defaultStature } from '@leib/body';
import { humanoidBones, jointOfBone, parentBone, requiredBones } from '@leib/core';
import { eyesInHead } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { sourcePackage } from './sourcePackage.ts';
import { usedTargets } from './targets.ts';

const asset = (name: string) => readFileSync(new URL(`../../packages/body/assets/${name}`, import.meta.url));
const bytes = asset('leib-neutral.vrm');
const manifest = JSON.parse(asset('leib-neutral.json').toString('utf8'));

/** The JSON chunk as it is: gltf-transform does not keep extensions that it does not know. */
const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
const vrm = json.extensions.VRMC_vrm;

const document = await new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).readBinary(bytes);
const nodes = document.getRoot().listNodes();
const nodeOfBone = (bone: string): Node => nodes[vrm.humanoid.humanBones[bone].node];
const skinnedParts = nodes.flatMap((node) => {
  const mesh = node.getMesh();
  return mesh ? mesh.listPrimitives().map((primitive) => ({ name: node.getName(), node, primitive })) : [];
});

function rows(accessor: Accessor | null, width: number): number[][] {
  if (!accessor) throw new Error('attribute is missing');
  return Array.from({ length: accessor.getCount() }, (_, i) => accessor.getElement(i, new Array(width).fill(0)));
}

const positionsOf = (primitive: Primitive) => rows(primitive.getAttribute('POSITION'), 3);

function trianglesOf(primitive: Primitive): [number, number, number][] {
  const indices = primitive.getIndices()?.getArray() ?? [];
  return Array.from({ length: indices.length / 3 }, (_, i) => [indices[i * 3], indices[i * 3 + 1], indices[i * 3 + 2]]);
}

describe('the manifest', () => {
  test('describes the committed file', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256);
    expect(bytes.length).toBe(manifest.bytes);
    expect(skinnedParts.reduce((sum, part) => sum + positionsOf(part.primitive).length, 0)).toBe(manifest.vertices);
    expect(skinnedParts.reduce((sum, part) => sum + trianglesOf(part.primitive).length, 0)).toBe(manifest.triangles);
    expect(manifest.bones).toBe(55);
    expect(manifest.stature).toBe(defaultStature);
  });

  test('names the pinned source and the targets of the licence list, each with its hash', () => {
    expect(manifest.source).toEqual(sourcePackage);
    expect(manifest.targets).toEqual(usedTargets.map(({ name, weight, bodySha256 }) => ({ name, weight, bodySha256 })));
  });

  test('is small enough to download', () => {
    expect(bytes.length).toBeLessThan(1.5e6);
  });
});

describe('the humanoid', () => {
  test('has all 55 bones, named after themselves, each under its parent', () => {
    expect(Object.keys(vrm.humanoid.humanBones).sort()).toEqual([...humanoidBones].sort());
    for (const bone of requiredBones) expect(vrm.humanoid.humanBones[bone]).toBeDefined();
    for (const bone of humanoidBones) {
      expect(nodeOfBone(bone).getName()).toBe(bone);
      const parent = parentBone(bone);
      if (parent) expect(nodeOfBone(bone).getParentNode()).toBe(nodeOfBone(parent));
    }
  });

  test('rests unrotated and unscaled', () => {
    for (const node of nodes) {
      expect(node.getRotation()).toEqual([0, 0, 0, 1]);
      expect(node.getScale()).toEqual([1, 1, 1]);
    }
  });

  test('is the default skeleton, number for number', () => {
    const { names, restOffsets } = defaultSkeleton;
    expect(names).toEqual(humanoidBones);
    names.forEach((name, joint) => {
      expect(nodeOfBone(name).getTranslation()).toEqual([...restOffsets.subarray(joint * 3, joint * 3 + 3)]);
    });
  });

  test('stands in the T-pose: hips over the origin, arms level, legs plumb, within a degree', () => {
    const at = (bone: string) => nodeOfBone(bone).getWorldTranslation();
    expect(Math.abs(at('hips')[0])).toBeLessThan(1e-4);
    expect(at('hips')[2]).toBe(0);
    const angleTo = (from: string, to: string, axis: readonly number[]) => {
      const d = at(to).map((value, k) => value - at(from)[k]);
      const cosine = (d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2]) / Math.hypot(...d);
      return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
    };
    for (const [side, sign] of [['left', 1] as const, ['right', -1] as const]) {
      const outward = [sign, 0, 0];
      expect(angleTo(`${side}UpperArm`, `${side}LowerArm`, outward)).toBeLessThan(1);
      expect(angleTo(`${side}LowerArm`, `${side}Hand`, outward)).toBeLessThan(1);
      expect(angleTo(`${side}Hand`, `${side}MiddleProximal`, outward)).toBeLessThan(1);
      expect(angleTo(`${side}UpperLeg`, `${side}LowerLeg`, [0, -1, 0])).toBeLessThan(1);
      expect(angleTo(`${side}LowerLeg`, `${side}Foot`, [0, -1, 0])).toBeLessThan(1);
      expect(at(`${side}Toes`)[2]).toBeGreaterThan(at(`${side}Foot`)[2] + 0.1); // faces +Z
    }
  });

  test('is the same on both sides within 2 mm', () => {
    for (const bone of humanoidBones.filter((name) => name.startsWith('left'))) {
      const left = nodeOfBone(bone).getWorldTranslation();
      const right = nodeOfBone(bone.replace('left', 'right')).getWorldTranslation();
      expect(Math.hypot(left[0] + right[0], left[1] - right[1], left[2] - right[2])).toBeLessThan(0.002);
    }
  });

  test('inverse bind matrices undo the rest pose', () => {
    const matrices = rows(document.getRoot().listSkins()[0].getInverseBindMatrices(), 16);
    const joints = document.getRoot().listSkins()[0].listJoints();
    joints.forEach((joint, index) => {
      const world = joint.getWorldTranslation();
      for (let k = 0; k < 3; k++) expect(matrices[index][12 + k] + world[k]).toBeCloseTo(0, 6);
    });
  });
});

describe.each(skinnedParts)('part $name', ({ node, primitive }) => {
  const positions = positionsOf(primitive);

  test('weights sum to 1, and every bone exists', () => {
    const boneCount = node.getSkin()?.listJoints().length ?? 0;
    for (const weights of rows(primitive.getAttribute('WEIGHTS_0'), 4)) {
      expect(weights[0] + weights[1] + weights[2] + weights[3]).toBeCloseTo(1, 4);
    }
    for (const bones of rows(primitive.getAttribute('JOINTS_0'), 4)) {
      expect(Math.max(...bones)).toBeLessThan(boneCount);
    }
  });

  test('normals are unit vectors', () => {
    const lengths = rows(primitive.getAttribute('NORMAL'), 3).map((normal) => Math.hypot(...normal));
    expect(Math.min(...lengths)).toBeGreaterThan(0.99);
    expect(Math.max(...lengths)).toBeLessThan(1.01);
  });

  test('positions are finite, and every vertex is used', () => {
    expect(positions.flat().every(Number.isFinite)).toBe(true);
    const used = new Set(trianglesOf(primitive).flat());
    expect(used.size).toBe(positions.length);
  });
});

const clothedBody = ['skin', 'top', 'trousers', 'hair'];

// The brows are strips laid on the face: the only open ones.
test.each(skinnedParts.filter(({ name }) => ![...clothedBody, 'brows'].includes(name)))(
  'part $name is closed',
  (part) => {
    expect(openEdges([part.primitive])).toBe(0);
  },
);

test('skin, clothes and hair together are one closed surface', () => {
  const body = skinnedParts.filter(({ name }) => clothedBody.includes(name));
  expect(body.length).toBe(4);
  expect(openEdges(body.map(({ primitive }) => primitive))).toBe(0);
});

test('the soles stand on the floor and the skull is at the stature, hair a little above', () => {
  const heights = (name: string) =>
    skinnedParts
      .filter((part) => part.name.includes(name))
      .flatMap(({ primitive }) => positionsOf(primitive).map((p) => p[1]));
  expect(Math.min(...heights('Sole'))).toBe(0);
  expect(Math.min(...skinnedParts.flatMap(({ primitive }) => positionsOf(primitive).map((p) => p[1])))).toBe(0);
  expect(Math.max(...heights('hair'))).toBeGreaterThan(defaultStature);
  expect(Math.max(...heights('hair'))).toBeLessThan(defaultStature + 0.03);
});

test('the eyes are where the skeleton says, and look through the lids', () => {
  const eye = nodeOfBone('leftEye').getWorldTranslation();
  const inHead = eyesInHead(defaultSkeleton);
  const head = jointOfBone(defaultSkeleton, 'head');
  expect(eye[1]).toBeCloseTo(defaultSkeleton.restWorldPositions[head * 3 + 1] + inHead[1], 6);
  vrm.lookAt.offsetFromHeadBone.forEach((value: number, k: number) => {
    expect(value).toBeCloseTo(inHead[k], 9);
  });
  // Nothing of the face lies in front of the pupil.
  const skin = skinnedParts.find(({ name }) => name === 'skin')?.primitive as Primitive;
  const before = positionsOf(skin).filter(
    ([x, y, z]) => Math.hypot(x - eye[0], y - eye[1]) < 0.002 && z > eye[2] + 0.016,
  );
  expect(before).toEqual([]);
});

test('only the inside of the mouth is dark: no skin that is seen from below the jaw is', () => {
  const skin = skinnedParts.find(({ name }) => name === 'skin');
  if (!skin) throw new Error('no skin');
  const [places, normals, colours] = ['POSITION', 'NORMAL', 'COLOR_0'].map((attribute) =>
    rows(skin.primitive.getAttribute(attribute), 3),
  );
  const isDark = (vertex: number) => colours[vertex][1] < 0.4;
  const below = [...places.keys()].filter((vertex) => {
    const [x, y, z] = places[vertex];
    return Math.abs(x) < 0.05 && y > 1.45 && y < 1.515 && z > 0 && z < 0.09 && normals[vertex][1] < -0.2;
  });
  expect(below.length).toBeGreaterThan(20);
  expect(below.filter(isDark)).toEqual([]);
  expect([...places.keys()].filter(isDark).length).toBeGreaterThan(20);
});

test('every moving expression of the file moves something', () => {
  for (const [name, expression] of Object.entries<{ morphTargetBinds: { node: number; index: number }[] }>(
    vrm.expressions.preset,
  )) {
    expect(expression.morphTargetBinds.length, name).toBeGreaterThan(0);
    for (const { node, index } of expression.morphTargetBinds) {
      const target = nodes[node].getMesh()?.listPrimitives()[0].listTargets()[index];
      expect(Math.max(...rows(target?.getAttribute('POSITION') ?? null, 3).flat()), name).toBeGreaterThan(0.001);
    }
  }
});

/** Directed edges without exactly one opposite, vertices at the same place being one vertex. */
function openEdges(primitives: readonly Primitive[]): number {
  const numbers = new Map<string, number>();
  const edges = new Map<string, number>();
  for (const primitive of primitives) {
    const vertices = positionsOf(primitive).map((point) => {
      const key = point.join(' ');
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
    for (const triangle of trianglesOf(primitive)) {
      const [a, b, c] = triangle.map((corner) => vertices[corner]);
      if (a === b || b === c || c === a) continue; // a sliver that the grid of positions has closed
      for (const edge of [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]) edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  }
  let open = 0;
  for (const [edge, count] of edges) {
    const [from, to] = edge.split(' ');
    if (count !== 1 || edges.get(`${to} ${from}`) !== 1) open++;
  }
  return open;
}
