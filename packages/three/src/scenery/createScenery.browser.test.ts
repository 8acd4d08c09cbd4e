import { BoxGeometry, Mesh, MeshStandardMaterial, PerspectiveCamera, Scene } from 'three';
import { expect, test } from 'vitest';
import { createTestRenderer, type Picture, takePicture } from '../pictures/testing.js';
import { configureRenderer, createScenery } from './createScenery.js';

function brightness({ pixels, width }: Picture, x: number, y: number): number {
  const at = (y * width + x) * 4;
  return (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
}

test('light is light, dark is dark, and the floor takes the shadow of what stands on it', () => {
  const renderer = createTestRenderer(96, 96);
  configureRenderer(renderer);
  const scene = new Scene();
  const stage = createScenery({ theme: 'light', shadowSize: 512 });
  const camera = new PerspectiveCamera(50, 1, 0.1, 50);
  camera.position.set(0, 3, 4);
  camera.lookAt(0, 0.3, 0);
  scene.add(stage.root);
  const empty = takePicture(renderer, scene, camera);
  expect(brightness(empty, 48, 94)).toBeGreaterThan(190);

  const box = new Mesh(new BoxGeometry(0.6, 1.2, 0.6), new MeshStandardMaterial());
  box.position.y = 0.6;
  box.castShadow = true;
  scene.add(box);
  const shaded = takePicture(renderer, scene, camera);
  let darkened = 0;
  for (let i = 0; i < 96 * 96; i++) if (empty.pixels[i * 4] - shaded.pixels[i * 4] > 25) darkened++;
  expect(darkened).toBeGreaterThan(60);

  stage.setTheme('dark');
  const dark = takePicture(renderer, scene, camera);
  expect(brightness(dark, 48, 94)).toBeLessThan(40);
  expect(brightness(dark, 10, 30)).toBeLessThan(70);
  stage.dispose();
  box.geometry.dispose();
  box.material.dispose();
  renderer.dispose();
});
