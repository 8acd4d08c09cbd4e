import { createQuat, DEG, quat, type Vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { composePoses, invertPose, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';

import { createBodyProfile } from '../profile/bodyProfile.js';
import { parseProfile, profileText } from '../profile/profileText.js';
import type { SeenDevice } from '../space/seenDevice.js';
import { disturbed, randomSpace, spaceError, wanderer } from '../space/space.testing.js';
import { commandCalibration, stepCalibration } from './calibrationSession.js';
import type { SessionInput } from './sessionInput.js';
import { type CalibrationSession, createCalibrationSession } from './sessionState.js';

const hz = 60;
const identity = (x: number, y: number, z: number) => Float64Array.of(x, y, z, 0, 0, 0, 1);

/** A person with a headset and controllers in one space, and trackers in another one with a delay. */
function createPerson(seed: number, isAnchored: boolean, lateFrames = 4) {
  const random = seededRandom(seed);
  const space = randomSpace(seed, isAnchored ? 0.4 : 0);
  if (!isAnchored) space[1] = 0;
  const toSpace = new Float64Array(7);
  invertPose(toSpace, 0, space, 0);
  const walk = wanderer(seed, [0, 0, 0], 0.7, 0.2);
  const look = wanderer(seed + 5, [0, 0, 0], 0.05, 0.6);
  const sway = wanderer(seed + 9, [0, 0, 0], 0.02, 0.04);
  const hands = [wanderer(seed + 11, [0.3, 1.2, 0.3], 0.25, 0.8), wanderer(seed + 12, [-0.3, 1.2, 0.3], 0.25, 0.8)];
  const device = (id: string, feed: string, kind: string, suggestedPoint: SeenDevice['suggestedPoint'] = null) => ({
    id: `${feed}/${id}`,
    feed,
    kind,
    suggestedPoint,
    pose: identity(0, 0, 0),
    quality: quality.tracked as number,
  });
  const headset = device('head', 'webxr', 'headset', 'head');
  const controllers = [
    device('leftHand', 'webxr', 'controller', 'leftHand'),
    device('rightHand', 'webxr', 'controller', 'rightHand'),
  ];
  const trackers = ['a', 'b', 'c', ...(isAnchored ? ['onHead'] : [])].map((id) => device(id, 'dtrack', 'tracker'));
  const late: Float64Array[][] = [];
  /** In the person's own axes: standing on the spot, facing +Z. */
  const joints = (seconds: number, isStill: boolean) => {
    const root = identity(0, 0, 0);
    if (!isStill) {
      const at = walk(seconds);
      const facing = quat.setAxisAngle(createQuat(), [0, 1, 0], 1.3 * Math.sin(0.8 * seconds + seed));
      root.set([at[0], 0, at[2], ...facing]);
    }
    const inWorld = (local: Float64Array) => {
      const out = new Float64Array(7);
      composePoses(out, 0, root, 0, local, 0);
      return out;
    };
    const turned = isStill ? identity(0, 0, 0) : look(seconds);
    const head = Float64Array.of(turned[0], 1.55 + turned[1], turned[2], ...turned.subarray(3));
    const own = isStill ? identity(0, 0, 0) : sway(seconds);
    const hand = (side: number) =>
      isStill ? identity(side === 0 ? 0.75 : -0.75, 1.4, 0) : Float64Array.of(...hands[side](seconds));
    return {
      head: inWorld(head),
      hands: [inWorld(hand(0)), inWorld(hand(1))],
      trackers: [
        inWorld(Float64Array.of(own[0], 0.98 + own[1], 0.1 + own[2], ...own.subarray(3))),
        inWorld(identity(0.12 + own[0], 0.09, 0.05)),
        inWorld(identity(-0.12 + own[2], 0.09, 0.05)),
      ],
    };
  };
  const input: SessionInput & { isHeadTracked: boolean } = {
    headWorld: new Float64Array(7),
    isHeadTracked: true,
    floorY: 0,
    devices: [],
    spaces: {
      reference: 'webxr',
      headId: headset.id,
      devices: [headset, ...controllers],
      others: [{ name: 'dtrack', devices: trackers }],
    },
  };
  const noisy = (pose: Float64Array) => disturbed(pose, random, 0.001, 0.2 * DEG);
  return {
    input,
    space,
    trackers,
    step(session: CalibrationSession, seconds: number, isStill = false) {
      const now = joints(seconds, isStill);
      headset.pose.set(noisy(now.head));
      controllers.forEach(({ pose }, i) => {
        pose.set(noisy(now.hands[i]));
      });
      const mount = identity(0.03, 0.12, -0.05);
      composePoses(mount, 0, now.head, 0, mount, 0);
      const seen = [...now.trackers, ...(isAnchored ? [mount] : [])].map((pose) => {
        const out = new Float64Array(7);
        composePoses(out, 0, toSpace, 0, pose, 0);
        return noisy(out);
      });
      late.push(seen);
      const shown = late[Math.max(0, late.length - 1 - lateFrames)];
      trackers.forEach(({ pose }, i) => {
        pose.set(shown[i]);
      });
      input.headWorld.set(headset.pose);
      const alignment = (session.history.proposal?.profile ?? session.history.present).spaces.dtrack;
      const aligned = trackers.map((tracker) => {
        const pose = tracker.pose.slice();
        if (alignment) composePoses(pose, 0, Float64Array.from(alignment.pose), 0, pose, 0);
        return { ...tracker, pose };
      });
      (input as { devices: readonly SeenDevice[] }).devices = [...controllers, ...aligned];
      stepCalibration(session, input, 1 / hz);
    },
  };
}

function until(isThere: () => boolean, seconds: number, step: (time: number) => void): number {
  let time = 0;
  for (; time < seconds && !isThere(); time += 1 / hz) step(time);
  return time;
}

describe('a tracker on the headset', () => {
  test.each(seeds(2))('brings a feed to the headset, is no part of the body, and is kept (seed %i)', (seed) => {
    const person = createPerson(seed, true);
    const session = createCalibrationSession(createBodyProfile('Ann'));
    until(
      () => session.step !== 'putOn',
      5,
      (time) => person.step(session, time),
    );
    expect(session.step).toBe('space');
    expect(session.text).toMatch(/Trackers of dtrack/);
    const seconds = until(
      () => session.history.proposal !== null,
      15,
      (time) => person.step(session, 2 + time),
    );
    expect(seconds).toBeLessThan(9);
    const found = session.history.proposal?.profile.spaces.dtrack;
    const { metres, radians } = spaceError(Float64Array.from(found?.pose ?? []), person.space, [0, 1, 0] as Vec3);
    expect(metres).toBeLessThan(0.01);
    expect(radians).toBeLessThan(1 * DEG);
    expect(Math.abs((found?.timeOffset ?? 0) - 4 / hz)).toBeLessThan(0.01);
    expect(found?.pairs[0]).toMatchObject({ reference: 'webxr/head', other: 'dtrack/onHead' });
    expect(session.text).toMatch(/dtrack: \d\.\d mm.*\d+ ms behind.*Take it/);

    commandCalibration(session, { type: 'accept' });
    expect(session.step).toBe('tPose');
    until(
      () => session.step === 'roles',
      5,
      (time) => person.step(session, time, true),
    );
    expect(session.roles?.roles).toEqual({
      'webxr/leftHand': 'leftHand',
      'webxr/rightHand': 'rightHand',
      'dtrack/a': 'hips',
      'dtrack/b': 'leftFoot',
      'dtrack/c': 'rightFoot',
    });
    commandCalibration(session, { type: 'accept' });
    const profile = session.history.present;
    const read = parseProfile(profileText(profile));
    expect(read.ok && JSON.parse(profileText(read.value))).toEqual(JSON.parse(profileText(profile)));
    commandCalibration(session, { type: 'undo' });
    commandCalibration(session, { type: 'undo' });
    expect(session.history.present.spaces).toEqual({});

    // The next time the same alignment still fits: nothing is asked again.
    const again = createCalibrationSession(profile);
    until(
      () => again.step === 'tPose',
      6,
      (time) => person.step(again, 30 + time),
    );
    expect(again.step).toBe('tPose');
    expect(again.history.past).toEqual([]);
  });

  test('a headset that is recentred is noticed, and brought together again', () => {
    const person = createPerson(2, true);
    const session = createCalibrationSession(createBodyProfile());
    until(
      () => session.history.proposal !== null,
      20,
      (time) => person.step(session, time),
    );
    commandCalibration(session, { type: 'accept' });
    for (let i = 0; i < 3 * hz; i++) person.step(session, 20 + i / hz);
    expect(session.space.drifted).toBeNull();
    // The feed's space is elsewhere all at once.
    for (let i = 0; i < 4 * hz; i++) {
      person.step(session, 23 + i / hz);
      for (const { pose } of person.trackers) pose[0] += 0.1;
      stepCalibration(session, person.input, 0);
    }
    const moved = createPerson(3, true);
    for (let i = 0; i < 4 * hz; i++) moved.step(session, 27 + i / hz);
    expect(session.space.drifted).toMatch(/trackers of dtrack are \d+ cm off/);
    commandCalibration(session, { type: 'goTo', step: 'space' });
    until(
      () => session.history.proposal !== null,
      20,
      (time) => moved.step(session, 31 + time),
    );
    commandCalibration(session, { type: 'accept' });
    for (let i = 0; i < 3 * hz; i++) moved.step(session, 60 + i / hz);
    expect(session.space.drifted).toBeNull();
  });
});

describe('no tracker on headset or controllers', () => {
  test.each(seeds(2))(
    'walking and the T-pose bring the feed to 8 cm and 12 degrees, every role right (seed %i)',
    (seed) => {
      const person = createPerson(seed, false);
      const session = createCalibrationSession(createBodyProfile());
      until(
        () => session.history.proposal !== null,
        40,
        (time) => person.step(session, time),
      );
      expect(session.text).toMatch(/T-pose/);
      commandCalibration(session, { type: 'accept' });
      expect(session.step).toBe('tPose');
      until(
        () => session.step === 'roles',
        6,
        (time) => person.step(session, time, true),
      );
      expect(session.roles?.roles).toMatchObject({
        'dtrack/a': 'hips',
        'dtrack/b': 'leftFoot',
        'dtrack/c': 'rightFoot',
      });
      commandCalibration(session, { type: 'accept' });
      const found = session.history.present.spaces.dtrack;
      expect(found.method).toBe('tPose');
      const { metres, radians } = spaceError(Float64Array.from(found.pose), person.space, [0, 0.9, 0] as Vec3);
      expect(metres).toBeLessThan(0.08);
      expect(radians).toBeLessThan(12 * DEG);
    },
  );
});

test('with one space the step is skipped', () => {
  const session = createCalibrationSession(createBodyProfile());
  const devices = [{ id: 'a', pose: identity(0, 1, 0), quality: quality.tracked }];
  const input = { headWorld: identity(0, 1.6, 0), isHeadTracked: true, floorY: 0, devices };
  for (let i = 0; i < 2 * hz; i++) stepCalibration(session, input, 1 / hz);
  expect(session.step).toBe('tPose');
  commandCalibration(session, { type: 'back' });
  expect(session.step).toBe('putOn');
  commandCalibration(session, { type: 'goTo', step: 'space' });
  expect(session.step).toBe('tPose');
});
