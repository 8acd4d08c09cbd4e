import { createVec3, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { defaultEmbodySettings } from '../../embodySettings.js';
import { heightGround } from '../../ground/ground.js';
import { createPerson, live, type Person, walking } from '../../prior/proposal/guide.testing.js';
import { wanderingFrame } from '../../testing.js';
import { findPace } from './ledFeetSettings.js';
import type { LedFootFrame } from './ledFeetState.js';
import { beginPutRight, putRight } from './putRight.js';

const { feet: settings } = defaultEmbodySettings.prior;

/** Both feet of a person, standing at the origin, and a proposal for the first. */
function standing() {
  const person = createPerson();
  const { gait } = person.model;
  const [foot, other] = person.state.ledFeet.feet;
  for (const foot of person.state.ledFeet.feet) {
    foot.isBallDown = true;
    foot.isHeelDown = true;
    vec3.zero(foot.heldWorld);
    vec3.zero(foot.roomWorld);
    vec3.zero(foot.shiftWorld);
  }
  const leg = gait.legs[0];
  if (leg === null) throw new Error('the test body has legs');
  const { body, gait: gaitState } = person.state;
  return { gait, gaitState, settings, body, side: 0, leg, foot, other, wish: foot.proposed };
}

/** Puts a foot right for some seconds; what it was at each frame. */
function goOn(one: ReturnType<typeof standing>, seconds: number, hz: number) {
  const frame: LedFootFrame = { ...one, pace: findPace(settings, 1 / hz) };
  const { foot } = one;
  return Array.from({ length: Math.round(seconds * hz) }, () => {
    putRight(frame);
    return { place: vec3.clone(foot.heldWorld), lift: foot.liftHeight, isPutRight: foot.isPutRight };
  });
}

describe('a standing foot that is off is put right', () => {
  test.each([60, 90, 120])('slowly, lifted, only as far as it takes, and then it stands (%i Hz)', (hz) => {
    const one = standing();
    const { foot, other, wish, gait } = one;
    vec3.set(wish.ballWorld, 0.16, 0, -0.12);
    beginPutRight(foot, other);
    const frames = goOn(one, 3, hz);
    const until = settings.putRightUntil * gait.lengthScale;
    expect(vec3.distance(foot.heldWorld, wish.ballWorld)).toBeGreaterThan(until - 0.003);
    expect(vec3.distance(foot.heldWorld, wish.ballWorld)).toBeLessThan(until + 0.003);
    let before = createVec3();
    let speedBefore = 0;
    for (const { place, lift } of frames) {
      const speed = vec3.distance(place, before) * hz;
      expect(speed).toBeLessThan(settings.putRightSpeed + 1e-6);
      // Neither starts nor stops at once.
      expect(Math.abs(speed - speedBefore)).toBeLessThan(Math.max(1.6 / hz, 0.02));
      expect(lift > 0).toBe(speed > 0);
      before = place;
      speedBefore = speed;
    }
    expect(Math.max(...frames.map(({ lift }) => lift))).toBeGreaterThan(0.01);
    expect(frames[frames.length - 1]).toMatchObject({ lift: 0, isPutRight: false });
  });

  test('one at a time, and only while the other carries', () => {
    const { foot, other } = standing();
    other.isPutRight = true;
    beginPutRight(foot, other);
    expect(foot.isPutRight).toBe(false);
    other.isPutRight = false;
    other.isHeelDown = false;
    other.isBallDown = false;
    beginPutRight(foot, other);
    expect(foot.isPutRight).toBe(false);
    other.isHeelDown = true;
    beginPutRight(foot, other);
    expect(foot.isPutRight).toBe(true);
  });

  test('not to where it has no room', () => {
    const one = standing();
    const { foot, other, wish } = one;
    vec3.set(wish.ballWorld, 0.3, 0, 0);
    vec3.set(foot.roomWorld, -0.25, 0, 0);
    beginPutRight(foot, other);
    goOn(one, 2, 90);
    // The wish and its room are within reach of what is put up with.
    expect(vec3.length(foot.heldWorld)).toBeLessThan(1e-9);
  });
});

const feetOf = ({ state }: Person) => state.ledFeet.feet;

describe('in a whole body', () => {
  test('what stands moves only while it is put right, slowly, and never two at once', () => {
    let [stood, putRightFrames, tooFast, wrong] = [0, 0, 0, 0];
    for (const seed of seeds(4)) {
      const person = createPerson();
      const before = [createVec3(), createVec3()];
      const held = [0, 0];
      live(
        person,
        (seconds, out) => wanderingFrame(seed, seconds, out),
        8,
        90,
        () => {
          const feet = feetOf(person);
          if (feet.every(({ isPutRight }) => isPutRight)) wrong++;
          feet.forEach((foot, side) => {
            held[side] = foot.isBallDown ? held[side] + 1 : 0;
            const moved = Math.hypot(foot.heldWorld[0] - before[side][0], foot.heldWorld[2] - before[side][2]);
            vec3.copy(before[side], foot.heldWorld);
            if (held[side] < 12) return; // has just come down, and comes to rest
            stood++;
            if (foot.isPutRight) putRightFrames++;
            if (moved * 90 > (foot.isPutRight ? settings.putRightSpeed + 1e-6 : 1e-3)) tooFast++;
            if (person.state.body.feet[side].isPlanted === foot.isPutRight) wrong++;
          });
        },
      );
    }
    expect([tooFast, wrong]).toEqual([0, 0]);
    expect(stood).toBeGreaterThan(2000);
    expect(putRightFrames).toBeGreaterThan(50); // so something was tried
    expect(putRightFrames).toBeLessThan(0.2 * stood);
  });

  test('on uneven ground no foot is put right for ever', () => {
    // Steps of 10 cm every 30 cm: somewhere a foot has no room where it is wished.
    const ground = heightGround((_, z) => 0.1 * Math.max(0, Math.min(10, Math.floor((z - 0.6) / 0.3))));
    const person = createPerson(defaultEmbodySettings, ground);
    const stop = 3;
    const walk = walking(1, (z) => 0.1 * Math.max(0, Math.min(10, Math.floor((z - 0.6) / 0.3))));
    let frames = 0;
    live(
      person,
      (seconds, out) => walk(Math.min(seconds, stop), out),
      8,
      72,
      () => {
        if (person.clock > stop + 3 && feetOf(person).some(({ isPutRight }) => isPutRight)) frames++;
      },
    );
    expect(frames).toBeLessThan(0.1 * 2 * 72);
  });
});
