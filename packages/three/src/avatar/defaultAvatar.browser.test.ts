import { createPose, humanoidBones, quat, updateWorldPose } from '@leib/core';
import { Mesh, PerspectiveCamera, Scene, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createStage } from '../stage/createStage.js';
import { countPixels, createTestRenderer, takePicture } from '../testing.js';
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
  const stage = createStage({ theme: 'light', shadowSize: 0 });
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
