import { CONTACT_SIZE, type JointDrive, MAX_CONTACTS, type RemotePart } from '@leib/reembody';
import { type InstancedMesh, Matrix4, type Mesh, Quaternion, Ray, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createCollidersView } from './collidersView.js';
import { createContactForcesView } from './contactForcesView.js';
import { createJointArcsView } from './jointArcsView.js';
import { createTorquesView } from './torquesView.js';

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

test.each([
  [0, [0, -0.4, 0.05]],
  [1, [0.3, 0, 0]],
  [2, [0.3, 0.02, 0]],
] as const)(
  'an arc about axis %i reaches from the bone turned to its low end to the bone turned to its high end',
  (axis, bone) => {
    const view = createJointArcsView();
    view.setArcs([{ part: 0, parent: 0, axis, low: -0.5, high: 1.2 }], () => bone);
    const { position } = (view.root.children[0] as Mesh).geometry.attributes;
    for (const [vertex, angle] of [
      [1, -0.5],
      [position.count - 1, 1.2],
    ]) {
      const wanted = new Vector3(...bone).projectOnPlane(axes[axis]).applyAxisAngle(axes[axis], angle);
      expect(new Vector3().fromBufferAttribute(position, vertex).angleTo(wanted)).toBeLessThan(1e-3);
    }
    view.dispose();
  },
);

test('an arc lies at its joint and turns with the part that the joint hangs on', () => {
  const view = createJointArcsView();
  view.setArcs([{ part: 1, parent: 0, axis: 2, low: 0, high: 1 }], () => [1, 0, 0]);
  const turn = new Quaternion().setFromAxisAngle(axes[1], 0.7);
  view.update(Float64Array.of(9, 9, 9, ...turn.toArray(), 1, 2, 3, 0, 0, 0, 1), 0);
  const mesh = view.root.children[0];
  expect(mesh.position.toArray()).toEqual([1, 2, 3]);
  expect(mesh.quaternion.angleTo(turn)).toBeLessThan(1e-6);
  view.dispose();
});

test.each([
  ['low', -0.5],
  ['high', 1.2],
] as const)('a ray through the %s edge of an arc takes it, and tells the angle it is dragged to', (end, edge) => {
  const view = createJointArcsView();
  view.setArcs([{ part: 1, parent: 0, axis: 2, low: -0.5, high: 1.2 }], () => [1, 0, 0]);
  const turn = new Quaternion().setFromAxisAngle(axes[1], 0.3);
  view.update(Float64Array.of(0, 0, 0, ...turn.toArray(), 1, 2, 3, 0, 0, 0, 1), 0);
  const rayAt = (angle: number) => {
    const point = new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(0.1).applyQuaternion(turn);
    return new Ray(point.add(new Vector3(1, 2, 8)), new Vector3(0, 0, -1));
  };
  expect(view.pick(rayAt(edge))).toMatchObject({ end, arc: { part: 1, axis: 2 } });
  expect(view.pick(rayAt(0.35))).toBeNull();
  for (const angle of [-1, 0.2, 2]) expect(view.angleAt(rayAt(angle), 1, 2)).toBeCloseTo(angle, 6);
  expect(view.angleAt(rayAt(0), 0, 2)).toBeNull();
  view.dispose();
});

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
  frame.set([1, 0, 0, 0, 1, 0, 50, 0, 2, 0, 0, 0, 1, 0, 100, 0], 3);
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
