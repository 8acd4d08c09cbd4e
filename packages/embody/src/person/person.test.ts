import { defaultSkeleton, defaultStature, scaleSkeleton } from '@leib/body';
import { proportionsOfSkeleton } from '@leib/calibration';
import {
  createSkeletonStretch,
  createTimeline,
  defaultOneEuroParams,
  jointOfBone,
  type SkeletonStretch,
  stretchSkeleton,
  vec3,
} from '@leib/core';
import {
  createDeviceFrame,
  createEmulatedSource,
  type DeviceFrame,
  defaultJointReaderSettings,
  headHeightOfStature,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  restLeftHandOf,
  setMoveWish,
  standingHeadHeight,
  type TrackedSource,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings, thesisEmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import { createGroundHit, heightGround } from '../ground/ground.js';
import { defaultPlayerSettings } from '../player/playerState.js';
import { loadPrior } from '../prior/network/loadPrior.js';
import { readPriorBytes } from '../prior/network/prior.testing.js';
import { stepEmbody } from '../stepEmbody.js';
import { createPerson, type Person } from './person.js';

const prior = loadPrior(await readPriorBytes());
const head = jointOfBone(defaultSkeleton, 'head') * 3;

/** An avatar of somebody else's size. */
function avatarOf(stature: number) {
  const skeleton = scaleSkeleton(stature);
  const report = { eyeHeightMetres: 0.94 * stature, statureMetres: stature };
  return { skeleton, ownSkeleton: skeleton, report, stretch() {} };
}

function walker(stature = defaultStature) {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(stature), startYaw: 0 });
  setMoveWish(source.state, 0.8, 0, 0, 0);
  return source;
}

/** The farthest that any joint goes in a frame, metres. */
function farthestStep(person: Person, seconds: number): number {
  const before = person.pose.worldPositions.slice();
  let farthest = 0;
  for (let frame = 0; frame < seconds * 90; frame++) {
    const { worldPositions: now } = person.step(1 / 90);
    for (let i = 0; i < now.length; i += 3) {
      farthest = Math.max(
        farthest,
        Math.hypot(now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]),
      );
    }
    before.set(now);
  }
  return farthest;
}

test('in the tracked person’s own body it is what the parts make of it, bit for bit', () => {
  const person = createPerson({ skeleton: defaultSkeleton, source: walker(), prior });
  const model = buildEmbody(defaultSkeleton, defaultEmbodySettings, prior);
  const state = createEmbodyState(model);
  state.putDown.isWatched = false;
  for (let frame = 0; frame < 180; frame++) {
    person.step(1 / 90);
    stepEmbody(model, state, person.reader.joints, 1 / 90);
  }
  expect([...person.pose.worldPositions]).toEqual([...state.pose.worldPositions]);
  expect(person.pose.rootPosition[2]).toBeGreaterThan(0.8);
});

test.each([30, 72, 90, 144])('at %d frames a second a person goes as far, and as high', (hz) => {
  const at = (rate: number) => {
    const person = createPerson({ skeleton: defaultSkeleton, source: walker(), prior });
    for (let frame = 0; frame <= 3 * rate; frame++) person.stepTo(5 + frame / rate);
    return person.pose.worldPositions;
  };
  const [now, usual] = [at(hz), at(90)];
  for (let k = 0; k < 3; k++) expect(Math.abs(now[head + k] - usual[head + k])).toBeLessThan(0.02);
  expect(now[head + 2]).toBeGreaterThan(1.5);
});

test('a frame’s own time: none for the first, and nothing is made up for after a pause', () => {
  const source = walker();
  const steps: number[] = [];
  const counting: TrackedSource = {
    ...source,
    step(dtSeconds, out) {
      steps.push(dtSeconds);
      source.step(dtSeconds, out);
    },
  };
  const person = createPerson({ skeleton: defaultSkeleton, source: counting });
  for (const seconds of [7, 7.01, 9, 8]) person.stepTo(seconds);
  expect(steps).toEqual([0, expect.closeTo(0.01, 9), 0.1, 0]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e-300, 1e-4, 10])(
  'a second after 30 frames whose clock said %d s a person is as without them, in an avatar that fades, grows and is carried',
  (wrong) => {
    const run = (dtSeconds: number) => {
      const avatar = {
        ...avatarOf(1.7),
        stretch(stretch: SkeletonStretch | null) {
          avatar.skeleton = stretch === null ? avatar.ownSkeleton : stretchSkeleton(avatar.ownSkeleton, stretch);
        },
      };
      const own = proportionsOfSkeleton(avatar.ownSkeleton, 1.7);
      if (own === null) throw new Error('the default body is whole');
      const shown: number[] = [];
      const show = (_: unknown, seconds: number) => void shown.push(seconds);
      const settings = { fit: { stature: 1.7 }, player: defaultPlayerSettings };
      const person = createPerson({ avatar, prior, show, settings });
      const follower = createPerson({ avatar: avatarOf(1.7), prior, settings: { fit: settings.fit } });
      const [source, devices] = [walker(1.7), createDeviceFrame()];
      for (let frame = 0; frame < 150; frame++) {
        source.step(1 / 60, devices);
        if (frame === 58) {
          person.set({ proportions: { ...own, shank: own.shank + 0.004 } });
          for (const one of [person, follower]) one.set({ solver: thesisEmbodySettings });
        }
        const seconds = frame >= 60 && frame < 90 ? dtSeconds : 1 / 60;
        person.follow(devices, seconds);
        follower.solve(person.reader.joints, seconds);
      }
      expect(shown.every((seconds) => seconds >= 0 && seconds <= 1)).toBe(true);
      return [...person.pose.worldPositions, ...follower.pose.worldPositions];
    };
    const [got, expected] = [run(wrong), run(1 / 60)];
    for (const [k, value] of got.entries()) expect(Math.abs(value - expected[k])).toBeLessThan(0.05);
  },
);

test('a source that goes by time is not led astray by a clock that is wrong', () => {
  const person = createPerson({ skeleton: defaultSkeleton, source: walker() });
  for (const dtSeconds of [1 / 60, Number.NaN, -1, Number.POSITIVE_INFINITY, 1 / 60]) person.step(dtSeconds);
  const [clean, devices] = [walker(), createDeviceFrame()];
  for (let frame = 0; frame < 2; frame++) clean.step(1 / 60, devices);
  expect([...person.devices.devicePoses]).toEqual([...devices.devicePoses]);
});

test.each([1.55, 1.9])(
  'a person of %d m has an avatar of 1.7 m in their size after a second, and it stays on the floor',
  (stature) => {
    let shown = 0;
    const scale = { setScalar: (to: number) => (shown = to) };
    const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(stature) });
    const person = createPerson({ avatar: avatarOf(1.7), source, prior, shown: scale });
    for (let frame = 0; frame < 90; frame++) person.step(1 / 90);
    expect(shown * standingHeadHeight(person.skeleton)).toBeCloseTo(headHeightOfStature(stature), 2);
    expect(person.scales.shown).toBe(shown);
    const toes = jointOfBone(person.skeleton, 'leftToes') * 3 + 1;
    expect(person.pose.worldPositions[toes]).toBeLessThan(person.skeleton.restWorldPositions[toes] + 0.01);
  },
);

test('a stature that is given while they move is gone over to by at most 3 cm a second, or at once', () => {
  const person = createPerson({ avatar: avatarOf(1.7), source: walker(), settings: { fit: { stature: 1.7 } } });
  const heights: number[] = [];
  const live = (seconds: number) => {
    for (let frame = 0; frame < seconds * 90; frame++) {
      person.step(1 / 90);
      heights.push(person.scales.wearer * standingHeadHeight(person.skeleton));
    }
  };
  live(0.1);
  person.set({ fit: { stature: 1.8 } });
  live(4);
  const most = Math.max(...heights.slice(1).map((height, i) => Math.abs(height - heights[i])));
  expect(most).toBeLessThan(0.0301 / 90);
  expect(heights.at(-1)).toBeCloseTo(headHeightOfStature(1.8), 9);
  person.set({ fit: { stature: 1.6 } }, true);
  expect(person.scales.wearer * standingHeadHeight(person.skeleton)).toBeCloseTo(headHeightOfStature(1.6), 9);
});

test('other settings, another solver and another source never make the body jump', () => {
  const still = createEmulatedSource({ standingHeadHeight: standingHeadHeight(defaultSkeleton), startYaw: 0 });
  const person = createPerson({ skeleton: defaultSkeleton, source: still, prior });
  for (let frame = 0; frame < 90; frame++) person.step(1 / 90);
  const pose = { ...person.pose, worldPositions: person.pose.worldPositions.slice() };
  const posed = { name: 'posed', create: () => ({ pose, step() {} }) };
  const bent = { ...thesisEmbodySettings, trunk: { ...thesisEmbodySettings.trunk } };
  for (const solver of [bent, posed, defaultEmbodySettings]) {
    person.set({ solver });
    expect(farthestStep(person, 0.5)).toBeLessThan(0.05);
  }
  const before = person.pose.worldPositions[head];
  person.setSource(aside(still, 0.15));
  expect(farthestStep(person, 0.5)).toBeLessThan(0.05);
  expect(person.pose.worldPositions[head] - before).toBeCloseTo(0.15, 2);
});

/** What another source measures, as far to the side, metres. */
function aside(source: TrackedSource, metres: number): TrackedSource {
  const step = (dtSeconds: number, out: DeviceFrame) => {
    source.step(dtSeconds, out);
    for (let at = 0; at < 3 * POSE_SIZE; at += POSE_SIZE) out.devicePoses[at] += metres;
  };
  return { ...source, step };
}

test('the same settings said again in every frame are none: what is shown is not faded anew', () => {
  const [told, left] = [0, 1].map(() => createPerson({ skeleton: defaultSkeleton, source: walker(), prior }));
  for (let frame = 0; frame < 60; frame++) {
    told.set({ solver: JSON.parse(JSON.stringify(defaultEmbodySettings)) });
    told.step(1 / 90);
    left.step(1 / 90);
  }
  expect([...told.pose.worldPositions]).toEqual([...left.pose.worldPositions]);
});

test('points, smoothing and the place of the tracked space are those that were said last', () => {
  const person = createPerson({ skeleton: defaultSkeleton, source: createEmulatedSource({ startYaw: 0 }) });
  person.step(1 / 90);
  const { tracked } = person.reader;
  const { leftHand } = pointNumber;
  expect([tracked.quality[leftHand], tracked.jointPoses[0]]).toEqual([quality.tracked, expect.closeTo(0, 6)]);
  person.set({
    reader: { ...defaultJointReaderSettings, points: ['head', 'rightHand'] },
    smoothing: defaultOneEuroParams,
  });
  person.place({ x: 0.5, y: 0, z: 0, yaw: 0 });
  person.step(1 / 90);
  expect([tracked.quality[leftHand], person.reader.smoothing]).toEqual([quality.lost, defaultOneEuroParams]);
  person.set({ smoothing: null });
  person.step(1 / 90);
  expect([tracked.jointPoses[0], person.reader.smoothing]).toEqual([expect.closeTo(0.5, 6), null]);
});

test('other lengths of the avatar are those of the body that is solved, and of where lost hands hang', () => {
  const own = proportionsOfSkeleton(defaultSkeleton, defaultStature);
  if (own === null) throw new Error('the default body is whole');
  const avatar = {
    ...avatarOf(defaultStature),
    stretch(stretch: SkeletonStretch | null) {
      avatar.skeleton = stretch === null ? avatar.ownSkeleton : stretchSkeleton(avatar.ownSkeleton, stretch);
    },
  };
  const settings = { proportions: { ...own, upperArm: own.upperArm + 0.05 }, fit: { stature: defaultStature } };
  const person = createPerson({ avatar, source: walker(), settings });
  for (let frame = 0; frame < 30; frame++) person.step(1 / 90);
  for (const { worldPositions } of [person.pose, person.solver.pose]) {
    const [upper, elbow] = (['leftUpperArm', 'leftLowerArm'] as const).map((bone) => {
      const at = jointOfBone(person.skeleton, bone) * 3;
      return worldPositions.subarray(at, at + 3);
    });
    expect(vec3.distance(upper, elbow)).toBeCloseTo(own.upperArm + 0.05, 2);
  }
  expect(person.reader.params.lost.restLeftHand).toEqual(restLeftHandOf(person.skeleton));
  expect(restLeftHandOf(person.skeleton)).not.toEqual(restLeftHandOf(defaultSkeleton));
});

test('what there is to stand on is in the world’s metres, whatever the size of the avatar', () => {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(1.9) });
  const person = createPerson({ avatar: avatarOf(1.7), source, ground: heightGround(() => 0.5) });
  for (let frame = 0; frame < 90; frame++) person.step(1 / 90);
  const hit = createGroundHit();
  expect(person.ground.query(0, 0, 1, hit)).toBe(true);
  expect(hit.height * person.scales.shown).toBeCloseTo(0.5, 9);
  expect(person.scales.shown).toBeGreaterThan(1.05);
});

test('only what somebody wears can be put down: not a clip, not keys', () => {
  const watched = (source: Partial<TrackedSource>) =>
    createPerson({ skeleton: defaultSkeleton, source: { ...walker(), ...source } }).embody?.state.putDown.isWatched;
  expect(watched({ isWorn: true })).toBe(true);
  expect(watched({ isWorn: false })).toBe(false);
  expect(watched({ isWorn: true, timeline: createTimeline(3) })).toBe(false);
  const person = createPerson({ skeleton: defaultSkeleton, source: { ...walker(), isWorn: false } });
  person.setSource({ ...walker(), isWorn: true });
  expect(person.embody?.state.putDown.isWatched).toBe(true);
});

test('a stick carries a person only where they are told how', () => {
  const place = (isCarried: boolean) => {
    const source = createEmulatedSource({ startYaw: 0 });
    const person = createPerson({ skeleton: defaultSkeleton, source });
    if (isCarried) person.set({ player: defaultPlayerSettings });
    const push = {
      joints: (joints: Person['reader']['joints']) => Object.assign(joints.leftController, { stickY: 1 }),
    };
    for (let frame = 0; frame < 90; frame++) person.step(1 / 90, push);
    const pushed = vec3.length(person.embody?.state.gait.stickVelocityWorld ?? vec3.create());
    person.step(1 / 90);
    return [vec3.length(person.player.offsetWorld), pushed];
  };
  // Who is carried is not walked: the gait is told how fast they are.
  const [way, speed] = place(true);
  expect(way).toBeGreaterThan(1);
  expect(speed).toBeGreaterThan(1);
  expect(place(false)).toEqual([0, 0]);
});

test('where nobody has said that people climb, a step lifts them only while a stick carries them', () => {
  const lifted = (climbs: boolean | null, stickY: number) => {
    const source = createEmulatedSource({ startYaw: 0 });
    setMoveWish(source.state, 0.4, 0, 0, 0);
    const ground = heightGround((_, z) => (z > 0.3 ? 0.15 : 0));
    const person = createPerson({ skeleton: defaultSkeleton, source, ground });
    person.set({ player: defaultPlayerSettings, climbs });
    const push = { joints: (joints: JointFrame) => Object.assign(joints.leftController, { stickY }) };
    for (let frame = 0; frame < 270; frame++) person.step(1 / 90, push);
    return person.player.offsetWorld[1];
  };
  expect(lifted(null, 0)).toBe(0);
  expect(lifted(true, 0)).toBeCloseTo(0.15, 2);
  expect(lifted(null, 0.2)).toBeCloseTo(0.15, 2);
  expect(lifted(false, 0.2)).toBe(0);
});

test('an avatar that was modelled on one leg stands on both feet: neither is in the air', () => {
  const whole = scaleSkeleton(1.7);
  const stretch = createSkeletonStretch(whole);
  stretch.moves[jointOfBone(whole, 'rightUpperLeg') * 3 + 1] = 0.03;
  const uneven = stretchSkeleton(whole, stretch);
  const avatar = { ...avatarOf(1.7), skeleton: uneven, ownSkeleton: uneven };
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(1.7) });
  const person = createPerson({ avatar, source, settings: { fit: { stature: 1.7 } } });
  for (let frame = 0; frame < 180; frame++) person.step(1 / 90);
  for (const bone of ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const) {
    const at = jointOfBone(uneven, bone) * 3 + 1;
    expect(person.pose.worldPositions[at], bone).toBeCloseTo(whole.restWorldPositions[at], 4);
  }
});

test('the prior joins in when its weights are here, and is asked for only when the body has moved', () => {
  let asked = 0;
  const weights = { model: null as typeof prior | null, fetch: () => void asked++ };
  const person = createPerson({ skeleton: defaultSkeleton, source: createEmulatedSource(), prior: weights });
  person.step(1 / 90);
  person.step(1 / 90);
  expect(asked).toBe(0);
  person.step(1 / 90);
  expect(asked).toBeGreaterThan(0);
  weights.model = prior;
  for (let frame = 0; frame < 90; frame++) person.step(1 / 90);
  expect(person.embody?.state.body.guidance.weight).toBe(1);
});

test('bad settings are refused, and leave the person as they were', () => {
  const person = createPerson({ skeleton: defaultSkeleton, source: walker() });
  const { solver } = person.settings;
  const bad = { ...defaultEmbodySettings, targets: { ...defaultEmbodySettings.targets, lockMode: 'knees' as never } };
  expect(() => person.set({ solver: bad })).toThrow();
  expect(person.settings.solver).toBe(solver);
  expect(() => createPerson({})).toThrow('an avatar or a skeleton');
});
