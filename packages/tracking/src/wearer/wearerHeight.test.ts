import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createTrackerOffsets } from '../frame/trackerOffsets.js';
import { calibrateHeight, createJointReader, type JointReader, startCrossfade } from '../reader/jointReader.js';
import { readJoints } from '../reader/readJoints.js';
import { AVERAGE_HEAD_HEIGHT, headHeightOfStature } from '../reader/standing.js';
import { createXrOffsets } from '../xr/xrOffsets.js';
import { createSession, type Doing, randomDoings, type Session } from './session.testing.js';
import { giveHeadHeight } from './wearerHeight.js';

/** Plays a session. @param see called after each frame. @param floorY what the headset takes for the floor */
function play(session: Session, reader: JointReader, see: () => void = () => {}, floorY = 0): void {
  const devices = createDeviceFrame();
  while (session.step(devices)) {
    devices.devicePoses[pointNumber.head * POSE_SIZE + 1] -= floorY;
    readJoints(reader, devices, session.offsets, 1 / session.hz);
    see();
  }
}

function playDoings(seed: number, stature: number, doings: readonly Doing[], floorY = 0) {
  const reader = createJointReader(null);
  const session = createSession(seededRandom(seed), stature, doings);
  play(session, reader, () => {}, floorY);
  return { reader, wearer: reader.wearer, session };
}

test('after half a minute of this and that the standing height of people of 1 m to 2.1 m is known, and the body never pumps', () => {
  const errors = seeds(200).map((seed) => {
    const random = seededRandom(seed);
    const stature = 1 + 1.1 * random();
    // By its height alone the head of a child who stands is that of an adult who sits.
    const session = createSession(random, stature, randomDoings(random, stature < 1.5));
    const reader = createJointReader(null);
    let [before, fastest] = [reader.wearer.headHeight, 0];
    play(session, reader, () => {
      const { headHeight, wornSeconds } = reader.wearer;
      if (wornSeconds > 1) fastest = Math.max(fastest, Math.abs(headHeight - before) * session.hz);
      before = headHeight;
    });
    expect(fastest, `seed ${seed}: metres per second`).toBeLessThan(0.0301);
    expect(reader.wearer.confidence, `seed ${seed}`).toBeGreaterThan(0);
    return Math.abs(reader.wearer.estimate - session.standingHead);
  });
  errors.sort((a, b) => a - b);
  expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(0.02);
  expect(errors[errors.length - 1]).toBeLessThan(0.03);
});

test.each(seeds(10))('an adult who stands has their size from the first frame, and keeps it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const session = createSession(random, 1.5 + 0.5 * random(), [['stand', 10]]);
  const reader = createJointReader(null);
  play(session, reader, () => {
    expect(Math.abs(reader.wearer.headHeight - session.standingHead)).toBeLessThan(0.03);
  });
  expect(reader.wearer.posture).toBe('standing');
  expect(Math.abs(reader.wearer.headHeight - session.standingHead)).toBeLessThan(0.02);
});

test.each(seeds(20))('an adult who sits all the time is said to, and is not taken for a child (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const doings: Doing[] = [1, 2, 3, 4].map(() => ['sit', 8]);
  const { wearer } = playDoings(seed, 1.5 + 0.4 * random(), doings);
  expect(wearer.posture).toBe('seated');
  expect(wearer.basis).toBe('assumed');
  expect(wearer.confidence).toBe(0);
  expect(wearer.headHeight).toBe(AVERAGE_HEAD_HEIGHT);
});

test.each(seeds(20))('who sat and stands up is measured then, and who sits down again is seated (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const stature = 1.5 + 0.45 * random();
  const sitting: Doing[] = [
    ['sit', 8],
    ['sit', 8],
  ];
  const { wearer, session } = playDoings(seed, stature, [...sitting, ['stand', 5], ...sitting]);
  expect(Math.abs(wearer.estimate - session.standingHead)).toBeLessThan(0.02);
  expect(wearer.posture).toBe('seated');
  expect(playDoings(seed, stature, [...sitting, ['stand', 5]]).wearer.posture).toBe('standing');
});

test('a child who stands still may be an adult who sits; one who walks a few steps stands', () => {
  const still = playDoings(1, 1.2, [['stand', 10]]);
  expect(still.wearer.confidence).toBe(0);
  const { wearer, session } = playDoings(1, 1.2, [
    ['stand', 10],
    ['walk', 4],
    ['stand', 20],
  ]);
  expect(wearer.posture).toBe('standing');
  expect(Math.abs(wearer.headHeight - session.standingHead)).toBeLessThan(0.02);
});

test.each(seeds(10))('the next wearer of a headset that was put down is measured anew (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const reader = createJointReader(null);
  for (const [stature, first] of [
    [1.9, 'stand'],
    [1.58, 'put on'],
  ] as const) {
    const session = createSession(random, stature, [
      [first, 3],
      ['stand', 8],
      ['look about', 4],
      ['walk', 3],
      ['stand', 10],
      ['put down', 8],
    ]);
    play(session, reader);
    expect(Math.abs(reader.wearer.headHeight - session.standingHead)).toBeLessThan(0.02);
  }
});

test('a headset that stands on a shelf says nothing of anybody', () => {
  const { wearer } = playDoings(3, 1.7, [
    ['stand', 6],
    ['hang up', 60],
  ]);
  expect(wearer.posture).toBe('unknown');
  expect(Math.abs(wearer.estimate - headHeightOfStature(1.7))).toBeLessThan(0.04);
});

test('who is rolled about in a chair, without a bob, still sits', () => {
  const reader = createJointReader(null);
  const devices = createDeviceFrame();
  const offsets = createXrOffsets();
  devices.quality[pointNumber.head] = quality.tracked;
  for (let i = 0; i < 40 * 60; i++) {
    const t = i / 60;
    const sway = 0.001 * Math.sin(1.7 * t);
    devices.devicePoses.set([0, 1.24 + sway, 0.8 * t, 0, 0.01 * Math.sin(t), 0, 1], pointNumber.head * POSE_SIZE);
    readJoints(reader, devices, offsets, 1 / 60);
  }
  expect(reader.wearer.posture).toBe('seated');
  expect(reader.wearer.headHeight).toBe(AVERAGE_HEAD_HEIGHT);
});

test('a reference space without a floor is noticed', () => {
  const doings: Doing[] = [
    ['stand', 5],
    ['walk', 4],
  ];
  expect(playDoings(5, 1.7, doings).wearer.isFloorMissing).toBe(false);
  const { wearer } = playDoings(5, 1.7, doings, headHeightOfStature(1.7));
  expect(wearer.isFloorMissing).toBe(true);
  expect(wearer.headHeight).toBe(AVERAGE_HEAD_HEIGHT);
});

test('a person who stands straight can say so, and keeps that height whatever they do', () => {
  const reader = createJointReader(null);
  expect(calibrateHeight(reader)).toBeNull();
  const random = seededRandom(8);
  const straight = createSession(random, 1.2, [['stand', 2]]);
  play(straight, reader);
  const height = calibrateHeight(reader) ?? 0;
  expect(Math.abs(height - straight.standingHead)).toBeLessThan(0.02);
  const before = reader.wearer.headHeight;
  play(createSession(random, 1.2, [['stand', 0.1]]), reader);
  // Without a jump, but within a moment.
  expect(Math.abs(reader.wearer.headHeight - before)).toBeLessThan(0.07);
  play(
    createSession(random, 1.2, [
      ['slouch', 5],
      ['walk', 5],
    ]),
    reader,
  );
  expect(reader.wearer.headHeight).toBe(height);
  expect(reader.wearer).toMatchObject({ basis: 'given', confidence: 1 });
  startCrossfade(reader);
  expect(reader.wearer.basis).toBe('given');
});

test('a height that is given stays, and posture is told by it', () => {
  const reader = createJointReader(null);
  giveHeadHeight(reader.wearer, headHeightOfStature(1.8));
  play(createSession(seededRandom(2), 1.8, [['sit', 8]]), reader);
  expect(reader.wearer.posture).toBe('seated');
  play(createSession(seededRandom(2), 1.8, [['stand', 8]]), reader);
  expect(reader.wearer.posture).toBe('standing');
  expect(reader.wearer.headHeight).toBe(headHeightOfStature(1.8));
});

interface Holding {
  readonly pitch?: number;
  /** Along the floor, metres. */
  readonly x?: number;
  /** Every tenth frame is this much too high, metres. */
  readonly stray?: number;
}

/** A head joint that is held at a height, and sways as heads do. */
function hold(
  reader: JointReader,
  height: number,
  seconds: number,
  { pitch = 0, x = 0, stray = 0 }: Holding = {},
): void {
  const devices = createDeviceFrame();
  devices.quality[pointNumber.head] = quality.tracked;
  for (let frame = 0; frame < seconds * 90; frame++) {
    const sway = 0.003 * Math.sin(frame / 20);
    const [sin, cos] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
    const y = height + (frame % 10 === 9 ? stray : 0);
    devices.devicePoses.set([x + sway, y, sway, sin, 0, 0, cos], pointNumber.head * POSE_SIZE);
    readJoints(reader, devices, createTrackerOffsets(), 1 / 90);
  }
}

function lose(reader: JointReader, seconds: number): void {
  const devices = createDeviceFrame();
  for (let frame = 0; frame < seconds * 90; frame++) readJoints(reader, devices, createTrackerOffsets(), 1 / 90);
}

describe('one height after the other', () => {
  test('a moment on a box is not standing', () => {
    const { wearer } = playHeld((reader) => {
      hold(reader, 1.55, 5);
      hold(reader, 1.85, 2.2);
    });
    expect(Math.abs(wearer.estimate - 1.55)).toBeLessThan(0.01);
  });

  test('wrong frames do not keep anybody from being measured', () => {
    const { wearer } = playHeld((reader) => hold(reader, 1.6, 6, { stray: 0.3 }));
    expect(wearer.basis).toBe('measured');
    expect(Math.abs(wearer.estimate - 1.6)).toBeLessThan(0.01);
  });

  test('a head that is bent says nothing', () => {
    expect(playHeld((reader) => hold(reader, 1.45, 10, { pitch: 0.6 })).wearer.basis).toBe('assumed');
  });

  test('whose space is put elsewhere has not walked there', () => {
    const { wearer } = playHeld((reader) => {
      for (const x of [0, 2, 4]) hold(reader, 1.15, 4, { x });
    });
    expect(wearer).toMatchObject({ basis: 'assumed', posture: 'seated' });
  });

  test('a smaller person who takes over a headset that was lost meanwhile is measured; one who sits low does not shrink', () => {
    const other = playHeld((reader) => {
      hold(reader, 1.7, 10);
      lose(reader, 6);
      hold(reader, 1.45, 12);
    });
    expect(Math.abs(other.wearer.estimate - 1.45)).toBeLessThan(0.01);
    const same = playHeld((reader) => {
      hold(reader, 1.55, 10);
      lose(reader, 6);
      hold(reader, 0.95, 20);
    });
    expect(Math.abs(same.wearer.estimate - 1.55)).toBeLessThan(0.01);
  });

  function playHeld(play: (reader: JointReader) => void): JointReader {
    const reader = createJointReader(null);
    play(reader);
    return reader;
  }
});

test('who follows on another source, as a visitor on a demonstration, has their own size after a second', () => {
  const reader = createJointReader(null);
  play(createSession(seededRandom(1), 1.9, [['stand', 10]]), reader);
  startCrossfade(reader);
  const visitor = createSession(seededRandom(2), 1.6, [['stand', 2]]);
  play(visitor, reader);
  expect(Math.abs(reader.wearer.headHeight - visitor.standingHead)).toBeLessThan(0.03);
});

test('what is not tracked, or no place at all, says nothing', () => {
  const reader = createJointReader(null);
  const devices = createDeviceFrame();
  for (const [height, how] of [
    [Number.NaN, quality.tracked],
    [1e9, quality.tracked],
    [1.8, quality.inferred],
    [1.8, quality.lost],
  ] as const) {
    devices.devicePoses.set([0, height, 0, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
    devices.quality[pointNumber.head] = how;
    for (let i = 0; i < 300; i++) readJoints(reader, devices, createXrOffsets(), 1 / 60);
    expect(reader.wearer).toMatchObject({ basis: 'assumed', headHeight: AVERAGE_HEAD_HEIGHT, posture: 'unknown' });
  }
});
