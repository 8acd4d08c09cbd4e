import { createPerson } from '@leib/embody';
import { createScenery, loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry, Scene, WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { Portraits } from './portrait.js';
import { createStageBody } from './stageBody.js';

test('a portrait shows the avatar in the light of the stage, and nothing else of it', async () => {
  const renderer = new WebGLRenderer({ alpha: true });
  renderer.setPixelRatio(1);
  renderer.setSize(200, 200, false);
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  // As most files from elsewhere: shaded, and black without light.
  avatar.root.traverse((child) => {
    if (child instanceof Mesh) child.material = new MeshStandardMaterial({ color: '#c08040', roughness: 1 });
  });
  const scene = new Scene();
  const person = new Group();
  const stage = createScenery({ theme: 'light', shadowSize: 0 });
  const wall = new Mesh(new PlaneGeometry(9, 9), new MeshBasicMaterial({ color: '#00f' }));
  wall.position.z = -2;
  scene.add(new Group().add(stage.root, wall), person.add(avatar.root));
  const body = createStageBody(avatar, createPerson({ avatar }));
  body.avatar.applyPose(body.pose);
  const portraits = new Portraits({ renderer, scene, person });
  const taken = portraits.take(body);
  portraits.step(body, true, 1);
  const image = new Image();
  image.src = (await taken) ?? '';
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const counts = { lit: 0, empty: 0, wall: 0 };
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 20) counts.empty++;
    else if (data[i] > 40 && data[i] > data[i + 2]) counts.lit++;
    else if (data[i + 2] > 100) counts.wall++;
  }
  expect(counts.lit).toBeGreaterThan(500);
  expect(counts.empty).toBeGreaterThan(500);
  expect(counts.wall).toBe(0);
  expect(wall.visible).toBe(true);
  avatar.dispose();
  renderer.dispose();
});
