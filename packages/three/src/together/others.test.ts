import {
  createPose,
  createQuat,
  jointOfBone,
  poseTrackSpec,
  quat,
  recordingOf,
  type Skeleton,
  type Track,
  updateWorldPose,
  valuesOfPose,
} from '@leib/core';
import { RoomReplay, writeFileBody } from '@leib/together';
import { Group } from 'three';
import { expect, test } from 'vitest';
import { loadAvatar } from '../avatar/loadAvatar.js';
import { buildTestRig } from '../testing.js';
import { Others } from './others.js';

const hash = 'ab'.repeat(32);
const file = new Uint8Array(buildTestRig({ format: 'gltf', names: 'mixamo' }));

/** The right arm straight ahead, of somebody who stands at a place. */
function reaching(skeleton: Skeleton, [x, z]: readonly [number, number], isTurned: boolean) {
  const pose = createPose(skeleton);
  pose.rootPosition[0] += x;
  pose.rootPosition[2] += z;
  if (isTurned) pose.localRotations.set(quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI), 0);
  const arm = jointOfBone(skeleton, 'rightUpperArm') * 4;
  pose.localRotations.set(quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI / 2), arm);
  updateWorldPose(skeleton, pose);
  return pose;
}

test('whoever holds a hand out to somebody of a recorded room sees the hands meet, in an app of their own', async () => {
  const { skeleton } = await loadAvatar(file.slice().buffer);
  const mine = reaching(skeleton, [0, 0], false);
  const hand = jointOfBone(skeleton, 'rightHand') * 3;
  const [x, , z] = mine.worldPositions.subarray(hand, hand + 3);
  const theirs = valuesOfPose(reaching(skeleton, [2 * x, 2 * z + 0.25], true));
  const { about, ...spec } = poseTrackSpec('Ada', skeleton, 1);
  const track: Track = {
    ...{ ...spec, about: { ...about, actor: 'p1' }, momentCount: 1, times: Float64Array.of(0) },
    channels: {
      root: { kind: 'line', count: 3, values: Float64Array.from(theirs.root) },
      joints: { kind: 'rotation', count: skeleton.jointCount, values: Float64Array.from(theirs.joints) },
    },
  };
  const body = writeFileBody({ hash, bones: {}, skeleton: null });
  const ada = { kind: 'remote', source: { kind: 'network', person: 0 }, body, settings: { name: 'Ada' } };
  const documents = [{ seconds: 0, doc: { format: 'leib-stage/1', actors: { p1: ada } } }];
  const replay = new RoomReplay(recordingOf([track], { documents, files: new Map([[hash, file]]) }));
  const scene = new Group();
  const others = new Others(replay, { scene, standIn: 'none.vrm', onProblem() {} });
  const person = { skeleton, pose: mine, scales: { shown: 1, wearer: 1, eyes: 1 } };
  let seconds = 0;
  const step = () => {
    seconds += 1 / 60;
    return others.step(seconds, person);
  };
  const countPeople = () => {
    step();
    return others.people.size;
  };
  await expect.poll(countPeople).toBe(1);
  for (let frame = 0; frame < 30; frame++) step();
  const shown = step();
  expect(others.meetings).toHaveLength(1);
  expect(shown).not.toBeNull();
  const moved = shown?.worldPositions.subarray(hand, hand + 3).map((value, i) => value - mine.worldPositions[hand + i]);
  expect(Math.hypot(...(moved ?? []))).toBeGreaterThan(0.01);
  expect([...others.people.values()].map(({ name }) => name)).toEqual(['Ada']);
  others.dispose();
  expect(scene.children).toEqual([]);
});
