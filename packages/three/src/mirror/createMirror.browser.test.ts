import { ArrayCamera, BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, Vector4 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { disposeTree } from '../disposeTree.js';
import { THIRD_PERSON_LAYER } from '../layers.js';
import { countPixels, createTestRenderer, isGreen, isRed, takePicture } from '../pictures/testing.js';
import { buildTestRig } from '../testing.js';
import { createMirror } from './createMirror.js';

const renderer = createTestRenderer();
let avatar: Avatar;

beforeAll(async () => {
  avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
});
afterAll(() => {
  avatar.dispose();
  renderer.dispose();
});

/** A person at the origin, a mirror 1.5 m in front of it, and eyes that look at the mirror past the person's side. */
function mirrorScene() {
  const scene = new Scene();
  const mirror = createMirror({ width: 1.6, height: 2.2, resolution: 256, samples: 0 });
  mirror.root.position.z = 1.5;
  mirror.root.rotation.y = Math.PI;
  scene.add(mirror.root, avatar.root);
  const camera = new PerspectiveCamera(60, 1, 0.05, 50);
  camera.position.set(-0.9, 1.5, 0.3);
  camera.lookAt(-0.2, 1.2, 1.5);
  return { scene, mirror, camera };
}

describe('the mirror', () => {
  test('shows the person, who is out of the direct view', () => {
    const { scene, mirror, camera } = mirrorScene();
    avatar.setVisibleHead(true);
    const withMirror = takePicture(renderer, scene, camera);
    expect(countPixels(withMirror, isRed)).toBeGreaterThan(300);
    expect(countPixels(withMirror, isGreen)).toBeGreaterThan(50);
    mirror.root.visible = false;
    const without = takePicture(renderer, scene, camera);
    expect(countPixels(without, isRed)).toBe(0);
    mirror.dispose();
  });

  test('a point and its reflection appear where a mirrored camera sees them', () => {
    // A small box in front of the mirror; its virtual image is the box moved behind the mirror plane.
    const { scene, mirror, camera } = mirrorScene();
    avatar.root.visible = false;
    const box = new Mesh(new BoxGeometry(0.3, 0.2, 0.1), new MeshBasicMaterial({ color: '#ff0000' }));
    box.position.set(0.1, 1.1, 0.2);
    scene.add(box);
    const reflected = takePicture(renderer, scene, camera);
    mirror.root.visible = false;
    box.position.z = 3 - 0.2;
    const virtual = takePicture(renderer, scene, camera);
    const [a, b] = [centreOf(reflected), centreOf(virtual)];
    expect(a.count).toBeGreaterThan(60);
    expect(Math.abs(a.x - b.x)).toBeLessThan(1);
    expect(Math.abs(a.y - b.y)).toBeLessThan(1);
    expect(a.count / b.count).toBeGreaterThan(0.8);
    expect(a.count / b.count).toBeLessThan(1.25);
    avatar.root.visible = true;
    disposeTree(box);
    mirror.dispose();
  });

  test('shows the head that its wearer does not see', () => {
    const { scene, mirror, camera } = mirrorScene();
    avatar.setVisibleHead(false);
    expect(countPixels(takePicture(renderer, scene, camera), isGreen)).toBeGreaterThan(50);
    mirror.root.visible = false;
    const spectator = new PerspectiveCamera(60, 1, 0.05, 50);
    spectator.position.set(0, 1.5, 2);
    spectator.lookAt(0, 1.3, 0);
    const headless = takePicture(renderer, scene, spectator);
    expect(countPixels(headless, isGreen)).toBe(0);
    expect(countPixels(headless, isRed)).toBeGreaterThan(300);
    spectator.layers.enable(THIRD_PERSON_LAYER);
    expect(countPixels(takePicture(renderer, scene, spectator), isGreen)).toBeGreaterThan(50);
    avatar.setVisibleHead(true);
    mirror.dispose();
  });

  test('each eye of a stereo camera gets the reflection that it would get alone', () => {
    const { scene, mirror } = mirrorScene();
    const eyes = [-0.032, 0.032].map((offset, side) => {
      const eye = new PerspectiveCamera(60, 0.5, 0.05, 50);
      eye.position.set(-0.9 + offset, 1.5, 0.3);
      eye.lookAt(-0.35 + offset, 1.2, 1.5);
      // A headset's eyes are only matrices.
      eye.updateMatrixWorld();
      eye.matrixAutoUpdate = false;
      return Object.assign(eye, { viewport: new Vector4(side * 80, 0, 80, 160) });
    });
    const head = new ArrayCamera(eyes);
    head.copy(eyes[0], false);
    head.cameras = eyes;
    const both = takePicture(renderer, scene, head);
    renderer.setSize(80, 160, false);
    eyes.forEach((eye, side) => {
      eye.viewport.set(0, 0, 80, 160);
      const alone = takePicture(renderer, scene, eye);
      let different = 0;
      let red = 0;
      for (let y = 0; y < 160; y++) {
        for (let x = 0; x < 80; x++) {
          const r = both.pixels[(y * 160 + side * 80 + x) * 4];
          if (Math.abs(r - alone.pixels[(y * 80 + x) * 4]) > 40) different++;
          if (r > 120) red++;
        }
      }
      expect(red).toBeGreaterThan(200);
      expect(different).toBeLessThan(20);
    });
    renderer.setSize(160, 160, false);
    mirror.dispose();
  });

  test('hides what is behind it, and shows nothing of it', () => {
    const { scene, mirror, camera } = mirrorScene();
    avatar.root.visible = false;
    const behind = new Mesh(new BoxGeometry(0.5, 0.5, 0.1), new MeshBasicMaterial({ color: '#ff0000' }));
    behind.position.set(0.3, 1.2, 1.7);
    scene.add(behind);
    expect(countPixels(takePicture(renderer, scene, camera), isRed)).toBe(0);
    avatar.root.visible = true;
    disposeTree(behind);
    mirror.dispose();
  });

  test('two mirrors face each other without end, and each frame draws each once', () => {
    const { scene, mirror, camera } = mirrorScene();
    const other = createMirror({ width: 1.6, height: 2.2, resolution: 64, samples: 0 });
    other.root.position.z = -1.5;
    scene.add(other.root);
    camera.position.set(-0.6, 1.4, -0.4);
    camera.lookAt(-0.6, 1.4, 1.5);
    let drawn = 0;
    scene.onBeforeRender = () => {
      drawn++;
    };
    takePicture(renderer, scene, camera);
    expect(drawn).toBe(2);
    camera.lookAt(-0.6, 1.4, -1.5);
    takePicture(renderer, scene, camera);
    expect(drawn).toBe(4);
    other.dispose();
    mirror.dispose();
  });

  test('needs no shaders besides those of the picture around it', () => {
    const { scene, mirror, camera } = mirrorScene();
    camera.position.set(-0.9, 1.5, -2);
    camera.lookAt(0, 1.2, 1.5);
    mirror.root.visible = false;
    takePicture(renderer, scene, camera);
    const before = renderer.info.programs?.length ?? 0;
    mirror.root.visible = true;
    takePicture(renderer, scene, camera);
    // Its glass and its frame.
    expect(renderer.info.programs?.length).toBe(before + 2);
    mirror.dispose();
  });

  test('restores the renderer, and sleeps when it is not live', () => {
    const { scene, mirror, camera } = mirrorScene();
    renderer.xr.enabled = true;
    takePicture(renderer, scene, camera);
    expect(renderer.xr.enabled).toBe(true);
    expect(renderer.getRenderTarget()).toBeNull();
    expect(renderer.shadowMap.autoUpdate).toBe(true);
    renderer.xr.enabled = false;
    mirror.isLive = false;
    let drawn = 0;
    scene.onBeforeRender = () => {
      drawn++;
    };
    takePicture(renderer, scene, camera);
    expect(drawn).toBe(1);
    mirror.dispose();
  });
});

function centreOf(picture: ReturnType<typeof takePicture>) {
  let [x, y, count] = [0, 0, 0];
  for (let i = 0; i < picture.width * picture.height; i++) {
    if (!isRed(picture.pixels[i * 4], picture.pixels[i * 4 + 1], picture.pixels[i * 4 + 2])) continue;
    x += i % picture.width;
    y += Math.floor(i / picture.width);
    count++;
  }
  return { x: x / count, y: y / count, count };
}
