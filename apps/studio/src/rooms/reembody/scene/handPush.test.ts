import { inputAt, PUSH_BODY, PUSH_NOTHING, PUSH_OBJECT, type WorldObject } from '@leib/reembody';
import { Mesh, MeshBasicMaterial, type Raycaster, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Wearer } from '../../../world/wearer.js';
import type { World } from '../../../world/world.js';
import { HandPush } from './handPush.js';
import { PushHold } from './pushHold.js';

const FRAME = 1 / 60;
/** Parts of the body: its chest, and the hand that is around the pointing one. */
const [CHEST, OWN_HAND] = [0, 1];
const BALL: WorldObject = { name: 'ball', shape: 'sphere', radius: 0.1, mass: 0.5, position: [1, 1.2, -1.5] } as never;

function sphere(x: number, y: number, z: number, radius: number): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius), new MeshBasicMaterial());
  mesh.position.set(x, y, z);
  mesh.updateMatrixWorld();
  return mesh;
}

/** A body 1.5 m before the pointing hand at (0, 1.2, 0), and a ball beside it. */
function openRoom() {
  const parts = [sphere(0, 1.2, -1.5, 0.2), sphere(0, 1.2, -0.12, 0.05)];
  const ball = sphere(1, 1.2, -1.5, 0.1);
  const nearest = (ray: Raycaster, meshes: readonly Mesh[]) => ray.intersectObjects([...meshes])[0];
  const hold = new PushHold({
    colliders: {
      pick: (ray) => {
        const hit = nearest(ray, parts);
        return hit ? { part: parts.indexOf(hit.object as Mesh), point: hit.point, distance: hit.distance } : null;
      },
    },
    things: {
      pick: (ray) => {
        const hit = nearest(ray, [ball]);
        return hit
          ? { object: 0, point: hit.point, pointLocal: ball.worldToLocal(hit.point.clone()), distance: hit.distance }
          : null;
      },
      pointOf: (_object, pointLocal, out) => ball.localToWorld(out.copy(pointLocal)),
    },
    objects: () => [BALL],
    scale: () => 1,
  });
  const wearer = new Wearer();
  const xr = { isPresenting: true };
  const busy = { left: false, right: false };
  const hands = new HandPush({ renderer: { xr }, wearer } as unknown as World, hold, {
    isOwnArm: (part, side) => part === OWN_HAND && side === 'right',
    isBusy: (side) => busy[side],
  });
  const input = new Float64Array(64);
  const { right } = wearer.pointers;
  right.isTracked = true;
  right.position.set(0, 1.2, 0);
  /** A frame with the trigger pulled or not, and what is pushed in it. */
  const frame = (isSelecting: boolean) => {
    right.isSelecting = isSelecting;
    hands.step();
    hold.write(input, FRAME);
    const force = [...input.subarray(inputAt.pushForce, inputAt.pushForce + 3)];
    return { kind: input[inputAt.pushKind], number: input[inputAt.pushNumber], force };
  };
  return { hold, hands, wearer, xr, busy, right, frame };
}

test('the trigger takes the body that the ray points at, through the own hand, and pushes it as the hand moves', () => {
  const { frame, right, hands } = openRoom();
  frame(false);
  expect(hands.hands.right.look).toBe('near');
  expect(frame(true)).toMatchObject({ kind: PUSH_BODY, number: CHEST, force: [0, 0, 0] });
  expect(hands.hands.right.look).toBe('held');
  right.position.x += 0.2;
  const { force } = frame(true);
  expect(force[0]).toBeCloseTo(80, 6);
  expect([force[1], force[2]].map(Math.abs)).toEqual([0, 0]);
  // Strongest is strongest.
  right.position.x += 5;
  expect(frame(true).force[0]).toBeCloseTo(150, 6);
  expect(frame(false).kind).toBe(PUSH_NOTHING);
});

test('a hand that turns pushes what is far away sideways', () => {
  const { frame, right } = openRoom();
  frame(true);
  right.rotation.setFromAxisAngle(new Vector3(0, 1, 0), 0.1);
  expect(frame(true).force[0]).toBeLessThan(-40);
});

test('pressed without moving it taps: a short push the way the ray goes', () => {
  const { frame, hold } = openRoom();
  frame(true);
  frame(true);
  let frames = 0;
  for (let i = 0; i < 30; i++) {
    const { kind, force } = frame(false);
    if (kind !== PUSH_BODY) continue;
    frames++;
    expect(force[2]).toBeCloseTo(-hold.strongest, 6);
  }
  expect(frames).toBeGreaterThan(4);
  expect(frames).toBeLessThan(12);
});

test('a thing that the ray points at is carried and pulled', () => {
  const { frame, right } = openRoom();
  right.position.x = 1;
  expect(frame(true)).toMatchObject({ kind: PUSH_OBJECT, number: 0 });
  right.position.y += 0.1;
  expect(frame(true).force[1]).toBeGreaterThan(0.5 * 9.81);
});

test('nothing is pushed outside of virtual reality, by a hand that is not seen, is busy, or beside everything', () => {
  const { frame, xr, busy, right } = openRoom();
  xr.isPresenting = false;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
  xr.isPresenting = true;
  frame(false);
  busy.right = true;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
  busy.right = false;
  frame(false);
  right.position.x = -3;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
  // Pressed before: nothing is taken when the ray comes over the body.
  right.position.x = 0;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
  frame(false);
  right.isTracked = false;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
});

test('one hand at a time; leaving virtual reality lets go without a tap', () => {
  const { frame, wearer, xr } = openRoom();
  Object.assign(wearer.pointers.left, { isTracked: true, isSelecting: false });
  wearer.pointers.left.position.set(1, 1.2, 0);
  frame(true);
  wearer.pointers.left.isSelecting = true;
  expect(frame(true)).toMatchObject({ kind: PUSH_BODY, number: CHEST });
  xr.isPresenting = false;
  expect(frame(true).kind).toBe(PUSH_NOTHING);
});
