import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import {
  addTrack,
  appendMoment,
  createRecorder,
  finishTrack,
  jointOfBone,
  type Motion,
  quat,
  recordingOf,
  trackOfMotion,
} from '@leib/core';
import {
  FACE_STEP,
  faceParameterNames,
  faceTrackSpec,
  fingerAngleNames,
  PACKED_ANGLE_STEP,
  PACKED_FACE_SIZE,
} from '@leib/core/pack';
import { faceOfRecording, writeRecording } from '@leib/formats';
import { type DisplayFrame, type DisplayScene, DisplaysClient } from '@leib/net';
import { startServer } from '@leib/server';
import { afterAll, expect, test, vi } from 'vitest';
import { playOnDisplays } from '../mocap/motionOnDisplays.js';
import { callLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-play-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A second in which the body walks a metre and lowers an arm, somewhere in its room. */
function makeMotion(): Motion {
  const { jointCount, restWorldPositions } = defaultSkeleton;
  const [hz, frameCount] = [30, 31];
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  const arm = jointOfBone(defaultSkeleton, 'leftUpperArm');
  for (let frame = 0; frame < frameCount; frame++) {
    rootPositions.set(restWorldPositions.subarray(0, 3), frame * 3);
    rootPositions[frame * 3] += 3 + frame / 30;
    localRotations.set(quat.setAxisAngle(quat.create(), [0, 0, 1], -frame / 30), (frame * jointCount + arm) * 4);
  }
  return { name: 'walk', skeleton: defaultSkeleton, hz, frameCount, rootPositions, localRotations };
}

test('a recording from anywhere begins in front of the viewer, moves as recorded, and begins again', () => {
  const { scene, frameAt } = playOnDisplays(makeMotion(), 2, 'still');
  const [first, second] = scene.agents.map(({ origin }) => origin ?? [0, 0, 0]);
  const xAt = (seconds: number) => first[0] + frameAt(seconds).actors[0].body[0] * 0.0005;
  expect(xAt(0)).toBeCloseTo(-0.55, 3);
  expect(xAt(0.5) - xAt(0)).toBeCloseTo(0.5, 2);
  expect(xAt(1.25)).toBeCloseTo(xAt(0.25), 3);
  expect(second[0] - first[0]).toBeCloseTo(1.1, 6);
  const anglesAt = (seconds: number) => frameAt(seconds).actors[0].body.slice(3);
  expect(anglesAt(0.2)).not.toEqual(anglesAt(0.6));
  expect(frameAt(0.2).viewers).toEqual(frameAt(0.6).viewers);
});

test('fingers reach the walls where the movement moves them', () => {
  const motion = makeMotion();
  expect(playOnDisplays(motion, 1, 'still').frameAt(0).actors[0].fingers).toBe(null);
  const finger = jointOfBone(defaultSkeleton, 'leftIndexProximal');
  const bend = quat.setAxisAngle(quat.create(), [0, 0, -1], 1.2);
  motion.localRotations.set(bend, ((motion.frameCount - 1) * defaultSkeleton.jointCount + finger) * 4);
  const { scene, frameAt } = playOnDisplays(motion, 1, 'still');
  expect(scene.kinds[0].fingers).toBe(true);
  const bent = frameAt(0.99999).actors[0].fingers?.[fingerAngleNames.indexOf('leftHand.index.bend')] ?? 0;
  expect(bent * PACKED_ANGLE_STEP).toBeCloseTo(1.2, 3);
});

const aa = faceParameterNames.indexOf('aa');

/** The motion a second later on the recorder's clock, with a mouth that opens from then on; its face began to be recorded before. */
function speaking() {
  const body = trackOfMotion(makeMotion());
  const face = addTrack(createRecorder(), faceTrackSpec('face', 30));
  for (let frame = 0; frame <= 60; frame++) {
    const weights = new Float64Array(PACKED_FACE_SIZE);
    weights[aa] = Math.max(0, frame / 30 - 1);
    appendMoment(face, frame / 30, { weights });
  }
  return recordingOf([{ ...body, times: body.times.map((time) => time + 1) }, finishTrack(face)]);
}

test('a recorded face reaches the walls, at the moment of the movement', () => {
  expect(playOnDisplays(makeMotion(), 1, 'still').frameAt(0).actors[0].face).toBe(null);
  const { scene, frameAt } = playOnDisplays(makeMotion(), 2, 'still', faceOfRecording(speaking()));
  expect(scene.kinds[0].face).toBe(true);
  const open = frameAt(0.5).actors.map(({ face }) => (face?.[aa] ?? 0) * FACE_STEP);
  expect(open[0]).toBeCloseTo(0.5, 3);
  // Each agent is a little later than the one before.
  expect(open[1]).toBeCloseTo(0.2, 3);
});

test('leib mocap play: walls get the agents with their faces, and a viewer', async () => {
  const path = join(folder, 'walk.mcap');
  writeFileSync(path, await writeRecording(speaking()));
  const server = await startServer({ port: 0, studioDir: null });
  const frames: DisplayFrame[] = [];
  let scene: DisplayScene | null = null;
  const wall = new DisplaysClient(
    server.url,
    { walls: 'display', wall: 'front-left-eye' },
    {
      onScene: (received) => {
        scene = received;
      },
      onFrame(frame) {
        frames.push(frame);
        wall.sendReady(frame.number, 0);
      },
    },
  );
  const { code, stdout } = await callLeib([
    'mocap',
    'play',
    '--in',
    path,
    '--to',
    server.url,
    '--agents',
    '3',
    '--frames',
    '5',
  ]);
  await expect.poll(() => frames.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(code).toBe(0);
  expect(stdout).toContain('playing on');
  expect(scene).toMatchObject({ viewers: ['head'], agents: [{ id: 0 }, { id: 1 }, { id: 2 }] });
  expect(scene).toMatchObject({ kinds: [{ face: true }] });
  expect(frames[0].actors.map(({ id }) => id)).toEqual(['0', '1', '2']);
  // The second agent is before the first second: the end of the round.
  expect(frames[0].actors[1].face?.[aa]).toBeGreaterThan(0);
  wall.dispose();
  await server.close();
});

test.each([
  [[], '--in: expected a file with a movement, got none'],
  [['--agents', '0'], '--agents: expected a whole number from 1 to 256, got "0"'],
  [['--head', 'up'], '--head: expected sway or still, got "up"'],
  [['--to', 'there'], '--to: expected an address like http://127.0.0.1:8080/, got "there"'],
])('%j is one line', async (words, line) => {
  const input = words.length === 0 ? [] : ['--in', 'none.bvh'];
  const { code, stderr } = await callLeib(['mocap', 'play', ...input, ...words]);
  expect(stderr).toContain(line);
  expect(code).toBe(2);
});

test('without a WebSocket it says which Node has one, instead of waiting for an answer', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const { code, stderr } = await callLeib(['mocap', 'play', '--in', 'none.bvh']);
  vi.unstubAllGlobals();
  expect(stderr).toBe(`leib: expected Node 22 or newer, which has WebSocket, got ${process.version} without it\n`);
  expect(code).toBe(1);
});
