import { buildSkeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { copyJointFrame, createJointFrame, type JointFrame } from '../frame/jointFrame.js';
import { pointNumber, quality } from '../frame/trackedParts.js';
import type { TrackedSource } from '../sources/trackedSource.js';
import { fixedSource, positionOf, randomPose } from '../testing.js';
import { createXrOffsets } from '../xr/xrOffsets.js';
import { createJointReader, startCrossfade } from './jointReader.js';
import { largestMove } from './largestMove.testing.js';
import { readJoints } from './readJoints.js';

const hz = 90;
const skeleton = buildSkeleton([{ name: 'head', offset: [0, 1.5, 0], bone: 'head' }]);

/** A person whose source may change: what is tracked of them, frame after frame. */
function createPerson(first: TrackedSource) {
  const reader = createJointReader(skeleton);
  const devices = createDeviceFrame();
  let source = first;
  return {
    reader,
    step(): JointFrame {
      source.step(1 / hz, devices);
      readJoints(reader, devices, source.offsets, 1 / hz);
      return reader.tracked;
    },
    switchTo(next: TrackedSource): void {
      source = next;
      startCrossfade(reader);
    },
  };
}

test.each(seeds(20))('a hand-over never jumps, and arrives after its time (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [a, b] = [0, 1].map(() => ({
    head: randomPose(random),
    leftHand: randomPose(random),
    rightHand: randomPose(random),
  }));
  const person = createPerson(fixedSource(a));
  const before = createJointFrame();
  const frame = person.step();
  person.switchTo(fixedSource(b));
  const distance = Math.max(
    ...(['head', 'leftHand', 'rightHand'] as const).map((point) =>
      Math.hypot(...[0, 1, 2].map((k) => a[point][k] - b[point][k])),
    ),
  );
  for (let i = 0; i < 0.31 * hz; i++) {
    copyJointFrame(before, frame);
    person.step();
    // The steepest part of 3t^2 - 2t^3 is 1.5.
    expect(largestMove(before, frame)).toBeLessThan((1.501 * distance) / (0.3 * hz));
  }
  expect(positionOf(frame, 'leftHand')).toEqual([...b.leftHand.slice(0, 3)]);
});

test('joints are what is compared: sources with other offsets meet without a jump', () => {
  const pose = randomPose(seededRandom(1));
  const person = createPerson({ ...fixedSource({ head: pose }), offsets: createXrOffsets() });
  const shown = createJointFrame();
  copyJointFrame(shown, person.step());
  person.switchTo(fixedSource({ head: shown.jointPoses.slice(0, 7) }));
  expect(largestMove(shown, person.step())).toBeLessThan(1e-12);
});

test('so do sources that are placed otherwise', () => {
  const pose = randomPose(seededRandom(2));
  const person = createPerson(fixedSource({ head: pose }));
  person.reader.placement = { scale: 0.9, yaw: 2, x: 1, y: 0, z: -3 };
  const shown = createJointFrame();
  copyJointFrame(shown, person.step());
  person.switchTo(fixedSource({ head: shown.jointPoses.slice(0, 7) }));
  person.reader.placement = { scale: 1, yaw: 0, x: 0, y: 0, z: 0 };
  expect(largestMove(shown, person.step())).toBeLessThan(1e-12);
});

test('a point that only the new source tracks is there at once; one that it lacks is lost where it was', () => {
  const random = seededRandom(3);
  const [head, hand, hips] = [randomPose(random), randomPose(random), randomPose(random)];
  const person = createPerson(fixedSource({ head, leftHand: hand }));
  person.step();
  person.switchTo(fixedSource({ head, hips }));
  const frame = person.step();
  expect(positionOf(frame, 'hips')).toEqual([...hips.slice(0, 3)]);
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
  expect(positionOf(frame, 'leftHand')).toEqual([...hand.slice(0, 3)]);
});

test('NaN from a source is a lost point, and does not outlive it', () => {
  const head = randomPose(seededRandom(4));
  const bad = head.slice();
  const person = createPerson(fixedSource({ head }));
  person.step();
  person.switchTo(fixedSource({ head: bad }));
  bad[1] = Number.NaN;
  expect(person.step().quality[pointNumber.head]).toBe(quality.lost);
  bad.set(head);
  expect(positionOf(person.step(), 'head')).toEqual([...head.slice(0, 3)]);
});
