import { type InstancedMesh, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createJointPointsView } from './jointPointsView.js';
import { bodyLook, createRigidBodiesView } from './rigidBodiesView.js';

function matrixOf(root: { getObjectByName(name: string): unknown }, name: string, instance: number): Matrix4 {
  const matrix = new Matrix4();
  (root.getObjectByName(name) as InstancedMesh).getMatrixAt(instance, matrix);
  return matrix;
}

test('a lost body is drawn hollow where it was seen last, and without axes', () => {
  const view = createRigidBodiesView();
  const poses = Float64Array.of(0.1, 1, 0.2, 0, 0, 0, 1, -0.5, 0.4, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2);
  const isDrawn = (name: string, body: number) => matrixOf(view.root, name, body).determinant() > 0;
  view.update(poses, [bodyLook.seen, bodyLook.lost], 2);
  expect([isDrawn('rigid bodies', 0), isDrawn('lost bodies', 0), isDrawn('axes of bodies', 0)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isDrawn('rigid bodies', 1), isDrawn('lost bodies', 1), isDrawn('axes of bodies', 1)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(new Vector3().setFromMatrixPosition(matrixOf(view.root, 'lost bodies', 1)).toArray()).toEqual([
    -0.5,
    expect.closeTo(0.4),
    0,
  ]);
  view.update(poses, [bodyLook.seen], 1);
  expect(isDrawn('lost bodies', 1)).toBe(false);
  view.dispose();
});

test('an offset goes from its body to its joint', () => {
  const view = createJointPointsView();
  view.update({ count: 1, ends: Float64Array.of(0, 1, 0, 0.2, 1.1, -0.1), isGuessed: Uint8Array.of(0) });
  const rod = matrixOf(view.root, 'offsets', 0);
  const from = new Vector3(0, 0, 0).applyMatrix4(rod);
  const to = new Vector3(0, 1, 0).applyMatrix4(rod);
  expect(from.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
  expect(to.distanceTo(new Vector3(0.2, 1.1, -0.1))).toBeLessThan(1e-6);
  const ball = new Vector3().setFromMatrixPosition(matrixOf(view.root, 'joints', 0));
  expect(ball.distanceTo(new Vector3(0.2, 1.1, -0.1))).toBeLessThan(1e-6);
  view.dispose();
});
