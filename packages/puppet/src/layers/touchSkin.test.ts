import { expect, test } from 'vitest';
import { buildLimb, createLimbState, stepLimb } from './limb.testing.js';
import { pokeSkin } from './touchSkin.js';

test('a poke wakes the skin, moves it there and not elsewhere, and it comes back', async () => {
  const limb = await buildLimb();
  const state = createLimbState(limb);
  for (let frame = 0; frame < 360; frame++) stepLimb(limb, state, {}, 1 / 60);
  const still = state.skin.positions.slice();
  const poked = 0;
  const at = [still[0], still[1], still[2]] as const;
  const far = [...still.keys()].filter((i) => i % 3 === 0).reduce((a, b) => (still[b] > still[a] ? b : a));
  pokeSkin(limb.skin, state.skin, { at, radius: 0.03, velocity: [0, -1, 0] });
  stepLimb(limb, state, {}, 1 / 60);
  expect(state.skin.positions[poked + 1]).toBeLessThan(still[1] - 0.002);
  expect(Math.abs(state.skin.positions[far + 1] - still[far + 1])).toBeLessThan(1e-5);
  for (let frame = 0; frame < 600; frame++) stepLimb(limb, state, {}, 1 / 60);
  expect(state.skin.isAsleep).toBe(true);
  expect(Math.abs(state.skin.positions[poked + 1] - still[1])).toBeLessThan(1e-4);
});
