import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createJointFrame, type JointFrame, POSE_SIZE, quality, trackedPoints } from '@leib/tracking';
import { expect, test } from 'vitest';
import { standingFrame } from '../testing.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import { createPlayerState, type PlayerState, placePlayer } from './playerState.js';

function randomPlayer(random: () => number): PlayerState {
  const state = createPlayerState();
  placePlayer(state, 10 * random() - 5, 2 * random(), 10 * random() - 5, 8 * random() - 4);
  state.bob = 0.1 * random() - 0.05;
  return state;
}

function randomFrame(random: () => number): JointFrame {
  const frame = createJointFrame();
  for (const poses of [frame.jointPoses, frame.leftHandJoints.poses, frame.rightHandJoints.poses]) {
    for (let at = 0; at < poses.length; at += POSE_SIZE) {
      const rotation = quat.normalize(
        createQuat(),
        quat.set(createQuat(), random() - 0.5, random() - 0.5, random() - 0.5, random() + 0.1),
      );
      poses.set([4 * random() - 2, 2 * random(), 4 * random() - 2, ...rotation], at);
    }
  }
  return frame;
}

const placeOf = (poses: Float64Array, i: number) =>
  createVec3(poses[i * POSE_SIZE], poses[i * POSE_SIZE + 1], poses[i * POSE_SIZE + 2]);
const turnOf = (poses: Float64Array, i: number) => {
  const at = i * POSE_SIZE + 3;
  return quat.set(createQuat(), poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
};

test.each(seeds(20))('everything tracked, fingers too, moves as one rigid thing with its parent (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const player = randomPlayer(random);
  const room = randomFrame(random);
  const world = createJointFrame();
  applyTargetOffset(player, room, world);
  const parent = quat.setAxisAngle(createQuat(), [0, 1, 0], player.offsetYaw);
  for (const [from, to, count] of [
    [room.jointPoses, world.jointPoses, trackedPoints.length],
    [room.leftHandJoints.poses, world.leftHandJoints.poses, 25],
    [room.rightHandJoints.poses, world.rightHandJoints.poses, 25],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const expected = vec3.transformQuat(createVec3(), placeOf(from, i), parent);
      vec3.add(expected, expected, player.offsetWorld);
      expected[1] += player.bob;
      expect(vec3.distance(placeOf(to, i), expected)).toBeLessThan(1e-12);
      const turned = quat.multiply(createQuat(), parent, turnOf(from, i));
      expect(Math.abs(quat.dot(turned, turnOf(to, i)))).toBeCloseTo(1, 12);
    }
  }
});

test('a frame may be carried in place; what is not a pose goes along', () => {
  const random = seededRandom(5);
  const player = randomPlayer(random);
  const room = standingFrame();
  room.timeSeconds = 4.25;
  room.quality[3] = quality.inferred;
  room.leftHandJoints.quality = quality.tracked;
  room.rightController.trigger = 0.7;
  room.leftController.stickY = -0.4;
  const world = createJointFrame();
  applyTargetOffset(player, room, world);
  expect(world.timeSeconds).toBe(4.25);
  expect(world.quality).toEqual(room.quality);
  expect(world.leftHandJoints.quality).toBe(quality.tracked);
  expect(world.rightController).toEqual(room.rightController);
  expect(world.leftController).toEqual(room.leftController);
  applyTargetOffset(player, room, room);
  expect(room).toEqual(world);
});

test.each(seeds(10))('raw poses are carried along with the joints (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const player = randomPlayer(random);
  const room = randomFrame(random);
  room.rawPoses.set(room.jointPoses);
  const world = createJointFrame();
  applyTargetOffset(player, room, world);
  expect(world.rawPoses).toEqual(world.jointPoses);
});
