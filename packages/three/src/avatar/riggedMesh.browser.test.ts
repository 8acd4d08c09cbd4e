import { createPose, humanoidBones, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { readMeshScene } from '@leib/formats';
import { type RigPoints, requiredRigPoints, rigPointsOfScene, rigScene, writeRiggedGlb } from '@leib/mocap';
import { type Object3D, SkinnedMesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type Avatar, loadAvatar } from './loadAvatar.js';

const defaultAvatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;

/** The default person without its skin, rigged anew from the required points and the neck. */
async function riggedPerson(): Promise<ArrayBuffer> {
  const bytes = await (await fetch(defaultAvatarUrl)).arrayBuffer();
  const scene = await readMeshScene(bytes);
  const named = rigPointsOfScene(scene).points;
  const points: RigPoints = Object.fromEntries(
    [...requiredRigPoints, 'neck', 'head'].map((bone) => [bone, named[bone as 'neck']]),
  );
  return writeRiggedGlb(rigScene(scene, { unit: 'm', isMirrored: false, points }), 'person').buffer;
}

function skinsOf(root: Object3D): SkinnedMesh[] {
  const skins: SkinnedMesh[] = [];
  root.traverse((node) => {
    if (node instanceof SkinnedMesh) skins.push(node);
  });
  return skins;
}

/** Every vertex of an avatar as it is drawn. */
function drawnVertices(avatar: Avatar): Vector3[] {
  avatar.root.updateMatrixWorld(true);
  return skinsOf(avatar.root).flatMap((mesh) =>
    Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, vertex) =>
      mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld),
    ),
  );
}

test('a mesh that was rigged from joint points is a humanoid: its arm lifts the arm and no leg', async () => {
  const avatar = await loadAvatar(await riggedPerson());
  const { report, skeleton } = avatar;
  expect(report).toMatchObject({ format: 'gltf', guessed: [], warnings: [] });
  expect(report.statureMetres).toBeCloseTo(1.7, 1);
  for (const bone of [...requiredRigPoints, 'neck', 'head', 'spine', 'chest', 'leftShoulder', 'leftToes'] as const) {
    expect(jointOfBone(skeleton, bone)).toBeGreaterThanOrEqual(0);
  }
  const pose = createPose(skeleton);
  updateWorldPose(skeleton, pose);
  avatar.applyPose(pose);
  const before = drawnVertices(avatar);
  const arm = jointOfBone(skeleton, 'leftUpperArm');
  quat.setAxisAngle(pose.localRotations.subarray(arm * 4, arm * 4 + 4), [0, 0, 1], 1);
  updateWorldPose(skeleton, pose);
  avatar.applyPose(pose);
  const after = drawnVertices(avatar);
  let armCount = 0;
  before.forEach((vertex, i) => {
    const moved = vertex.distanceTo(after[i]);
    if (vertex.x > 0.45) {
      armCount++;
      expect(moved).toBeGreaterThan(0.2);
      expect(after[i].y).toBeGreaterThan(vertex.y);
    } else if (vertex.y < 0.85 || vertex.x < -0.1) expect(moved).toBeLessThan(1e-5);
  });
  expect(armCount).toBeGreaterThan(500);
  avatar.dispose();
});

test('it keeps materials and bends as the person does who was rigged by hand', async () => {
  const [rigged, original] = [await loadAvatar(await riggedPerson()), await loadAvatar(defaultAvatarUrl)];
  expect(skinsOf(rigged.root)).toHaveLength(skinsOf(original.root).length);
  for (const avatar of [rigged, original]) {
    const pose = createPose(avatar.skeleton);
    for (const bone of humanoidBones) {
      const joint = jointOfBone(avatar.skeleton, bone);
      if (joint < 0 || !/Arm|Leg|head|spine/.test(bone)) continue;
      const turn = Math.sin(3 * humanoidBones.indexOf(bone));
      quat.setAxisAngle(pose.localRotations.subarray(joint * 4, joint * 4 + 4), [0.6, 0, 0.8], 0.5 * turn);
    }
    updateWorldPose(avatar.skeleton, pose);
    avatar.applyPose(pose);
  }
  const [a, b] = [drawnVertices(rigged), drawnVertices(original)];
  expect(a).toHaveLength(b.length);
  const mean = a.reduce((sum, vertex, i) => sum + vertex.distanceTo(b[i]), 0) / a.length;
  expect(mean).toBeLessThan(0.02);
  rigged.dispose();
  original.dispose();
});
