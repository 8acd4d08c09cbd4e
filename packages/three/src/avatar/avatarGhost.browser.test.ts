import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { buildRemoteBody, defaultRemoteBodySettings } from '@leib/reembody';
import { type BufferGeometry, type Mesh, type MeshStandardMaterial, PerspectiveCamera, Scene, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { THIRD_PERSON_LAYER } from '../layers.js';
import { skinnedSurfaceOf } from '../remote/skinnedSurfaceOf.js';
import { buildTestRig, createTestRenderer } from '../testing.js';
import { createAvatarGhost } from './createAvatarGhost.js';
import { loadAvatar } from './loadAvatar.js';

test.each([
  ['VRM 1.0', { format: 'vrm1', names: 'vroid' }],
  ['Mixamo in an A-pose, facing +X', { names: 'mixamo', hasRolls: true, armDrop: 0.8, yaw: Math.PI / 2 }],
] as const)('%s: the skin is read in the T-pose, whatever the rig and the pose are', async (_name, rig) => {
  const avatar = await loadAvatar(buildTestRig(rig));
  const wild = createPose(avatar.skeleton);
  wild.localRotations.set([0.5, 0.5, 0.5, 0.5], jointOfBone(avatar.skeleton, 'leftUpperArm') * 4);
  updateWorldPose(avatar.skeleton, wild);
  avatar.applyPose(wild);
  const { positions, joints, weights } = skinnedSurfaceOf(avatar);
  expect(joints.length).toBe((positions.length / 3) * 4);
  expect(weights.length).toBe(joints.length);
  // Arms out to both sides: as wide as the hands are apart at rest, and more.
  const rest = avatar.skeleton.restWorldPositions;
  const hand = rest[jointOfBone(avatar.skeleton, 'leftHand') * 3];
  const xs = Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3]);
  expect(Math.max(...xs)).toBeGreaterThan(hand);
  expect(Math.min(...xs)).toBeLessThan(-hand);
  const ys = Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3 + 1]);
  expect(Math.min(...ys)).toBeGreaterThan(-0.05);
  const body = buildRemoteBody(avatar.skeleton, defaultRemoteBodySettings, { positions, joints, weights });
  expect(body.parts.length).toBeGreaterThan(10);
  avatar.dispose();
});

test('of a large skin about as many vertices are taken as asked for', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  const all = skinnedSurfaceOf(avatar, 1e9).positions.length / 3;
  const some = skinnedSurfaceOf(avatar, 60).positions.length / 3;
  expect(all).toBeGreaterThan(120);
  expect(some).toBeLessThan(130);
  expect(some).toBeGreaterThan(20);
  avatar.dispose();
});

test('a ghost keeps the pose it copied while the avatar takes another, and leaves the avatar whole when it goes', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  const ghost = createAvatarGhost(avatar);
  const pose = createPose(avatar.skeleton);
  pose.localRotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], jointOfBone(avatar.skeleton, 'leftUpperArm') * 4);
  updateWorldPose(avatar.skeleton, pose);
  avatar.applyPose(pose);
  ghost.copyPose();
  avatar.applyPose(createPose(avatar.skeleton));
  const joint = jointOfBone(avatar.skeleton, 'leftHand');
  const { name } = avatar.bones[joint];
  const place = new Vector3();
  ghost.root.updateMatrixWorld(true);
  ghost.root.getObjectByName(name)?.getWorldPosition(place);
  expect(place.distanceTo(new Vector3().fromArray(pose.worldPositions, joint * 3))).toBeLessThan(1e-5);
  avatar.root.updateMatrixWorld(true);
  const rest = new Vector3().fromArray(avatar.skeleton.restWorldPositions, joint * 3);
  expect(avatar.bones[joint].getWorldPosition(place).distanceTo(rest)).toBeLessThan(1e-5);

  const renderer = createTestRenderer(32, 32);
  const scene = new Scene().add(avatar.root, ghost.root);
  renderer.render(scene, new PerspectiveCamera());
  const before = renderer.info.memory.geometries;
  ghost.dispose();
  renderer.render(scene, new PerspectiveCamera());
  expect(renderer.info.memory.geometries).toBe(before);
  let isGhostly = false;
  avatar.root.traverse((node) => {
    const { material } = node as Mesh;
    if (material && !Array.isArray(material) && material.transparent) isGhostly = true;
  });
  expect(isGhostly).toBe(false);
  avatar.dispose();
  renderer.dispose();
});

test('an opaque ghost hides what is behind it and throws a shadow, a translucent one does neither; both keep their head', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  const meshesOf = (ghost: ReturnType<typeof createAvatarGhost>) => {
    const meshes: Mesh<BufferGeometry, MeshStandardMaterial>[] = [];
    ghost.root.traverse((node) => (node as Mesh).isMesh && meshes.push(node as (typeof meshes)[number]));
    return meshes;
  };
  const [opaque, translucent] = [createAvatarGhost(avatar, { opacity: 1 }), createAvatarGhost(avatar)];
  for (const [ghost, isOpaque] of [
    [opaque, true],
    [translucent, false],
  ] as const) {
    const [mesh] = meshesOf(ghost);
    expect(mesh.material.depthWrite).toBe(isOpaque);
    expect(mesh.material.transparent).toBe(!isOpaque);
    expect(mesh.castShadow).toBe(isOpaque);
  }
  // Through the wearer's eyes the avatar has no head; whoever stands before them has.
  avatar.setVisibleHead(false);
  const scene = new Scene();
  scene.add(avatar.root, opaque.root);
  const renderer = createTestRenderer(32, 32);
  const drawn: number[] = [];
  for (const mesh of meshesOf(opaque)) {
    const { onBeforeRender } = mesh;
    mesh.onBeforeRender = (...args) => {
      onBeforeRender.apply(mesh, args);
      drawn.push(mesh.geometry.drawRange.count);
    };
  }
  const camera = new PerspectiveCamera(60, 1, 0.1, 10);
  camera.position.set(0, 1, 3);
  renderer.render(scene, camera);
  expect(drawn.length).toBeGreaterThan(0);
  for (const count of drawn) expect(count).toBe(Infinity);
  for (const ghost of [opaque, translucent]) ghost.dispose();
  renderer.dispose();
  avatar.dispose();
});

test('a ghost that is worn has no head for the wearer’s own eyes, and has it in a mirror', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  const ghost = createAvatarGhost(avatar, { isWorn: true });
  avatar.setVisibleHead(false);
  const counts: number[] = [];
  ghost.root.traverse((node) => {
    if (!(node as Mesh).isMesh) return;
    const mesh = node as Mesh;
    const { onBeforeRender } = mesh;
    mesh.onBeforeRender = (...args) => {
      onBeforeRender.apply(mesh, args);
      counts.push(mesh.geometry.drawRange.count);
    };
  });
  const renderer = createTestRenderer(32, 32);
  const scene = new Scene().add(ghost.root);
  const camera = new PerspectiveCamera(60, 1, 0.1, 10);
  camera.position.set(0, 1, 3);
  renderer.render(scene, camera);
  const own = counts.splice(0);
  camera.layers.enable(THIRD_PERSON_LAYER);
  renderer.render(scene, camera);
  expect(own.some((count) => Number.isFinite(count))).toBe(true);
  expect(counts.every((count) => count === Infinity)).toBe(true);
  ghost.dispose();
  renderer.dispose();
  avatar.dispose();
});
