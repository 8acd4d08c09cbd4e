import { createPose } from '@leib/core';
import { buildSwingCone } from '@leib/core/solvers';
import { createJointFrame, quality } from '@leib/tracking';
import {
  DataTexture,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
} from 'three';
import { expect, test } from 'vitest';
import { loadAvatar } from './avatar/loadAvatar.js';
import { disposeTree } from './disposeTree.js';
import { createMirror } from './mirror/createMirror.js';
import { configureRenderer, createScenery } from './scenery/createScenery.js';
import { buildTestRig, createTestRenderer } from './testing.js';
import { createConeView } from './views/armConesView.js';
import { createHandsView } from './views/handsView.js';
import { createSkeletonView } from './views/skeletonView.js';
import { createTargetsView } from './views/trackersView.js';

test('a room full of everything leaves nothing on the GPU', async () => {
  const renderer = createTestRenderer(64, 64);
  configureRenderer(renderer);
  const scene = new Scene();
  const camera = new PerspectiveCamera(70, 1, 0.05, 50);
  camera.position.set(0.5, 1.5, -3);
  camera.lookAt(0, 1, 1);
  // three.js keeps one table for all physical materials, made with the first of them.
  const first = new Mesh(new PlaneGeometry(), new MeshStandardMaterial());
  scene.add(first);
  renderer.render(scene, camera);
  disposeTree(first);
  const before = { ...renderer.info.memory };

  for (let round = 0; round < 2; round++) {
    const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', hasSpring: true }));
    const stage = createScenery({ theme: round === 0 ? 'light' : 'dark', shadowSize: 256 });
    const mirror = createMirror({ width: 1, height: 2, resolution: 64 });
    mirror.root.position.z = 1.5;
    mirror.root.rotation.y = Math.PI;
    const frame = createJointFrame();
    frame.quality.fill(quality.tracked);
    frame.lostSeconds.fill(0);
    frame.leftHandJoints.quality = quality.tracked;
    const hands = createHandsView();
    const targets = createTargetsView();
    const bones = createSkeletonView(avatar.skeleton, { xray: true });
    const cone = createConeView(0.2, 'red');
    cone.setCone(buildSwingCone({ minusX: 0.5, plusX: 1, minusY: 0.7, plusY: 2 }));
    hands.update(frame);
    targets.update(frame);
    bones.update(createPose(avatar.skeleton));
    const parts = [avatar, stage, mirror, hands, targets, bones, cone];
    for (const part of parts) scene.add(part.root);
    renderer.render(scene, camera);
    expect(renderer.info.memory.geometries).toBeGreaterThan(before.geometries + 10);
    expect(renderer.info.memory.textures).toBeGreaterThan(before.textures + 2);
    for (const part of parts) part.dispose();
    expect(scene.children).toHaveLength(0);
    renderer.render(scene, camera);
    expect(renderer.info.memory.geometries).toBe(before.geometries);
    expect(renderer.info.memory.textures).toBe(before.textures);
  }
  // The shadow map keeps its own two depth materials.
  expect(renderer.info.programs?.length).toBeLessThanOrEqual(2);
  renderer.dispose();
});

test('textures go with the materials that hold them, in fields and in uniforms', () => {
  const renderer = createTestRenderer(16, 16);
  const scene = new Scene();
  const camera = new PerspectiveCamera();
  camera.position.z = 2;
  const picture = () => {
    const texture = new DataTexture(new Uint8Array([255, 0, 0, 255]), 1, 1);
    texture.needsUpdate = true;
    return texture;
  };
  const plain = new Mesh(new PlaneGeometry(), new MeshBasicMaterial({ map: picture() }));
  const shader = new ShaderMaterial({
    uniforms: { image: { value: picture() } },
    vertexShader: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: 'uniform sampler2D image; void main() { gl_FragColor = texture2D(image, vec2(0.5)); }',
  });
  plain.add(new Mesh(new PlaneGeometry(), shader));
  scene.add(plain);
  const before = renderer.info.memory.textures;
  renderer.render(scene, camera);
  expect(renderer.info.memory.textures).toBe(before + 2);
  disposeTree(plain);
  expect(renderer.info.memory.textures).toBe(before);
  expect(plain.parent).toBeNull();
  renderer.dispose();
});
