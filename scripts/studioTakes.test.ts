import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPose, jointOfBone, quat, smplJointNames, updateWorldPose } from '@leib/core';
import { readBvh, readJointsLines, readTrackingLines } from '@leib/formats';
import { createFaceValues, loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callLeib } from '../apps/cli/src/testing.js';
import { PersonTake } from '../apps/studio/src/app/takes/takeRecording.js';
import { fakeKeptFiles } from '../apps/studio/src/files/keptFiles.testing.js';
import { KeptTakes } from '../apps/studio/src/files/takes/keptTakes.js';
import { secondTake } from '../apps/studio/src/files/takes/take.testing.js';
import { encodeTakeAs } from '../apps/studio/src/files/takes/takeFormats.js';
import { createRealClock } from '../apps/studio/src/time/clock.js';

const HZ = 60;
const FRAMES = 61;

let folder: string;
const at = (name: string) => join(folder, name);

/** Where the recorded left hand was in each frame, metres. */
const handWorld: number[][] = [];
/** How high the tracked head was in each frame, metres. */
const headHeight = (frame: number) => 1.5 - 0.002 * frame;

/** What the studio saves: a person who bends down and swings the left arm, whole and trimmed to its second half. */
beforeAll(async () => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
  folder = mkdtempSync(join(tmpdir(), 'leib-take-'));
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
  const { skeleton } = avatar;
  const kept = new KeptTakes(createRealClock(), () => {}, { list: fakeKeptFiles(), files: fakeKeptFiles() });
  const recording = await PersonTake.start(kept, { room: 'mirror', values: { stature: 1.7 }, solver: null }, avatar);
  const pose = createPose(skeleton);
  const [tracked, face] = [createJointFrame(), createFaceValues()];
  const arm = jointOfBone(skeleton, 'leftUpperArm');
  const hand = jointOfBone(skeleton, 'leftHand');
  tracked.quality[pointNumber.head] = quality.tracked;
  for (let frame = 0; frame < FRAMES; frame++) {
    tracked.jointPoses.set([0, headHeight(frame), 0, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
    pose.localRotations.set(quat.setAxisAngle(quat.create(), [0, 0, 1], -0.02 * frame), arm * 4);
    updateWorldPose(skeleton, pose);
    handWorld.push([...pose.worldPositions.subarray(hand * 3, hand * 3 + 3)]);
    recording.append({ tracked, avatar, pose, face, devices: [] }, frame / HZ);
  }
  kept.add(secondTake, await recording.growing.finish());
  await recording.growing.end();
  writeFileSync(at('whole.mcap'), await encodeTakeAs(kept, secondTake, 'mcap'));
  writeFileSync(at('half.mcap'), await encodeTakeAs(kept, { ...secondTake, range: [0.5, 1] }, 'mcap'));
  avatar.dispose();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

async function convert(from: string, to: string): Promise<Buffer> {
  const { code, stderr } = await callLeib(['convert', at(from), at(to)]);
  expect(code).toBe(0);
  // Other formats have no place for them, and the command says so.
  const left = stderr
    .replaceAll(/ are| is|: \w+ has no place for (it|them)/g, '')
    .trimEnd()
    .split('\n');
  expect(left).toEqual(['note: the settings that it was recorded with left out', 'note: the track face left out']);
  return readFileSync(at(to));
}

test.each([
  ['whole', 0],
  ['half', 30],
])('leib convert reads a take of the studio (%s): the body and what was tracked', async (name, first) => {
  const joints = readJointsLines(await convert(`${name}.mcap`, `${name}.joints.jsonl`));
  expect(joints.frameCount).toBe(FRAMES - first);
  const wrist = smplJointNames.indexOf('leftWrist');
  for (const frame of [0, joints.frameCount - 1]) {
    const offset = (frame * smplJointNames.length + wrist) * 3;
    const read = [...joints.positions.subarray(offset, offset + 3)];
    for (let k = 0; k < 3; k++) expect(read[k]).toBeCloseTo(handWorld[first + frame][k], 3);
  }
  const { frameCount, poses, header } = readTrackingLines(await convert(`${name}.mcap`, `${name}.tracking.jsonl`));
  expect(frameCount).toBe(FRAMES - first);
  expect(header.stature).toBeGreaterThan(1);
  const head = pointNumber.head;
  const size = poses.length / frameCount;
  expect(poses[head * POSE_SIZE + 1]).toBeCloseTo(headHeight(first), 4);
  expect(poses[(frameCount - 1) * size + head * POSE_SIZE + 1]).toBeCloseTo(headHeight(FRAMES - 1), 4);
});

test('leib makes a BVH of a take, and solves its tracking anew', async () => {
  const { motion } = await readBvh(await convert('half.mcap', 'half.bvh'));
  expect(motion.frameCount / motion.hz).toBeCloseTo(0.5, 1);
  await convert('half.mcap', 'again.tracking.jsonl');
  const { code, stderr } = await callLeib([
    'embody',
    '--in',
    at('again.tracking.jsonl'),
    '--out',
    at('solved.joints.jsonl'),
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(readJointsLines(readFileSync(at('solved.joints.jsonl'))).frameCount).toBe(31);
});
