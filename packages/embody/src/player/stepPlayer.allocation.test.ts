import { bytesPerCall } from '@leib/core/testing';
import { createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { boxGround } from '../ground/boxGround.js';
import { standingFrame } from '../testing.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import { defaultPlayerSettings, type PlayerSettings } from './playerSettings.js';
import { createPlayerState } from './playerState.js';
import { stepPlayer } from './stepPlayer.js';

// In a file of its own: with grounds of several kinds in one program the numbers handed to query() are boxed.
test('a frame allocates nothing', { timeout: 60_000 }, () => {
  const state = createPlayerState();
  const room = standingFrame();
  room.leftController.stickY = 0.5;
  room.rightController.stickX = 0.3;
  const world = createJointFrame();
  const ground = boxGround([{ min: [-5, 0, 1], max: [5, 2, 1.5] }]);
  const settings: PlayerSettings = { ...defaultPlayerSettings, turn: 'smooth' };
  const bytes = bytesPerCall(() => {
    stepPlayer(settings, state, room, ground, 1 / 90);
    applyTargetOffset(state, room, world);
  }, 20_000);
  expect(bytes).toBeLessThan(1);
});
