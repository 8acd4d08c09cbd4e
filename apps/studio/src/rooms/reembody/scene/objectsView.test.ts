import { defaultRoom, OBJECT_SIZE, type WorldObject } from '@leib/reembody';
import { Mesh, type MeshStandardMaterial, type Object3D, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createObjectsView, type ObjectsView } from './objectsView.js';

const numberOf = (name: string) => defaultRoom.findIndex((object) => object.name === name);

/** A frame in which everything is where it was put, but for what is said. */
function frameWith(name: string, place: readonly number[]): Float64Array {
  const frame = new Float64Array(3 + defaultRoom.length * OBJECT_SIZE);
  for (const [i, object] of defaultRoom.entries()) {
    const position = 'position' in object ? object.position : [0, 0, 0];
    frame.set([...position, 0, 0, 0, 1, 0], 3 + i * OBJECT_SIZE);
  }
  frame.set(place, 3 + numberOf(name) * OBJECT_SIZE);
  return frame;
}
function materialOf(view: ObjectsView, name: string): MeshStandardMaterial {
  let found: Object3D | undefined;
  view.root.getObjectByName(name)?.traverse((node) => {
    if (node instanceof Mesh) found = node;
  });
  return (found as Mesh).material as MeshStandardMaterial;
}

test('a button lights up when it is pressed beyond half of its way, and goes out again', () => {
  const view = createObjectsView(defaultRoom);
  const button = defaultRoom[numberOf('button')] as WorldObject & { kind: 'button' };
  const [x, y, z] = button.position;
  const pressed = (depth: number) => {
    view.update(frameWith('button', [x, y - depth, z, 0, 0, 0, 1, depth]), 3);
    return materialOf(view, 'button').emissive.getHex() !== 0;
  };
  expect(pressed(0)).toBe(false);
  expect(pressed(button.travel * 0.6)).toBe(true);
  expect(pressed(button.travel * 0.4)).toBe(false);
  view.dispose();
});

test('what a hand can take glows, what it holds glows otherwise, and both end', () => {
  const view = createObjectsView(defaultRoom);
  const glow = () => materialOf(view, 'ball').emissive.getHex();
  view.mark(numberOf('ball'), 'near');
  const near = glow();
  view.mark(numberOf('ball'), 'held');
  expect(new Set([0, near, glow()]).size).toBe(3);
  expect(materialOf(view, 'crate1').emissive.getHex()).toBe(0);
  view.clearMarks();
  expect(glow()).toBe(0);
  view.dispose();
});

test('a ray finds the thing that it meets first, where it is now', () => {
  const view = createObjectsView(defaultRoom);
  view.update(frameWith('ball', [3, 1, 0, 0, 0, 0, 1, 0]), 3);
  view.root.updateMatrixWorld(true);
  const hit = view.pick(new Raycaster(new Vector3(3, 1, -5), new Vector3(0, 0, 1)));
  expect(hit?.object).toBe(numberOf('ball'));
  // What was taken hold of stays there, wherever the thing goes.
  const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
  view.update(frameWith('ball', [5, 2, 1, ...turn, 0]), 3);
  const now = view.pointOf(hit?.object ?? 0, hit?.pointLocal ?? new Vector3(), new Vector3());
  expect(now.distanceTo(new Vector3(5 - 0.11, 2, 1))).toBeLessThan(2e-3);
  expect(view.pick(new Raycaster(new Vector3(9, 1, -5), new Vector3(0, 0, 1)))).toBeNull();
  view.dispose();
});
