/// <reference path="../../../../packages/formats/src/scene/gltfValidator.testing.d.ts" />
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPosedBody, createShapedBody, poseShape, shapeBody, skeletonOfShape } from '@leib/body';
import { createPose, type HumanoidBone, quat, updateWorldPose } from '@leib/core';
import { randomUnit, seededRandom } from '@leib/core/testing';
import { writeObj } from '@leib/formats';
import { type RigPoint, requiredRigPoints, rigMesh, rigPointsText } from '@leib/mocap';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBodySpace } from '../body/readModel.js';
import { callLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-rig-'));
const at = (name: string) => join(folder, name);
const { neutral: model } = await readBodySpace();
const shaped = createShapedBody(model);
shapeBody(model, new Float64Array(model.betaCount), shaped);
const jointOf = (bone: HumanoidBone): RigPoint => {
  const [x, y, z] = shaped.joints.subarray(model.jointNames.indexOf(bone) * 3);
  return [x, y, z];
};
const given: readonly HumanoidBone[] = [...requiredRigPoints, 'neck', 'head'];
const points = Object.fromEntries(given.map((bone) => [bone, jointOf(bone)]));

beforeAll(() => {
  const mesh = { name: 'person', positions: shaped.positions, triangles: model.triangles, groups: [] };
  writeFileSync(at('person.obj'), writeObj(mesh));
  writeFileSync(at('joints.json'), rigPointsText({ unit: 'm', isMirrored: false, points }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a rigged GLB passes Khronos' validator", async () => {
  const call = ['mocap', 'rig', '--mesh', at('person.obj'), '--joints', at('joints.json'), '--out', at('person.glb')];
  const { code, stdout } = await callLeib([...call, '--json']);
  expect(code).toBe(0);
  const figures = JSON.parse(stdout);
  expect(figures).toMatchObject({ vertices: model.vertexCount, unit: 'm', warnings: [] });
  expect(figures.derived).toContain('leftShoulder');
  expect((await validateBytes(readFileSync(at('person.glb')))).issues.messages).toEqual([]);
});

test('points are proposed from the shape alone, within 4 cm of the joints', async () => {
  const { code } = await callLeib(['mocap', 'rig', '--mesh', at('person.obj'), '--propose', '--out', at('found.json')]);
  expect(code).toBe(0);
  const found = JSON.parse(readFileSync(at('found.json'), 'utf8')).points as Record<string, RigPoint>;
  for (const bone of given) {
    const [x, y, z] = jointOf(bone);
    expect(Math.hypot(found[bone][0] - x, found[bone][1] - y, found[bone][2] - z)).toBeLessThan(0.04);
  }
});

test.each([
  [['--out', 'x.glb'], '--mesh: expected a mesh, got nothing'],
  [['--mesh', 'm.obj', '--out', 'x.fbx'], '--out: expected a name that ends in .glb, got "x.fbx"'],
  [['--mesh', at('person.obj'), '--out', at('x.glb')], 'expected objects named as joints'],
  [['--mesh', at('person.obj'), '--joints', at('bad.json'), '--out', at('x.glb')], 'points.hips[2]: expected a number'],
])('leib mocap rig %s is refused in one line', async (words, reason) => {
  writeFileSync(at('bad.json'), '{"format": "leib-rig-points/1", "points": {"hips": [0, 1, null]}}');
  const { code, stderr } = await callLeib(['mocap', 'rig', ...words]);
  expect(code).toBeGreaterThan(0);
  expect(stderr.trim().split('\n')[0]).toContain(reason);
});

test('weights move the skin as those do that were painted: mean vertex error over random poses below 4 mm', () => {
  const rig = rigMesh({ positions: shaped.positions, triangles: model.triangles }, points);
  const own = rig.bones.map((bone) => model.jointNames.indexOf(bone));
  const rigged = { ...model, skinJoints: rig.skinBones.map((bone) => own[bone]), skinWeights: rig.skinWeights };
  const skeleton = skeletonOfShape(model, shaped);
  const [pose, truth, ours] = [createPose(skeleton), createPosedBody(model), createPosedBody(model)];
  let sum = 0;
  const poseCount = 10;
  for (let seed = 1; seed <= poseCount; seed++) {
    const random = seededRandom(seed);
    model.jointNames.forEach((bone, joint) => {
      const most = /Upper|Lower(Arm|Leg)|Hand$|Foot$/.test(bone)
        ? 0.7
        : /^(spine|chest|neck|head)$/.test(bone)
          ? 0.2
          : 0;
      const turn = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
      quat.setAxisAngle(turn, randomUnit(random), most * (2 * random() - 1));
    });
    updateWorldPose(skeleton, pose);
    poseShape(model, shaped, pose, truth);
    poseShape(rigged, shaped, pose, ours);
    for (let p = 0; p < truth.positions.length; p += 3) {
      const [dx, dy, dz] = [0, 1, 2].map((k) => truth.positions[p + k] - ours.positions[p + k]);
      sum += Math.hypot(dx, dy, dz);
    }
  }
  expect(sum / poseCount / model.vertexCount).toBeLessThan(0.004);
});
