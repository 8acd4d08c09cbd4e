import { type HumanoidBone, mirrorBone } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { buildMannequin } from './mannequin.testing.js';
import { type MeshRig, rigMesh } from './rigMesh.js';
import type { RigPoint, RigPoints, RigSurface } from './rigPoints.js';

const standing = buildMannequin();
const rig = rigMesh(standing.surface, standing.points);

function weightOf({ bones, skinBones, skinWeights }: MeshRig, vertex: number, bone: HumanoidBone): number {
  const wanted = bones.indexOf(bone);
  let sum = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) if (skinBones[k] === wanted) sum += skinWeights[k];
  return sum;
}

/** Vertices around the middle of a bone, within a share of its length. */
function verticesAlong({ positions }: RigSurface, from: RigPoint, to: RigPoint, least: number, most: number): number[] {
  const way = to.map((value, k) => value - from[k]);
  const lengthSq = way.reduce((sum, value) => sum + value * value, 0);
  const found: number[] = [];
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const away = [0, 1, 2].map((k) => positions[vertex * 3 + k] - from[k]);
    const share = away.reduce((sum, value, k) => sum + value * way[k], 0) / lengthSq;
    const across = Math.hypot(...away.map((value, k) => value - share * way[k]));
    if (share > least && share < most && across < 0.09) found.push(vertex);
  }
  return found;
}

test('weights of every vertex sum to 1 and lie between 0 and 1', () => {
  for (let vertex = 0; vertex < rig.segments.length; vertex++) {
    const weights = rig.skinWeights.subarray(vertex * 4, vertex * 4 + 4);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    expect(weights[0]).toBeGreaterThanOrEqual(weights[3]);
  }
});

test.each([
  ['leftLowerArm', 'leftHand'],
  ['leftUpperArm', 'leftLowerArm'],
  ['rightLowerArm', 'rightHand'],
  ['leftLowerLeg', 'leftFoot'],
  ['rightUpperLeg', 'rightLowerLeg'],
] as const)('the middle of %s belongs to it', (bone, next) => {
  const { surface, points } = standing;
  const vertices = verticesAlong(surface, points[bone] as RigPoint, points[next] as RigPoint, 0.4, 0.6);
  expect(vertices.length).toBeGreaterThan(10);
  for (const vertex of vertices) {
    expect(rig.bones[rig.segments[vertex]]).toBe(bone);
    expect(weightOf(rig, vertex, bone)).toBeGreaterThan(0.85);
  }
});

test('at the elbow both bones have a share, and the segments meet in the plane through the joint', () => {
  const { surface, points } = standing;
  const elbow = points.leftLowerArm as RigPoint;
  const near = verticesAlong(surface, points.leftUpperArm as RigPoint, elbow, 0.85, 1.15);
  for (const vertex of near) {
    const beyond = surface.positions[vertex * 3] - elbow[0];
    if (Math.abs(beyond) < 1e-6) continue;
    expect(rig.bones[rig.segments[vertex]]).toBe(beyond > 0 ? 'leftLowerArm' : 'leftUpperArm');
    if (Math.abs(beyond) < 0.013) expect(weightOf(rig, vertex, 'leftLowerArm')).toBeCloseTo(0.5, 0.5);
  }
});

test('a mesh that is the same left and right gets weights that are', () => {
  const { positions } = standing.surface;
  const key = (x: number, y: number, z: number) => [x, y, z].map((value) => Math.round(value * 1e5)).join();
  const byPlace = new Map<string, number>();
  for (let v = 0; v < positions.length / 3; v++) {
    byPlace.set(key(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]), v);
  }
  let compared = 0;
  let sum = 0;
  for (let v = 0; v < positions.length / 3; v++) {
    const image = byPlace.get(key(-positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]));
    if (image === undefined) continue;
    compared++;
    for (const bone of rig.bones) {
      const difference = Math.abs(weightOf(rig, v, bone) - weightOf(rig, image, mirrorBone(bone)));
      // Its triangles are not: the four corners of a cell are cut along the same diagonal on both sides.
      expect(difference).toBeLessThan(0.15);
      sum += difference;
    }
  }
  expect(compared).toBeGreaterThan(0.95 * rig.segments.length);
  expect(sum / compared).toBeLessThan(0.02);
});

describe('a hand that hangs beside the thigh', () => {
  // The hand's skin comes within three centimetres of the thigh's; the hand's bone is nearer to it than the thigh's bone.
  const { surface, points } = buildMannequin(1.5, 0.02);
  const hanging = rigMesh(surface, points);
  const isArm = (bone: HumanoidBone) => /Arm|Hand/.test(bone);
  const isLegOrTrunk = (bone: HumanoidBone) => /Leg|Foot|Toes|hips|spine/.test(bone);

  test('no vertex hangs on arm and leg at once, and each side of the gap keeps its own', () => {
    let near = 0;
    for (let v = 0; v < hanging.segments.length; v++) {
      const [x, y] = surface.positions.subarray(v * 3, v * 3 + 2);
      if (y > 0.85 || y < 0.6) continue;
      near++;
      // The air between them lies at 17 to 19 cm from the middle.
      const expected = Math.abs(x) > 0.178 ? isArm : isLegOrTrunk;
      for (let k = v * 4; k < v * 4 + 4; k++) {
        if (hanging.skinWeights[k] > 0) expect(expected(hanging.bones[hanging.skinBones[k]])).toBe(true);
      }
    }
    expect(near).toBeGreaterThan(200);
  });
});

test('an elbow that bends by 90 degrees keeps its volume within a tenth of the arm', () => {
  const { surface } = standing;
  const elbow = rig.bones.indexOf('leftLowerArm');
  const bent = bendBone(surface, rig, elbow, Math.PI / 2);
  const lost = volume(surface) - volume({ ...surface, positions: bent });
  const arm = Math.PI * 0.04 ** 2 * 0.6;
  expect(Math.abs(lost)).toBeLessThan(0.1 * arm);
});

test('trunk, collar bones and toes are worked out where they are not given', () => {
  expect(rig.derived).toEqual(['spine', 'chest', 'leftShoulder', 'leftToes', 'rightShoulder', 'rightToes']);
  const toes = rig.bones.indexOf('leftToes') * 3;
  expect(rig.joints[toes + 2]).toBeGreaterThan(0.1);
  const withChest = rigMesh(standing.surface, { ...standing.points, chest: [0, 1.2, 0] });
  expect(withChest.derived).not.toContain('chest');
});

test('an open mesh and a loose part are rigged too', () => {
  const { positions, triangles } = standing.surface;
  // The soles are cut off, and a button floats before the chest.
  const open = triangles.filter((_, corner) => {
    const first = corner - (corner % 3);
    return [0, 1, 2].every((k) => positions[triangles[first + k] * 3 + 1] > 0.012);
  });
  const count = positions.length / 3;
  const surface = {
    positions: Float64Array.of(...positions, 0, 1.2, 0.2, 0.02, 1.2, 0.2, 0, 1.22, 0.2),
    triangles: Uint32Array.of(...open, count, count + 1, count + 2),
  };
  expect(open.length).toBeLessThan(triangles.length);
  const opened = rigMesh(surface, standing.points);
  let different = 0;
  for (let v = 0; v < count; v++) if (opened.segments[v] !== rig.segments[v]) different++;
  expect(different).toBeLessThan(0.01 * count);
  expect(['spine', 'chest']).toContain(opened.bones[opened.segments[count]]);
});

test.each([
  ['leftHand', undefined, 'left wrist (leftHand): expected a point, got none; place it'],
  [
    'leftHand',
    [2, 1, 0],
    'left wrist (leftHand): expected a point in the mesh or near it, got (2.000, 1.000, 0.000); move it there',
  ],
  ['leftHand', [Number.NaN, 1, 0], 'left wrist (leftHand): expected three finite numbers, got NaN, 1, 0'],
  [
    'leftHand',
    'leftLowerArm',
    'left wrist (leftHand): expected a distance from the left elbow, got 0.0 cm; move one of them',
  ],
  [
    'leftUpperLeg',
    [-0.1, 0.88, 0],
    'left hip (leftUpperLeg): lies right of the right hip; swap left and right, or turn the mesh to face +Z',
  ],
] as const)('%s at %s is refused in one sentence', (bone, place, message) => {
  const point = typeof place === 'string' ? standing.points[place] : place;
  const points = { ...standing.points, [bone]: point } as RigPoints;
  expect(() => rigMesh(standing.surface, points)).toThrow(message);
});

test('odd points are said and rigged', () => {
  const backwards = standing.surface.positions.map((value, at) => (at % 3 === 2 ? -value : value));
  const warned = rigMesh({ ...standing.surface, positions: backwards }, standing.points);
  expect(warned.warnings).toEqual(['left ankle (leftFoot): the feet point backwards; are left and right swapped?']);
  const uneven = rigMesh(standing.surface, { ...standing.points, leftLowerArm: [0.36, 1.38, 0] });
  expect(uneven.warnings[0]).toContain('17.0 cm left and 27.0 cm right; is one misplaced?');
});

/** Vertices with one bone turned about the Y axis through its joint; its children turn along. */
function bendBone(
  { positions }: RigSurface,
  { joints, parents, skinBones, skinWeights }: MeshRig,
  bone: number,
  angle: number,
) {
  const isTurned = (other: number): boolean => other === bone || (other >= 0 && isTurned(parents[other]));
  const [jx, , jz] = joints.subarray(bone * 3, bone * 3 + 3);
  return positions.map((_, at) => {
    const vertex = Math.floor(at / 3);
    const [x, , z] = positions.subarray(vertex * 3, vertex * 3 + 3);
    let share = 0;
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) if (isTurned(skinBones[k])) share += skinWeights[k];
    const turned = [
      jx + Math.cos(angle) * (x - jx) + Math.sin(angle) * (z - jz),
      positions[vertex * 3 + 1],
      jz - Math.sin(angle) * (x - jx) + Math.cos(angle) * (z - jz),
    ];
    return share * turned[at % 3] + (1 - share) * positions[at];
  });
}

function volume({ positions, triangles }: RigSurface): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(triangles[t + k] * 3, triangles[t + k] * 3 + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}
