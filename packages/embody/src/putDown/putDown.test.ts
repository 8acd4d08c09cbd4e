import { createQuat, DEG, jointOfBone, quat } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import {
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  pointNumber,
  quality,
  readJoints,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { createEmbodyState, type EmbodyState } from '../embodyState.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, setPoint, standingFrame } from '../testing.js';

const skeleton = buildTestBody();
const model = buildEmbody(skeleton);
const hz = 60;
const [hips, head] = [jointOfBone(skeleton, 'hips') * 3, jointOfBone(skeleton, 'head') * 3];

/** A body that is led through a reader: it is the reader that finds out whether the headset is worn. */
interface Worn {
  readonly state: EmbodyState;
  readonly step: (frame: JointFrame) => void;
}

function createWorn(rate = hz): Worn {
  const [state, reader] = [createEmbodyState(model), createJointReader(skeleton)];
  const [devices, offsets] = [createDeviceFrame(), createTrackerOffsets()];
  const step = (frame: JointFrame) => {
    devicesOfJoints(frame, offsets, devices);
    stepEmbody(model, state, readJoints(reader, devices, offsets, 1 / rate), 1 / rate);
  };
  return { state, step };
}

/** About normal, of variance 1. */
const noise = (random: () => number) => (random() + random() + random() - 1.5) * 2;

interface Lying {
  readonly place: readonly [x: number, y: number, z: number];
  readonly pitch: number;
  readonly roll: number;
  /** Of the tracking, metres; a thousandth of it in radians, times 2.5. */
  readonly trembles: number;
}

/** A headset on the floor, a chair or a table, the controllers beside it, or asleep. */
function lie(
  frame: JointFrame,
  { place, pitch, roll, trembles }: Lying,
  random: () => number,
  areHandsSeen: boolean,
): void {
  const rotation = quat.rotateX(createQuat(), createQuat(), pitch + trembles * 2.5 * noise(random));
  quat.rotateZ(rotation, rotation, roll + trembles * 2.5 * noise(random));
  const near = (value: number) => value + trembles * noise(random);
  setPoint(frame, 'head', [...place.map(near), ...rotation]);
  for (const [point, x] of [
    ['leftHand', 0.2],
    ['rightHand', -0.2],
  ] as const) {
    setPoint(frame, point, [near(place[0] + x), near(place[1]), near(place[2]), 0, 0, 0, 1]);
    if (!areHandsSeen) frame.quality[pointNumber[point]] = quality.lost;
  }
}

const evenly = (part: number) => part;
/** As hands go that take care: speed and acceleration begin and end with none. */
const gently = (part: number) => part ** 3 * (10 - 15 * part + 6 * part * part);

/** A person who stands for a second, and puts the headset down within another. */
function takeOff(step: Worn['step'], lying: Lying, random: () => number, way = evenly, rate = hz): void {
  const frame = standingFrame();
  for (let i = 0; i < 2 * rate; i++) {
    if (i >= rate) {
      const part = way((i - rate) / rate);
      const place = lying.place.map((value, k) => [0, 1.525, 0][k] * (1 - part) + value * part);
      lie(
        frame,
        { ...lying, place: place as [number, number, number], pitch: lying.pitch * part, roll: lying.roll * part },
        random,
        true,
      );
    }
    step(frame);
  }
}

const heightOf = (state: EmbodyState, at: number) => state.pose.worldPositions[at + 1];

describe('a headset that is put down', () => {
  test.each(seeds(8))('is no head: the body stands and waits; picked up, it leads at once (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const lying: Lying = {
      place: [random() - 0.5, [0.08, 0.45, 0.75, 0.9][seed % 4], 0.3 + 0.3 * random()],
      pitch: (random() - 0.5) * Math.PI,
      roll: (random() - 0.5) * 2,
      trembles: seed % 2 === 0 ? 0 : 2e-4,
    };
    const { state, step } = createWorn();
    takeOff(step, lying, random);
    expect(heightOf(state, head)).toBeLessThan(1.1);
    const frame = createJointFrame();
    for (let i = 0; i < 6 * hz; i++) {
      lie(frame, lying, random, seed % 3 > 0);
      step(frame);
    }
    expect(state.putDown.isDown).toBe(true);
    expect(heightOf(state, head)).toBeCloseTo(1.53, 1);
    expect(heightOf(state, hips)).toBeGreaterThan(0.85);
    // Still standing later, however the tracking trembles.
    let upFrames = 0;
    for (let i = 0; i < 10 * hz; i++) {
      lie(frame, lying, random, seed % 3 > 0);
      step(frame);
      if (!state.putDown.isDown) upFrames++;
    }
    expect(upFrames).toBe(0);
    // Up at half a metre a second: after a third of a second the body is with it.
    for (let i = 0; i < hz / 3; i++) {
      const [x, y, z] = lying.place;
      lie(frame, { ...lying, place: [x, y + (0.5 * i) / hz, z] }, random, true);
      step(frame);
    }
    expect(state.putDown.standing).toBe(0);
    expect(heightOf(state, head)).toBeCloseTo(frame.jointPoses[1], 3);
  });

  const takenOff = [30, 60, 90, 144].flatMap((rate) =>
    seeds(rate === 60 ? 6 : 3).flatMap((seed) => [
      [rate, seed, 'at once', evenly] as const,
      [rate, seed, 'gently', gently] as const,
    ]),
  );
  test.each(takenOff)(
    'is noticed within half a second at %i Hz while the controllers are carried about (seed %i, %s)',
    (rate, seed, _, way) => {
      const random = seededRandom(seed);
      const { state, step } = createWorn(rate);
      const place = [random() - 0.5, [0.08, 0.45, 0.75][seed % 3], 0.3] as const;
      const lying: Lying = { place, pitch: (random() - 0.5) * 2, roll: random() - 0.5, trembles: 2e-4 };
      takeOff(step, lying, random, way, rate);
      expect(state.putDown.isDown).toBe(false);
      const frame = createJointFrame();
      let noticed = 0;
      for (let i = 1; i <= rate / 2; i++) {
        lie(frame, lying, random, true);
        for (const [k, point] of (['leftHand', 'rightHand'] as const).entries()) {
          const sway = 0.2 * Math.sin((6 * i) / rate + k);
          setPoint(frame, point, [0.3 - 0.6 * k + sway, 1 + sway, 0.3, 0, 0, 0, 1]);
        }
        step(frame);
        if (state.putDown.isDown && noticed === 0) noticed = i;
      }
      expect(noticed).toBeGreaterThan(0);
    },
  );

  test('that hangs on a hook, level and as high as a head, is left alone; so are clips and keys', () => {
    for (const [height, isWatched] of [
      [1.5, true],
      [0.4, false],
    ] as const) {
      const { state, step } = createWorn();
      state.putDown.isWatched = isWatched;
      const frame = standingFrame();
      setPoint(frame, 'head', [0, height, 0, 0, 0, 0, 1]);
      for (let i = 0; i < 6 * hz; i++) step(frame);
      expect(state.putDown.isDown).toBe(false);
    }
  });
});

describe('people who keep still', () => {
  // Height of the head, its pitch, and by how much it sways: a person who lies breathes, and one who sits sways more.
  test.each([
    ['lies', 0.15, -80, 1.2e-3],
    ['lies on the side', 0.2, 0, 1e-3],
    ['sits on the floor', 0.75, 10, 2e-3],
    ['sits on a chair', 1.15, 0, 2e-3],
    ['kneels', 1.0, 20, 3e-3],
  ])('one who %s is not taken for a headset on a table', (_, height, pitch, sways) => {
    let downFrames = 0;
    for (const seed of seeds(2)) {
      const random = seededRandom(seed);
      const { state, step } = createWorn();
      const frame = standingFrame();
      const phase = 6 * random();
      for (let i = 0; i < 20 * hz; i++) {
        const t = i / hz;
        // Breath, a slow sway, and the heart.
        const breath = sways * Math.sin(1.6 * t + phase);
        const sway = 0.7 * sways * Math.sin(0.9 * t + 2 * phase);
        const beat = 1e-4 * Math.max(0, Math.sin(7 * t));
        const nod = quat.setAxisAngle(createQuat(), [1, 0, 0], pitch * DEG + 2 * sway + noise(random) * 5e-4);
        const at = [sway, height + breath + beat, 0.6 * sway].map((value) => value + 2e-4 * noise(random));
        setPoint(frame, 'head', [...at, ...nod]);
        setPoint(frame, 'leftHand', [0.24, 0.1 + 0.5 * breath, 0.2, 0, 0, 0, 1]);
        setPoint(frame, 'rightHand', [-0.24, 0.1 + 0.5 * breath, 0.2, 0, 0, 0, 1]);
        step(frame);
        if (state.putDown.isDown) downFrames++;
      }
    }
    expect(downFrames).toBe(0);
  });
});
