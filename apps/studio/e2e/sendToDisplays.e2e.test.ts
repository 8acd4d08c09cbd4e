import { defaultSkeleton } from '@leib/body';
import { addTrack, appendMoment, createRecorder, finishTrack, recordingOf, trackOfMotion } from '@leib/core';
import {
  faceParameterNames,
  faceTrackSpec,
  fingerAngleNames,
  PACKED_ANGLE_STEP,
  PACKED_POSITION_STEP,
} from '@leib/core/pack';
import { writeRecording } from '@leib/formats';
import { type DisplayFrame, type DisplayScene, DisplaysClient } from '@leib/net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance, dropFile, patience, shareStudio, workplace } from './studioPage.js';

// The room Mocap is the simulation, a program stands in for a wall.
const studio = shareStudio({ room: 'mocap' });
const frames: DisplayFrame[] = [];
const scenes: DisplayScene[] = [];
let wall: DisplaysClient;

beforeAll(() => {
  wall = new DisplaysClient(
    workplace().studioUrl,
    { walls: 'display', wall: 'front-left-eye' },
    {
      onScene: (scene) => scenes.push(scene),
      onFrame(frame) {
        frames.push(frame);
        wall.sendReady(frame.number, 0);
      },
    },
  );
});
afterAll(() => wall.dispose());

/** Frames of the page's clock until the wall was sent so many; sockets take their own time. */
async function untilFrames(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await advance(studio.page, 1 / 60, { draw: 'none' });
        return frames.length;
      },
      { ...patience, interval: 5 },
    )
    .toBeGreaterThanOrEqual(count);
}

test('the room Mocap sends its agents and the actor’s eyes to the walls, a child as a child', async () => {
  const { page } = studio;
  await page.getByRole('tab', { name: 'Characters' }).click();
  await page.getByRole('switch', { name: 'Send to displays' }).check();
  await untilFrames(3);
  const last = frames.at(-1);
  expect(last?.actors).toHaveLength(scenes.at(-1)?.agents.length ?? 0);
  expect(scenes.at(-1)).toMatchObject({ kinds: [{ mesh: 'default', scale: 1 }], viewers: ['head'] });
  expect(scenes.at(-1)?.agents[0].origin).toEqual([0, 0, -2.2]);
  // Hips and eyes of somebody who stands.
  expect((last?.actors[0].body[1] ?? 0) * PACKED_POSITION_STEP).toBeGreaterThan(0.7);
  expect(last?.viewers[0].pose[1]).toBeGreaterThan(1.2);
  expect(last?.viewers[0].isTracked).toBe(true);

  const before = frames.length;
  await page.locator('select:has(option[value=child])').selectOption('child');
  await expect
    .poll(
      async () => {
        await advance(page, 1 / 60, { draw: 'none' });
        return scenes.at(-1)?.kinds[0].proportions?.legs;
      },
      { ...patience, interval: 5 },
    )
    .toBe(0.6);
  await untilFrames(before + 3);
  expect((frames.at(-1)?.actors[0].body[1] ?? 0) * PACKED_POSITION_STEP).toBeLessThan(0.7);
});

test('other heads look, several at once: the page’s own person beside the performer', async () => {
  const { page } = studio;
  const performer = frames.at(-1)?.viewers[0].pose.slice(0, 3) ?? [];
  await page.getByRole('combobox', { name: 'Looks (head)' }).selectOption('you');
  await page.getByRole('button', { name: 'Another head' }).click();
  await page.getByRole('combobox', { name: 'Looks (head2)' }).selectOption('performer');
  await expect
    .poll(
      async () => {
        await advance(page, 1 / 60, { draw: 'none' });
        return frames.at(-1)?.viewers.map(({ isTracked }) => isTracked);
      },
      { ...patience, interval: 5 },
    )
    .toEqual([true, true]);
  expect(scenes.at(-1)?.viewers).toEqual(['head', 'head2']);
  const [you, other] = frames.at(-1)?.viewers ?? [];
  const apart = Math.hypot(...[0, 1, 2].map((k) => you.pose[k] - other.pose[k]));
  expect(apart).toBeGreaterThan(0.02);
  expect(Math.hypot(...[0, 1, 2].map((k) => other.pose[k] - performer[k]))).toBeLessThan(0.5);
  await page.getByRole('button', { name: 'Without head2' }).click();
  await page.getByRole('combobox', { name: 'Looks (head)' }).selectOption('performer');
});

/** A take of somebody who stands, with an open mouth. */
async function speaking(): Promise<Uint8Array> {
  const { jointCount, restWorldPositions } = defaultSkeleton;
  const localRotations = Float64Array.from({ length: 60 * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const rootPositions = Float64Array.from({ length: 180 }, (_, i) => restWorldPositions[i % 3]);
  const face = addTrack(createRecorder(), faceTrackSpec('face', 30));
  const weights = Float64Array.from(faceParameterNames, (name) => (name === 'aa' ? 0.75 : 0));
  for (let i = 0; i < 60; i++) appendMoment(face, i / 30, { weights });
  const motion = { name: 'speaks', skeleton: defaultSkeleton, hz: 30, frameCount: 60, rootPositions, localRotations };
  return writeRecording(recordingOf([trackOfMotion(motion), finishTrack(face)]));
}

test('fingers and face go along once they are on', async () => {
  const { page } = studio;
  expect(frames.at(-1)?.actors[0]).toMatchObject({ fingers: null, face: null });
  for (const name of ['Fingers', 'Face']) await page.getByRole('switch', { name }).check();
  for (const name of ['Left fist', 'Smile']) await page.getByRole('slider', { name }).fill('100');
  const sentValue = (stream: 'fingers' | 'face', column: number) => frames.at(-1)?.actors[0][stream]?.[column] ?? 0;
  await expect
    .poll(
      async () => {
        await advance(page, 1 / 60, { draw: 'none' });
        return sentValue('face', faceParameterNames.indexOf('happy'));
      },
      { ...patience, interval: 5 },
    )
    .toBe(32767);
  expect(scenes.at(-1)?.kinds[0]).toMatchObject({ fingers: true, face: true });
  const curlOf = (side: string) =>
    sentValue('fingers', fingerAngleNames.indexOf(`${side}Hand.index.curl`)) * PACKED_ANGLE_STEP;
  expect(curlOf('left')).toBeGreaterThan(1.5);
  expect(curlOf('right')).toBeLessThan(0.5);

  // A take that has a face brings it instead of the sliders'.
  await dropFile(page, 'speaks.mcap', await speaking());
  await expect
    .poll(
      async () => {
        await advance(page, 1 / 60, { draw: 'none' });
        return sentValue('face', faceParameterNames.indexOf('aa'));
      },
      { ...patience, interval: 5 },
    )
    .toBe(Math.round(0.75 * 32767));
  expect(sentValue('face', faceParameterNames.indexOf('happy'))).toBe(0);
  await page.getByRole('switch', { name: 'Send to displays' }).uncheck();
});
