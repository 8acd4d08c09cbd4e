import { createVec3 } from '@leib/core';
import { createGroundHit } from '@leib/embody';
import { defaultRoom, type WorldObject } from '@leib/reembody';
import { expect, test } from 'vitest';
import { hasSteps, newThing, turnedBox } from '../settings/roomThings.js';
import { buildThingsGround } from './thingsGround.js';

const floor: WorldObject = { kind: 'floor', name: 'floor', height: 0 };
const hit = createGroundHit();

function heightAt(things: readonly WorldObject[], x: number, z: number, metres = 1): number {
  expect(buildThingsGround(things, () => metres).query(x, z, 5, hit)).toBe(true);
  return hit.height;
}

test('boxes that stand fast are ground where they are; what can be moved is not', () => {
  const step: WorldObject = { kind: 'box', name: 'a', size: [0.8, 0.2, 0.4], position: [1, 0.1, 2], mass: null };
  const loose: WorldObject = { ...step, name: 'b', position: [-1, 0.1, 2], mass: 3 };
  const things = [floor, step, loose];
  expect(heightAt(things, 1.3, 2.1)).toBeCloseTo(0.2, 6);
  expect(heightAt(things, 1.5, 2.1)).toBe(0);
  expect(heightAt(things, -1, 2)).toBe(0);
  // A person who is drawn at half their size: their two metres are one of the world's.
  expect(heightAt(things, 0.6, 1.05, 0.5)).toBeCloseTo(0.1, 6);
  expect(heightAt([{ ...floor, height: -0.3 }], 0, 0)).toBe(-0.3);
});

test('a new ramp is a slope that begins at the floor, however it is turned', () => {
  const ramp = newThing('ramp', []);
  if (ramp.kind !== 'box') throw new Error('expected a box');
  const [x, , z] = ramp.position;
  const things = [floor, ramp];
  const heights = Array.from({ length: 21 }, (_, i) => heightAt(things, x, z + (i - 10) * 0.1));
  expect(Math.min(...heights)).toBe(0);
  expect(Math.max(...heights)).toBeGreaterThan(0.2);
  expect(Math.max(...heights)).toBeLessThan(0.45);
  heightAt(things, x, z);
  expect(hit.normal[1]).toBeLessThan(0.99);
  const turned = turnedBox(ramp, { turn: Math.PI / 2, tilt: 0.3 });
  heightAt([floor, turned], x, z);
  expect(Math.abs(hit.normal[0])).toBeGreaterThan(0.2);
  expect(Math.abs(hit.normal[2])).toBeLessThan(1e-6);
  // Feet of ramps and steps are low, tables are not: in the room as it is at first people walk where they are tracked.
  const climbs = (...added: readonly WorldObject[]) => hasSteps([...defaultRoom, ...added]);
  expect(climbs()).toBe(false);
  const onFloor = (height: number) => hasSteps([{ ...floor, height }]);
  expect([onFloor(0), onFloor(0.3), onFloor(-0.2)]).toEqual([false, true, true]);
  expect([climbs(ramp), climbs(newThing('step', defaultRoom)), climbs(turned)]).toEqual([true, true, true]);
});

test('a table stops the sphere of a person whom the stick carries', () => {
  const ground = buildThingsGround(defaultRoom, () => 1);
  const contact = { depth: 0, normal: createVec3() };
  const touches = (z: number) =>
    ground.sphereContact?.({ centre: createVec3(0, 0.9, z), radius: 0.2, stepY: 0.35 }, contact);
  expect(touches(0.75 - 0.25 - 0.1)).toBe(true);
  expect(contact.normal[2]).toBeCloseTo(-1, 3);
  expect(touches(0)).toBe(false);
});
