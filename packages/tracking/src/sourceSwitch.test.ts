import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { copyDeviceFrame, createDeviceFrame } from './deviceFrame.js';
import { createSourceSwitch } from './sourceSwitch.js';
import { fixedSource, largestMove, positionOf, randomPose } from './testing.js';
import { pointNumber, quality } from './trackedParts.js';
import { createXrOffsets } from './xr/xrOffsets.js';

const hz = 90;

test.each(seeds(20))('a hand-over never jumps, and arrives after its time (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [a, b] = [0, 1].map(() => ({
    head: randomPose(random),
    leftHand: randomPose(random),
    rightHand: randomPose(random),
  }));
  const sources = createSourceSwitch(fixedSource(a), { fadeSeconds: 0.3 });
  const [frame, before] = [createDeviceFrame(), createDeviceFrame()];
  sources.step(1 / hz, frame);
  sources.switchTo(fixedSource(b));
  const distance = Math.max(
    ...(['head', 'leftHand', 'rightHand'] as const).map((point) =>
      Math.hypot(...[0, 1, 2].map((k) => a[point][k] - b[point][k])),
    ),
  );
  for (let i = 0; i < 0.31 * hz; i++) {
    copyDeviceFrame(before, frame);
    sources.step(1 / hz, frame);
    // The steepest part of 3t^2 - 2t^3 is 1.5.
    expect(largestMove(before, frame)).toBeLessThan((1.501 * distance) / (0.3 * hz));
  }
  expect(positionOf(frame, 'leftHand')).toEqual([...b.leftHand.slice(0, 3)]);
});

test('joints are what is compared: sources with other offsets meet without a jump', () => {
  const pose = randomPose(seededRandom(1));
  const headset = { ...fixedSource({ head: pose }), offsets: createXrOffsets() };
  const sources = createSourceSwitch(headset);
  const [shown, next] = [createDeviceFrame(), createDeviceFrame()];
  sources.step(1 / hz, shown);
  sources.switchTo(fixedSource({ head: shown.devicePoses.slice(0, 7) }));
  sources.step(1 / hz, next);
  expect(largestMove(shown, next)).toBeLessThan(1e-12);
});

test('a point that only the new source tracks is there at once; one that it lacks is lost where it was', () => {
  const random = seededRandom(3);
  const [head, hand, hips] = [randomPose(random), randomPose(random), randomPose(random)];
  const sources = createSourceSwitch(fixedSource({ head, leftHand: hand }));
  const frame = createDeviceFrame();
  sources.step(1 / hz, frame);
  sources.switchTo(fixedSource({ head, hips }));
  sources.step(1 / hz, frame);
  expect(positionOf(frame, 'hips')).toEqual([...hips.slice(0, 3)]);
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
  expect(positionOf(frame, 'leftHand')).toEqual([...hand.slice(0, 3)]);
});

test('NaN from a source is a lost point, and does not outlive it', () => {
  const head = randomPose(seededRandom(4));
  const bad = head.slice();
  const sources = createSourceSwitch(fixedSource({ head }));
  const frame = createDeviceFrame();
  sources.step(1 / hz, frame);
  sources.switchTo(fixedSource({ head: bad }));
  bad[1] = Number.NaN;
  sources.step(1 / hz, frame);
  expect(frame.quality[pointNumber.head]).toBe(quality.lost);
  bad.set(head);
  sources.step(1 / hz, frame);
  expect(positionOf(frame, 'head')).toEqual([...head.slice(0, 3)]);
});

test('label, timeline and the source handed back are the inner ones', () => {
  const [a, b] = [fixedSource({}, 'a'), fixedSource({}, 'b')];
  const sources = createSourceSwitch(a);
  expect(sources.switchTo(b)).toBe(a);
  expect(sources.label).toBe('b');
  expect(sources.timeline).toBeNull();
});
