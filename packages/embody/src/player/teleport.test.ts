import { createVec3 } from '@leib/core';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { boxGround } from '../ground/boxGround.js';
import { heightGround } from '../ground/ground.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import { createPlayerState, defaultPlayerSettings } from './playerState.js';
import { stepPlayer } from './stepPlayer.js';
import { carryHeadTo, createLanding, findLanding } from './teleport.js';

const ground = boxGround([{ min: [-1, 0, 2], max: [1, 0.4, 3] }]);

test('a throw comes down where a stone would', () => {
  const landing = createLanding();
  expect(findLanding(ground, [3, 1.2, 0], [0, 2, 5], 9.81, landing)).toBe(true);
  const flight = (2 + Math.sqrt(2 * 2 + 2 * 9.81 * 1.2)) / 9.81;
  // It ends on the frame after the ground was met: at most a stride farther.
  expect(landing.pointWorld[2]).toBeGreaterThan(5 * flight - 0.01);
  expect(landing.pointWorld[2]).toBeLessThan(5 * flight + 0.11);
  expect(landing.pointWorld[1]).toBe(0);
  expect([...landing.way.subarray(0, 3)]).toEqual([3, 1.2, 0]);
  expect(landing.way[landing.wayCount * 3 - 2]).toBe(0);
});

test('a look meets the top of a box before the floor behind it, and never the sky', () => {
  const landing = createLanding();
  expect(findLanding(ground, [0, 1.4, 1.4], [0, -1, 1], 0, landing)).toBe(true);
  expect(landing.pointWorld[1]).toBe(0.4);
  expect(findLanding(ground, [0, 1.6, 0], [0, 0.2, 1], 0, landing)).toBe(false);
});

test('a slope that is too steep to stand on is not landed on', () => {
  const steep = heightGround((_, z) => 2 * Math.max(0, z - 1));
  expect(findLanding(steep, [0, 1.5, 0], [0, 0, 6], 9.81, createLanding())).toBe(false);
});

test('the head is carried over the point, whatever way the room is turned, and stands there', () => {
  const room = createJointFrame();
  room.quality[pointNumber.head] = quality.tracked;
  room.jointPoses.set([0.4, 1.6, -0.7, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
  const player = createPlayerState();
  player.offsetYaw = 0.8;
  carryHeadTo(player, room, createVec3(0.2, 0.4, 2.5));
  stepPlayer(defaultPlayerSettings, player, room, ground, 1 / 60);
  const world = createJointFrame();
  applyTargetOffset(player, room, world);
  const head = world.jointPoses.subarray(pointNumber.head * POSE_SIZE);
  expect(head[0]).toBeCloseTo(0.2, 6);
  expect(head[1]).toBeCloseTo(2, 6);
  expect(head[2]).toBeCloseTo(2.5, 6);
  expect(world.teleportCount).toBeGreaterThan(room.teleportCount);
});
