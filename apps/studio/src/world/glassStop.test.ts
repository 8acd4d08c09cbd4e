import { createSphereContact, flatGround } from '@leib/embody';
import { expect, test } from 'vitest';
import { glassAt, groundWithGlass, isBehindGlass, stopAtGlass } from './glassStop.js';

test.each([0, Math.PI / 2, 2.3])('a walk towards the mirror ends before it and slides along it (yaw %d)', (yaw) => {
  const glass = glassAt(yaw, 1.6, 1.6);
  const walker = { x: 0, z: 0 };
  // Ahead at walking speed, a little to the side.
  for (let i = 0; i < 240; i++) {
    walker.x += (Math.sin(yaw) * 1.1 + Math.cos(yaw) * 0.1) / 60;
    walker.z += (Math.cos(yaw) * 1.1 - Math.sin(yaw) * 0.1) / 60;
    stopAtGlass(glass, walker);
  }
  const ahead = walker.x * Math.sin(yaw) + walker.z * Math.cos(yaw);
  expect(ahead).toBeGreaterThan(1.1);
  expect(ahead).toBeLessThan(1.6);
  expect(walker.x * Math.cos(yaw) - walker.z * Math.sin(yaw)).toBeCloseTo(0.4, 2);
  expect(isBehindGlass(glass, walker.x, walker.z)).toBe(false);
});

test('beside the mirror one walks past it, and behind it one stays behind', () => {
  const glass = glassAt(0, 1.6, 1.6);
  const beside = { x: 1.5, z: 1.6 };
  expect(stopAtGlass(glass, beside)).toBe(false);
  const behind = { x: 0, z: 1.7 };
  expect(stopAtGlass(glass, behind)).toBe(true);
  expect(behind.z).toBeGreaterThan(1.7);
  expect(isBehindGlass(glass, 0, 2)).toBe(true);
});

test('people who get about by stick run into the glass while it stands', () => {
  let isThere = true;
  const glass = glassAt(0, 1.6, 1.6);
  const ground = groundWithGlass(
    () => flatGround(),
    () => (isThere ? glass : null),
  );
  const sphere = { centre: [0, 0.5, 1.5] as [number, number, number], radius: 0.3, stepY: 0.4 };
  const contact = createSphereContact();
  expect(ground.sphereContact?.(sphere, contact)).toBe(true);
  expect(contact.normal[2]).toBeCloseTo(-1, 9);
  expect(contact.depth).toBeGreaterThan(0.1);
  isThere = false;
  expect(ground.sphereContact?.(sphere, contact)).toBe(false);
});
