import { createVec3 } from '@leib/core';
import { boxGround, createGroundHit, createSphereContact, defaultPlayerSettings } from '@leib/embody';
import { BoxGeometry, Group, Mesh, PlaneGeometry } from 'three';
import { expect, test } from 'vitest';
import { createSceneGround } from './sceneGround.js';

const hit = createGroundHit();
const contact = createSphereContact();

/** A table of 1 x 0.8 x 2 m at x = 1..2, and a slope that rises by half a metre per metre from z = 3 on. */
function scene(): Group {
  const root = new Group();
  const table = new Mesh(new BoxGeometry(1, 0.8, 2));
  table.position.set(1.5, 0.4, 0);
  const slope = new Mesh(new PlaneGeometry(2, 2 * Math.hypot(1, 0.5)));
  slope.rotation.x = -Math.PI / 2 - Math.atan(0.5);
  slope.position.set(0, 0.5, 4);
  root.add(table, slope);
  return root;
}

const ground = createSceneGround(scene());

test('a scene of boxes is the same ground as boxes given as numbers', () => {
  const boxes = boxGround([{ min: [1, 0, -1], max: [2, 0.8, 1] }]);
  const expected = createGroundHit();
  const expectedContact = createSphereContact();
  for (let i = 0; i < 400; i++) {
    // A walk that meets everything, without chance.
    const x = 1.5 + 1.2 * Math.sin(i * 1.7);
    const z = 1.4 * Math.sin(i * 2.3);
    const belowY = 0.45 + 0.6 * Math.sin(i * 0.9);
    expect(ground.query(x, z, belowY, hit)).toBe(boxes.query(x, z, belowY, expected));
    expect(hit.height).toBeCloseTo(expected.height, 6);
    const sphere = { centre: createVec3(x, 0.2, z), radius: 0.2, stepY: 0.35 };
    const isIn = x > 1 && x < 2 && z > -1 && z < 1;
    if (isIn) continue;
    expect(ground.sphereContact?.(sphere, contact)).toBe(boxes.sphereContact?.(sphere, expectedContact));
    expect(contact.depth).toBeCloseTo(expectedContact.depth, 6);
  }
});

test('a slope has the height and the normal of its surface', () => {
  expect(ground.query(0, 4.4, 2, hit)).toBe(true);
  expect(hit.height).toBeCloseTo(0.7, 5);
  expect(hit.normal[1]).toBeCloseTo(1 / Math.hypot(1, 0.5), 5);
  expect(hit.normal[2]).toBeCloseTo(-0.5 / Math.hypot(1, 0.5), 5);
});

test('a low obstacle is stepped upon, one behind the back pushes out', () => {
  const radius = defaultPlayerSettings.sphereRadius;
  expect(ground.sphereContact?.({ centre: createVec3(0.9, 0.2, 0), radius, stepY: 0.9 }, contact)).toBe(false);
  expect(ground.sphereContact?.({ centre: createVec3(1.05, 0.2, 0), radius, stepY: 0.35 }, contact)).toBe(true);
  expect(contact.normal[0]).toBeCloseTo(-1, 6);
  expect(contact.depth).toBeCloseTo(0.25, 6);
});

test('a wall that is thinner than the sphere pushes back to the side from which one comes', () => {
  const wall = new Mesh(new BoxGeometry(0.1, 2, 4));
  wall.position.set(2, 1, 0);
  const thin = createSceneGround(wall);
  for (const way of [1, -1]) {
    const centre = createVec3(2 - way * 0.1, 0.3, 0);
    expect(thin.sphereContact?.({ centre, radius: 0.3, stepY: 0.35 }, contact)).toBe(true);
    expect(contact.normal[0]).toBeCloseTo(-way, 6);
    expect(contact.depth).toBeCloseTo(0.25, 6);
  }
});

test('a scene without a mesh is what lies below; without that there is nothing', () => {
  expect(createSceneGround(new Group()).query(0, 0, 1, hit)).toBe(true);
  expect(hit.height).toBe(0);
  const nothing = createSceneGround(scene(), { below: null });
  expect(nothing.query(5, 5, 1, hit)).toBe(false);
  expect(nothing.query(1.5, 0, 1, hit)).toBe(true);
  expect(hit.height).toBeCloseTo(0.8, 6);
});
