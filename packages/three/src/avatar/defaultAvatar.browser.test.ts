import { createPose, humanoidBones, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { Mesh, PerspectiveCamera, Quaternion, Scene, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { countPixels, createTestRenderer, takePicture } from '../pictures/testing.js';
import { createScenery } from '../scenery/createScenery.js';
import { loadAvatar } from './loadAvatar.js';

const defaultAvatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;

test('the default avatar has all 55 bones, stands right, and follows forward kinematics', async () => {
  const avatar = await loadAvatar(defaultAvatarUrl);
  const { report, skeleton } = avatar;
  expect(report).toMatchObject({ format: 'vrm1', missing: [], guessed: [], warnings: [] });
  expect(report.statureMetres).toBeGreaterThan(1.5);
  expect(report.statureMetres).toBeLessThan(1.9);
  const pose = createPose(skeleton);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    if (skeleton.jointToBone[joint] < 0) continue;
    const local = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
    quat.setAxisAngle(local, [Math.sin(joint), Math.cos(joint), 0], 0.4 * Math.sin(3 * joint));
  }
  pose.rootPosition.set([1, 0.9, -0.5]);
  updateWorldPose(skeleton, pose);
  avatar.applyPose(pose);
  avatar.root.updateMatrixWorld(true);
  for (const bone of humanoidBones) {
    const joint = skeleton.boneToJoint[humanoidBones.indexOf(bone)];
    const expected = new Vector3().fromArray(pose.worldPositions, joint * 3);
    expect(avatar.bones[joint].getWorldPosition(new Vector3()).distanceTo(expected)).toBeLessThan(1e-4);
  }
  avatar.dispose();
});

test('its head can be hidden from its wearer, and everything of it can be freed', async () => {
  const renderer = createTestRenderer(120, 160);
  const scene = new Scene();
  const stage = createScenery({ theme: 'light', shadowSize: 0 });
  const camera = new PerspectiveCamera(35, 120 / 160, 0.1, 50);
  camera.position.set(0, 1, 4);
  camera.lookAt(0, 0.9, 0);
  scene.add(stage.root);
  const empty = takePicture(renderer, scene, camera);
  const before = { ...renderer.info.memory };
  const avatar = await loadAvatar(defaultAvatarUrl);
  scene.add(avatar.root);
  const isDark = (r: number, g: number, b: number) => r + g + b < 450;
  const whole = countPixels(takePicture(renderer, scene, camera), isDark);
  avatar.setVisibleHead(false);
  const headless = countPixels(takePicture(renderer, scene, camera), isDark);
  expect(countPixels(empty, isDark)).toBe(0);
  expect(headless).toBeGreaterThan(1000);
  expect(whole - headless).toBeGreaterThan(100);
  avatar.root.traverse((node) => {
    if (node instanceof Mesh) expect(node.castShadow).toBe(true);
  });
  avatar.dispose();
  renderer.render(scene, camera);
  // One table stays: three.js makes it with the first physical material and keeps it for the next.
  expect(renderer.info.memory.geometries).toBe(before.geometries);
  expect(renderer.info.memory.textures - before.textures).toBeLessThanOrEqual(1);
  stage.dispose();
  renderer.dispose();
});

test('its face closes the lids, turns the eyes and opens the mouth; a pose that turns an eye wins', async () => {
  const avatar = await loadAvatar(defaultAvatarUrl);
  const { skeleton, face, bones } = avatar;
  expect(face.moves).toEqual({ lids: true, eyes: true, mouth: true });
  const pose = createPose(skeleton);
  updateWorldPose(skeleton, pose);
  const morphs = () => {
    const all: number[] = [];
    avatar.root.traverse((node) => {
      if (node instanceof Mesh) all.push(...(node.morphTargetInfluences ?? []));
    });
    return all;
  };
  const eye = jointOfBone(skeleton, 'leftEye');
  const aheadOfEye = () => {
    avatar.root.updateMatrixWorld(true);
    return new Vector3(0, 0, 1).applyQuaternion(bones[eye].getWorldQuaternion(new Quaternion()));
  };
  avatar.applyPose(pose);
  avatar.update(1 / 60);
  expect(Math.max(...morphs())).toBe(0);
  const yaw = 0.3;
  face.show({ closedLeft: 1, closedRight: 1, leftYaw: yaw, rightYaw: yaw, pitch: 0, aa: 0.5, oh: 0 });
  avatar.applyPose(pose);
  avatar.update(1 / 60);
  expect(morphs()).toContain(1);
  expect(morphs()).toContain(0.5);
  // Left is +X.
  expect(aheadOfEye().x).toBeCloseTo(Math.sin(yaw), 2);
  pose.localRotations.set(quat.setAxisAngle(quat.create(), [0, 1, 0], -0.2), eye * 4);
  updateWorldPose(skeleton, pose);
  avatar.applyPose(pose);
  avatar.update(1 / 60);
  expect(aheadOfEye().x).toBeCloseTo(Math.sin(-0.2), 3);
  avatar.dispose();
});
