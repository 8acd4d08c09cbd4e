import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { CameraRig } from './cameraRig.js';

/** Where a point of the stage is drawn, pixels from the upper left. */
function drawnAt(rig: CameraRig, point: Vector3, width: number, height: number): { x: number; y: number } {
  rig.step(1 / 60, { position: new Vector3(), rotation: rig.camera.quaternion });
  rig.camera.updateMatrixWorld();
  const { x, y } = point.clone().project(rig.camera);
  return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
}

test.each([
  [1280, 720, { top: 0, right: 314, bottom: 0 }],
  [390, 760, { top: 56, right: 0, bottom: 426 }],
  [390, 760, { top: 0, right: 0, bottom: 0 }],
  [760, 390, { top: 0, right: 314, bottom: 0 }],
])('in a window of %d x %d the person is whole, in the part that nothing covers', (width, height, covered) => {
  const rig = new CameraRig(document.createElement('canvas'));
  rig.resize(width, height, covered);
  const target = drawnAt(rig, rig.controls.target, width, height);
  expect(target.x).toBeCloseTo((width - covered.right) / 2, 3);
  expect(target.y).toBeCloseTo((covered.top + height - covered.bottom) / 2, 3);
  for (const [x, y, z] of [
    [0, 1.75, 0],
    [0, 0, 0],
    [-0.4, 0.9, 0],
    [0.4, 0.9, 0],
  ]) {
    const at = drawnAt(rig, new Vector3(x, y, z), width, height);
    expect(at.x).toBeGreaterThan(0);
    expect(at.x).toBeLessThan(width - covered.right);
    expect(at.y).toBeGreaterThan(covered.top);
    expect(at.y).toBeLessThan(height - covered.bottom);
  }
  rig.dispose();
});
