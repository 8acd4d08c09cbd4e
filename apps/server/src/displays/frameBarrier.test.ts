import { expect, test } from 'vitest';
import {
  createFrameBarrier,
  type FrameBarrier,
  joinBarrier,
  leaveBarrier,
  noteReady,
  releaseFrame,
  sendToWalls,
} from './frameBarrier.js';

const PERIOD_MS = 1000 / 60;

/** Plays frames at 60 Hz; `delayOf` says after how many milliseconds a wall is ready, null: never. */
function play(
  barrier: FrameBarrier,
  frames: readonly number[],
  delayOf: (wall: number, frame: number) => number | null,
): { shownMs: number[] } {
  const shownMs: number[] = [];
  for (const frame of frames) {
    const sentMs = frame * PERIOD_MS;
    sendToWalls(barrier, frame, sentMs);
    const answers = [...barrier.walls.keys()]
      .flatMap((wall) => {
        const delay = delayOf(wall, frame);
        return delay === null ? [] : [{ wall, atMs: sentMs + delay }];
      })
      .sort((a, b) => a.atMs - b.atMs);
    for (const { wall, atMs } of answers) {
      if (
        atMs - sentMs > barrier.params.timeOutMs &&
        releaseFrame(barrier, sentMs + barrier.params.timeOutMs) === frame
      ) {
        shownMs.push(barrier.params.timeOutMs);
      }
      noteReady(barrier, wall, frame, atMs);
      if (releaseFrame(barrier, atMs) === frame) shownMs.push(atMs - sentMs);
    }
    if (releaseFrame(barrier, sentMs + barrier.params.timeOutMs) === frame) shownMs.push(barrier.params.timeOutMs);
  }
  return { shownMs };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

function createRoom(wallCount: number): FrameBarrier {
  const barrier = createFrameBarrier();
  for (let wall = 1; wall <= wallCount; wall++) joinBarrier(barrier, wall);
  play(barrier, range(1, 3), () => 2);
  expect([...barrier.walls.values()].every(({ state }) => state === 'inStep')).toBe(true);
  return barrier;
}

test('a frame is shown when the slowest wall is ready, not before', () => {
  const barrier = createRoom(6);
  const { shownMs } = play(barrier, range(10, 5), (wall) => wall * 3);
  for (const ms of shownMs) expect(ms).toBeCloseTo(18, 9);
  expect(shownMs).toHaveLength(5);
});

test('a dead wall costs one time-out, is late, and the rest goes on without it', () => {
  const barrier = createRoom(6);
  const { shownMs } = play(barrier, range(10, 20), (wall) => (wall === 4 ? null : 2));
  expect(shownMs[0]).toBe(50);
  for (const ms of shownMs.slice(1)) expect(ms).toBeCloseTo(2, 9);
  expect(barrier.walls.get(4)).toMatchObject({ state: 'late', missedCount: 1 });
  expect(barrier.walls.get(1)?.state).toBe('inStep');
});

test('a late wall is waited for again after it was in time for a while, and not before', () => {
  const barrier = createRoom(2);
  play(barrier, range(10, 1), (wall) => (wall === 2 ? null : 2));
  expect(barrier.walls.get(2)?.state).toBe('late');
  play(barrier, range(20, 19), () => 2);
  expect(barrier.walls.get(2)?.state).toBe('late');
  play(barrier, range(40, 1), () => 80);
  play(barrier, range(50, 19), () => 2);
  expect(barrier.walls.get(2)?.state).toBe('late');
  play(barrier, range(69, 1), () => 2);
  expect(barrier.walls.get(2)?.state).toBe('inStep');
});

test('a wall that joins late is in step within a second, and holds nothing up before', () => {
  const barrier = createRoom(5);
  joinBarrier(barrier, 6);
  // It loads for half a second.
  const { shownMs } = play(barrier, range(10, 60), (wall, frame) => (wall < 6 ? 2 : frame < 40 ? null : 5));
  expect(barrier.walls.get(6)?.state).toBe('inStep');
  expect(Math.max(...shownMs)).toBeLessThan(6);
});

test('walls that leave are not waited for, and without walls frames go on', () => {
  const barrier = createRoom(2);
  sendToWalls(barrier, 10, 200);
  noteReady(barrier, 1, 10, 201);
  expect(releaseFrame(barrier, 201)).toBe(0);
  leaveBarrier(barrier, 2);
  expect(releaseFrame(barrier, 202)).toBe(10);
  leaveBarrier(barrier, 1);
  sendToWalls(barrier, 11, 210);
  expect(releaseFrame(barrier, 210)).toBe(11);
});

test('answers to frames that were never sent, or long ago, change nothing', () => {
  const barrier = createRoom(1);
  sendToWalls(barrier, 500, 1000);
  for (const frame of [0, 3, 501, 4e9]) noteReady(barrier, 1, frame, 1001);
  noteReady(barrier, 77, 500, 1001);
  expect(barrier.walls.get(1)?.readyFrame).toBe(3);
  expect(releaseFrame(barrier, 1001)).toBe(0);
});
