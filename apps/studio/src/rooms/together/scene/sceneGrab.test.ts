import { replayedId } from '@leib/together';
import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { SceneGrab } from './sceneGrab.js';
import type { ScenePlace, SceneThing } from './sceneThing.js';

const start: ScenePlace = { x: 0.5, y: 0.1, z: -2, turn: 0.3, scale: 2 };

/** A thing two metres ahead that a ray meets wherever it is level with its pedestal's top, and a hand that points at it. */
function room(id = 't1') {
  let isThere = true;
  let thing: SceneThing = { id, kind: 'model', name: 'Vase', origin: { kind: 'example' }, place: start };
  const told: { change: Partial<ScenePlace>; gesture: string }[] = [];
  let held: ScenePlace | null = null;
  const scene = {
    get shown() {
      return isThere ? [{ thing, item: null, problem: null }] : [];
    },
    pick: (origin: Vector3, direction: Vector3) => {
      const point = origin.clone().addScaledVector(direction, -origin.y / direction.y);
      return direction.y < 0 && point.distanceTo(new Vector3(0, 0, -2)) < 1.5
        ? { point, normal: null, thingId: id }
        : null;
    },
    hold: (_id: string, place: ScenePlace | null) => {
      held = place;
    },
  };
  const grab = new SceneGrab(scene, (_thing, change, gesture) => {
    told.push({ change, gesture });
    thing = { ...thing, place: { ...thing.place, ...change } };
  });
  const hand = { isTracked: true, isSelecting: false, position: new Vector3(0, 1.2, 0), rotation: new Quaternion() };
  /** Points at a place of the floor, the wrist rolled by so much to the left. */
  const aim = (x: number, z: number, roll = 0) => {
    const way = new Vector3(x, 0, z).sub(hand.position).normalize();
    const yaw = Math.atan2(-way.x, -way.z);
    const pitch = Math.asin(way.y);
    hand.rotation
      .setFromAxisAngle(new Vector3(0, 1, 0), yaw)
      .multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), pitch))
      .multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), roll));
  };
  let seconds = 0;
  const frames = (count: number) => {
    for (let i = 0; i < count; i++) {
      seconds += 1 / 72;
      grab.step(hand, seconds);
    }
  };
  const remove = () => {
    isThere = false;
  };
  return { grab, hand, aim, frames, told, remove, shown: () => held, place: () => thing.place };
}

test('what the ray takes hold of goes along over the floor, in every frame here and seldom for the others, as one gesture', () => {
  const { hand, aim, frames, told, shown, place } = room();
  aim(0, -2);
  frames(1);
  hand.isSelecting = true;
  frames(1);
  for (let i = 1; i <= 72; i++) {
    aim(i / 72, -2 - i / 72);
    frames(1);
    expect(shown()?.x).toBeCloseTo(start.x + i / 72, 5);
  }
  hand.isSelecting = false;
  frames(1);
  expect(shown()).toBeNull();
  expect(place().x).toBeCloseTo(1.5, 5);
  expect(place().z).toBeCloseTo(-3, 5);
  expect(place()).toMatchObject({ y: start.y, scale: start.scale });
  expect(told.length).toBeGreaterThan(5);
  expect(told.length).toBeLessThan(12);
  expect(new Set(told.map(({ gesture }) => gesture)).size).toBe(1);
});

test('a wrist that is rolled turns it where it is held; a little roll turns nothing', () => {
  const { hand, aim, frames, place } = room();
  aim(0, -2);
  frames(1);
  hand.isSelecting = true;
  frames(1);
  aim(0, -2, 0.15);
  frames(1);
  aim(0, -2, 0.6);
  frames(1);
  hand.isSelecting = false;
  frames(1);
  expect(place().turn - start.turn).toBeCloseTo(0.8, 5);
  // What is under the ray stays under it.
  expect(Math.hypot(place().x, place().z + 2)).toBeCloseTo(0.5, 5);
});

test('a trigger that was pulled beside it takes nothing, and a hand that is lost puts it down', () => {
  const { grab, hand, aim, frames, told } = room();
  aim(5, -5);
  hand.isSelecting = true;
  frames(2);
  aim(0, -2);
  frames(2);
  expect(told).toEqual([]);
  expect(grab.ray).not.toBeNull();
  hand.isSelecting = false;
  frames(1);
  hand.isSelecting = true;
  frames(1);
  aim(0.4, -2);
  frames(1);
  hand.isTracked = false;
  frames(1);
  expect(told.at(-1)?.change.x).toBeCloseTo(0.9, 5);
  expect(grab.ray).toBeNull();
});

test('of what somebody removes meanwhile nothing is told any more, and of a recorded room nothing is taken', () => {
  for (const isRecorded of [false, true]) {
    const { hand, aim, frames, told, remove } = room(isRecorded ? replayedId('t1') : 't1');
    aim(0, -2);
    frames(1);
    hand.isSelecting = true;
    frames(1);
    aim(0.4, -2);
    if (!isRecorded) remove();
    frames(30);
    hand.isSelecting = false;
    frames(1);
    expect(told).toEqual([]);
  }
});
