import { vec3 } from '@leib/core';
import { createJointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { createEmbodyState } from '../embodyState.js';
import { boxGround, type GroundBox } from '../ground/boxGround.js';
import { flatGround } from '../ground/ground.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame } from '../testing.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import { defaultPlayerSettings } from './playerSettings.js';
import { createPlayerState } from './playerState.js';
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
