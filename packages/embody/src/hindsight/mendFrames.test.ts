import { POSE_SIZE, pointNumber, quality, trackedPoints, verdict } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createFrameRecord, FRAME_SIZE, type FrameRecord } from './frameRecord.js';
import { createAnchors, markBad, mendFrames } from './mendFrames.js';

const SECONDS = 1 / 60;
/** Speed of everything, along X, metres per second. */
const SPEED = 1.2;
const COUNT = 20;
const at = (frame: number, point: number) => frame * FRAME_SIZE + point * POSE_SIZE;
const wayAt = (frame: number) => SPEED * SECONDS * (frame + 1);

/** All points go straight on; `bad` frames of one point were lost, and shown where it was before. */
function record(point: number, bad: readonly number[]): FrameRecord {
  const made = createFrameRecord();
  made.count = COUNT;
  for (let i = 0; i < COUNT; i++) {
    made.seconds[i] = SECONDS;
    made.endSeconds[i] = SECONDS * (i + 1);
    for (let p = 0; p < trackedPoints.length; p++) {
      const isBad = p === point && bad.includes(i);
      made.poses.set([isBad ? 7 : wayAt(i), 0, 0, 0, 0, 0, 1], at(i, p));
      made.used.set([isBad ? 0 : wayAt(i), 0, 0, 0, 0, 0, 1], at(i, p));
      made.verdicts[i * trackedPoints.length + p] = isBad ? verdict.lost : verdict.fine;
      made.isBad[i * trackedPoints.length + p] = isBad ? 1 : 0;
      made.qualities[i * trackedPoints.length + p] = quality.tracked;
    }
  }
  return made;
}

const anchors = createAnchors();
for (let p = 0; p < trackedPoints.length; p++) {
  anchors.poses[p * POSE_SIZE + 6] = 1;
  anchors.velocities[p * 3] = SPEED;
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const { head, leftHand } = pointNumber;

test.each([
  ['from the first frame on', range(0, 8)],
  ['in the midst', range(6, 14)],
  ['twice', [...range(2, 5), ...range(9, 14)]],
])('a straight way with bad frames %s is straight afterwards', (_, bad) => {
  for (const point of [head, leftHand]) {
    const made = record(point, bad);
    expect(mendFrames(made, anchors)).toBe(true);
    for (let i = 0; i < COUNT; i++) expect(made.poses[at(i, point)]).toBeCloseTo(wayAt(i), 9);
  }
});

test('what was used is off by little: nothing is worth it', () => {
  const made = record(head, [5, 6, 7]);
  for (const i of [5, 6, 7]) made.used[at(i, head)] = wayAt(i) + 0.01;
  expect(mendFrames(made, anchors)).toBe(false);
  for (const i of [5, 6, 7]) made.used[at(i, head)] = wayAt(i) + 0.02;
  expect(mendFrames(made, anchors)).toBe(true);
});

test('single frames between bad ones are bad where they are off the way, and only there', () => {
  for (const [point, near, far] of [
    [head, 0.07, 0.1],
    [leftHand, 0.2, 0.3],
  ]) {
    const made = record(point, [...range(3, 6), ...range(7, 10), ...range(11, 14)]);
    made.poses[at(6, point)] += near;
    made.poses[at(10, point)] += far;
    markBad(made, anchors);
    const marks = range(0, COUNT).map((i) => made.isBad[i * trackedPoints.length + point]);
    expect([marks[6], marks[10]]).toEqual([0, 1]);
  }
});

test('a head that looks elsewhere for a frame between bad ones is off its way', () => {
  const made = record(head, [4, 5, 7, 8]);
  made.poses.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], at(6, head) + 3);
  markBad(made, anchors);
  expect(made.isBad[6 * trackedPoints.length + head]).toBe(1);
});
