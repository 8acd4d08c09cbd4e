import { lerp, vec3 } from '@leib/core';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings, thesisEmbodySettings } from '../embodySettings.js';
import { createEmbodyState, type EmbodyState } from '../embodyState.js';
import { boxGround, type GroundBox } from '../ground/boxGround.js';
import { flatGround, heightGround } from '../ground/ground.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame } from '../testing.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import { createPlayerState, defaultPlayerSettings } from './playerState.js';
import { stepPlayer } from './stepPlayer.js';

const model = buildEmbody(buildTestBody());
const STEP_COUNT = 8;
const stairs = (rise: number): GroundBox[] =>
  Array.from({ length: STEP_COUNT }, (_, i) => ({ min: [-2, -1, 1 + i * 0.29], max: [2, (i + 1) * rise, 99] }));

/** A person who only holds the stick, up the stairs. */
function climb(rise: number, hz: number, riseSeconds: number) {
  const ground = boxGround(stairs(rise), flatGround(0));
  const settings = { ...defaultPlayerSettings, walkSpeed: 0.8, riseSeconds };
  const player = createPlayerState();
  const state = createEmbodyState(model, ground);
  const room = standingFrame();
  const world = createJointFrame();
  let flyingSeconds = 0;
  room.leftController.stickY = 1;
  for (let i = 0; i < 5 * hz; i++) {
    stepPlayer(settings, player, room, ground, 1 / hz);
    vec3.copy(state.gait.stickVelocityWorld, player.stickVelocityWorld);
    applyTargetOffset(player, room, world);
    stepEmbody(model, state, world, 1 / hz);
    if (state.gait.isFlying) flyingSeconds += 1 / hz;
  }
  return { state, player, flyingSeconds };
}

/** The lower of both feet's grounds, between start and goal of a foot that steps. */
function lowerGround({ gait }: EmbodyState): number {
  const heights = gait.steps.map(({ isStepping, startWorld, goalWorld, placeWorld, progress }) =>
    isStepping ? lerp(startWorld[1], goalWorld[1], progress) : placeWorld[1],
  );
  return Math.min(...heights);
}

const rampAt = (z: number) => 0.25 * Math.max(0, Math.min(3, z - 1));
const stepsDownAt = (z: number) => -0.17 * Math.max(0, Math.min(8, Math.floor((z - 1) / 0.29) + 1));

describe.each([
  ['own', defaultEmbodySettings],
  ['thesis', thesisEmbodySettings],
])('grounding, %s settings', (_, settings) => {
  test.each([
    ['stairs', boxGround(stairs(0.17), flatGround(0)), STEP_COUNT * 0.17],
    ['stairs down', heightGround((_x, z) => stepsDownAt(z)), -STEP_COUNT * 0.17],
    ['a slope', heightGround((_x, z) => rampAt(z)), 0.75],
  ])('%s move the tracked space with the lower foot, by stick and by foot, and nobody flies', (_name, ground, top) => {
    for (const isByStick of [true, false]) {
      const groundedModel = buildEmbody(buildTestBody(), settings);
      const player = createPlayerState();
      const state = createEmbodyState(groundedModel, ground);
      const room = standingFrame();
      const world = createJointFrame();
      let [fromFeet, fromSphere, flying] = [0, 0, 0];
      if (isByStick) room.leftController.stickY = 1;
      for (let i = 0; i < 7 * 60; i++) {
        if (!isByStick) stride(room, Math.min(i / 60, 5.5));
        player.feetY = state.gait.isPlaced ? state.gait.feedback.groundY : null;
        stepPlayer({ ...defaultPlayerSettings, walkSpeed: 0.8 }, player, room, ground, 1 / 60);
        vec3.copy(state.gait.stickVelocityWorld, player.stickVelocityWorld);
        applyTargetOffset(player, room, world);
        stepEmbody(groundedModel, state, world, 1 / 60);
        fromFeet += Math.abs(player.offsetWorld[1] - lowerGround(state)) / (7 * 60);
        fromSphere = Math.max(fromSphere, Math.abs(player.offsetWorld[1] - player.footingWorld[1]));
        if (state.gait.isFlying) flying++;
      }
      // In the mean: it is eased. The sphere is where the head is, and at times as far from it as a foot is behind.
      expect(fromFeet).toBeLessThan(0.05);
      expect(fromSphere).toBeGreaterThan(0.04);
      expect(player.offsetWorld[1]).toBeCloseTo(top, 1);
      expect(flying).toBe(0);
    }
  });
});

/** Head and hands of a person who walks at 0.8 m/s for the given time. */
function stride(room: JointFrame, seconds: number): void {
  const phase = 2 * Math.PI * 0.8 * seconds;
  const z = 0.8 * seconds;
  room.jointPoses.set([0.02 * Math.sin(phase), 1.505 + 0.015 * Math.cos(2 * phase), z], 0);
  room.jointPoses.set([0.24, 0.9, z + 0.12 * Math.sin(phase)], 7);
  room.jointPoses.set([-0.24, 0.9, z - 0.12 * Math.sin(phase)], 14);
}

describe.each([60, 90])('stairs by stick at %i Hz', (hz) => {
  test.each([
    [0.1, 0.06],
    [0.17, 0.06],
    [0.17, 0.2],
    [0.2, 0.06],
  ])('of %f m each, pushed up within %f s: nobody flies, and the feet come along', (rise, riseSeconds) => {
    const { state, player, flyingSeconds } = climb(rise, hz, riseSeconds);
    const top = STEP_COUNT * rise;
    expect(flyingSeconds).toBe(0);
    expect(player.footingWorld[1]).toBeCloseTo(top, 2);
    for (const { placeWorld } of state.gait.steps) expect(placeWorld[1]).toBeGreaterThan(top - 1.01 * rise);
    expect(state.gait.lifted).toBeLessThan(0.5 * rise);
  });
});

test('the room’s rise is reported while a step lifts it, and only then', () => {
  const ground = boxGround(stairs(0.2), flatGround(0));
  const player = createPlayerState();
  const room = standingFrame();
  room.leftController.stickY = 1;
  let rise = 0;
  for (let i = 0; i < 450; i++) {
    const before = player.offsetWorld[1];
    stepPlayer(defaultPlayerSettings, player, room, ground, 1 / 90);
    expect(player.stickVelocityWorld[1] / 90).toBeCloseTo(player.offsetWorld[1] - before, 9);
    rise += player.stickVelocityWorld[1] / 90;
  }
  expect(rise).toBeCloseTo(STEP_COUNT * 0.2, 2);
});
