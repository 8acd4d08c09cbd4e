import { readMeshScene, writeObj } from '@leib/formats';
import { expect, test } from 'vitest';
import { buildMannequin } from './mannequin.testing.js';
import {
  filePoints,
  mirroredFilePoints,
  placedPoints,
  placedSurface,
  placementOfPoints,
  placementOfShape,
} from './placeMesh.js';
import { rigPointsOfScene } from './pointsOfScene.js';
import { listRigPoints, type RigPoint, type RigPoints, requiredRigPoints } from './rigPoints.js';
import { parseRigPoints, rigPointsText, rigScene, writeRiggedGlb } from './rigScene.js';

const { surface, points } = buildMannequin(0.8, 0.04);
const mesh = { name: 'figure', ...surface, groups: [] };

/** Centimetres, +Z up, facing -Y, beside the origin: as some programs write OBJ. */
const toFile = ([x, y, z]: RigPoint): RigPoint => [100 * x + 30, -100 * z, 100 * y + 7];
const filed = (given: RigPoints): RigPoints =>
  Object.fromEntries(listRigPoints(given).map(([bone, point]) => [bone, toFile(point)]));
const filePositions = new Float64Array(surface.positions.length);
for (let at = 0; at < filePositions.length; at += 3) {
  const [x, y, z] = surface.positions.subarray(at, at + 3);
  filePositions.set(toFile([x, y, z]), at);
}

test('unit, way up and front follow from the points', () => {
  const placement = placementOfPoints(filePositions, filed(points), null);
  expect(placement.unit).toBe('cm');
  const placed = placedSurface({ ...surface, positions: filePositions }, placement);
  const floor = Math.min(...surface.positions.filter((_, at) => at % 3 === 1));
  for (let at = 0; at < placed.positions.length; at++) {
    expect(placed.positions[at]).toBeCloseTo(surface.positions[at] - (at % 3 === 1 ? floor : 0), 6);
  }
  const back = filePoints(placedPoints(filed(points), placement), placement);
  for (const [bone, point] of listRigPoints(filed(points))) {
    (back[bone] as RigPoint).forEach((value, k) => {
      expect(value).toBeCloseTo(point[k], 6);
    });
  }
});

test('without points the shape says how it stands and where it looks', () => {
  const placement = placementOfShape({ ...surface, positions: filePositions }, null);
  const { positions } = placedSurface({ ...surface, positions: filePositions }, placement);
  let forward = 0;
  for (let at = 0; at < positions.length; at += 3) if (positions[at + 1] < 0.05) forward += positions[at + 2];
  expect(forward).toBeGreaterThan(0);
  expect(Math.min(...positions.filter((_, at) => at % 3 === 1))).toBeCloseTo(0, 9);
  expect(Math.max(...positions.filter((_, at) => at % 3 === 1))).toBeCloseTo(1.72, 1);
});

test('one side is enough: a file with the left points gives the right ones, too', () => {
  const left = Object.fromEntries(listRigPoints(filed(points)).filter(([bone]) => !bone.startsWith('right')));
  const parsed = parseRigPoints(rigPointsText({ unit: 'cm', isMirrored: true, points: left }));
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(parsed.value).toMatchObject({ unit: 'cm', isMirrored: true });
  expect(parsed.value.points.rightHand).toBeUndefined();
  const both = mirroredFilePoints(parsed.value.points);
  for (const [bone, point] of listRigPoints(filed(points))) {
    (both[bone] as RigPoint).forEach((value, k) => {
      expect(value).toBeCloseTo(point[k], 4);
    });
  }
});

test.each([
  ['{"format": "leib-rig-points/1", "points": {"leftTail": [0, 0, 0]}}', 'points.leftTail', 'there is no such key'],
  ['{"format": "leib-rig-points/1", "points": {"hips": [0, "1", 0]}}', 'points.hips[1]', 'expected a number, got "1"'],
  ['{"format": "leib-rig-points/2", "points": {}}', 'format', 'expected "leib-rig-points/1", got "leib-rig-points/2"'],
  [
    '{"format": "leib-rig-points/1", "unit": "inch", "points": {}}',
    'unit',
    'expected one of "m", "dm", "cm", "mm", got "inch"',
  ],
])('%s is refused', (text, path, reason) => {
  expect(parseRigPoints(text)).toEqual({ ok: false, path, reason });
});

test('objects named as joints give the points and are no part of the body', async () => {
  const words = {
    UpperArm: 'shoulder',
    LowerArm: 'elbow',
    Hand: 'wrist',
    UpperLeg: 'hip',
    LowerLeg: 'knee',
    Foot: 'ankle',
  };
  const positions = [...surface.positions];
  const triangles = [...surface.triangles];
  const groups = [{ name: 'body', firstTriangle: 0, triangleCount: triangles.length / 3 }];
  for (const bone of [...requiredRigPoints, 'neck'] as const) {
    const part = Object.entries(words).find(([key]) => bone.endsWith(key));
    const side = bone.startsWith('left') ? '.L' : '.R';
    groups.push({ name: part ? part[1] + side : bone, firstTriangle: triangles.length / 3, triangleCount: 1 });
    const [x, y, z] = points[bone] as RigPoint;
    const first = positions.length / 3;
    positions.push(x - 0.01, y - 0.01, z, x + 0.01, y, z, x, y + 0.01, z);
    triangles.push(first, first + 1, first + 2);
  }
  const marked = {
    name: 'marked',
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles),
    groups,
  };
  const scene = await readMeshScene(writeObj(marked));
  const named = rigPointsOfScene(scene);
  expect(Object.keys(named.points).sort()).toEqual([...requiredRigPoints, 'neck'].sort());
  (named.points.leftLowerArm as RigPoint).forEach((value, k) => {
    expect(value).toBeCloseTo((points.leftLowerArm as RigPoint)[k], 5);
  });
  const rigged = rigScene(scene, null);
  expect(rigged.scene.triangles).toHaveLength(surface.triangles.length);
  expect(rigged.rig.derived).toContain('head');

  const plain = await readMeshScene(writeObj(mesh));
  expect(() => rigScene(plain, null)).toThrow('expected objects named as joints ("elbow.L", "leftKnee"), got none');
});

test('the rigged file stands in metres with the joints where the points were', async () => {
  const scene = await readMeshScene(writeObj({ ...mesh, positions: filePositions }));
  const rigged = rigScene(scene, { unit: null, isMirrored: false, points: filed(points) });
  const again = await readMeshScene(writeRiggedGlb(rigged, 'figure'));
  expect(Math.max(...again.positions.filter((_, at) => at % 3 === 1))).toBeCloseTo(1.72, 1);
  const elbow = again.objects.find(({ name }) => name === 'leftLowerArm');
  const expected = placedPoints(filed(points), rigged.placement).leftLowerArm as RigPoint;
  elbow?.position.forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k], 6);
  });
});
