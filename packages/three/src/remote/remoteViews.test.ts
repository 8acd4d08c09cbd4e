import { CONTACT_SIZE, type JointDrive, MAX_CONTACTS, type RemotePart } from '@leib/reembody';
import { type InstancedMesh, Matrix4, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createCollidersView } from './collidersView.js';
import { createContactForcesView, createTorquesView } from './torquesView.js';

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

const cube = Float64Array.of(-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1).map((value) => value * 0.1);
const parts = [
  { bone: 'hips', simple: [{ kind: 'box', centre: [0, 0, 0], half: [0.1, 0.1, 0.1] }], exact: [] },
  {
    bone: 'head',
    simple: [{ kind: 'capsule', from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05 }],
    exact: [{ kind: 'convex', vertices: cube, triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3) }],
  },
] as unknown as RemotePart[];

test.each(['simple', 'exact'] as const)(
  'a ray finds the part whose %s shape it meets, where the part is now',
  (set) => {
    const view = createCollidersView();
    view.setParts(parts, ({ bone }) => (bone === 'head' ? set : 'none'));
    view.update(Float64Array.of(0, 0, 0, 0, 0, 0, 1, 5, 1, 0, 0, 0, 0, 1), 0);
    view.root.updateMatrixWorld(true);
    const hit = view.pick(new Raycaster(new Vector3(5, 1, -3), axes[2]));
    expect(hit?.part).toBe(1);
    expect(hit?.distance).toBeGreaterThan(2.8);
    expect(view.pick(new Raycaster(new Vector3(0, 0, -3), axes[2]))).toBeNull();
    view.dispose();
  },
);

test('the long side of a capsule lies along its bone', () => {
  const view = createCollidersView();
  view.setParts(parts, () => 'simple');
  view.root.updateMatrixWorld(true);
  const down = new Vector3(0, -1, 0);
  expect(view.pick(new Raycaster(new Vector3(0.38, 1, 0), down))?.part).toBe(1);
  expect(view.pick(new Raycaster(new Vector3(0.2, 1, 0.2), down))).toBeNull();
  view.dispose();
});

test('contacts that are no more are hidden, and a stronger one has a longer bar', () => {
  const view = createContactForcesView();
  const frame = new Float64Array(3 + MAX_CONTACTS * CONTACT_SIZE);
  frame.set([1, 0, 0, 0, 1, 0, 50], 3);
  frame.set([2, 0, 0, 0, 1, 0, 100], 3 + CONTACT_SIZE);
  view.update(frame, 3, 2);
  const bars = view.root.children[1] as InstancedMesh;
  const length = (i: number) => {
    const matrix = new Matrix4();
    bars.getMatrixAt(i, matrix);
    return new Vector3().setFromMatrixColumn(matrix, 1).length();
  };
  expect(length(1)).toBeCloseTo(2 * length(0), 6);
  expect(length(0)).toBeGreaterThan(0);
  view.update(frame, 3, 1);
  expect(length(1)).toBe(0);
  view.dispose();
});

test('a joint that gives half of its torque is drawn with half the volume, one at rest not at all', () => {
  const view = createTorquesView();
  const drive = (part: number, firstSpeed: number) =>
    ({ part, firstSpeed, speedCount: 2, maxTorque: Float64Array.of(10, 40) }) as JointDrive;
  const places = [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1, 4, 5, 6, 0, 0, 0, 1];
  const frame = Float64Array.of(...places, 10, 1, -2, 20, 0, 0);
  view.update([drive(0, 0), drive(1, 2), drive(2, 4)], frame, 0, 21);
  const balls = view.root.children[0] as InstancedMesh;
  const ball = (i: number) => {
    const matrix = new Matrix4();
    balls.getMatrixAt(i, matrix);
    return { size: matrix.elements[0], at: new Vector3().setFromMatrixPosition(matrix).toArray() };
  };
  expect(ball(1).at).toEqual([1, 2, 3]);
  expect((ball(1).size / ball(0).size) ** 3).toBeCloseTo(0.5, 5);
  expect(ball(2).size).toBe(0);
  view.dispose();
});
