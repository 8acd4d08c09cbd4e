import { describe, expect, test } from 'vitest';
import { buildLimb, createLimbState, stepLimb } from './limb.testing.js';

const limb = await buildLimb();

describe('rest', () => {
  test('comes to rest exactly: no speed, and no place changes by a bit', () => {
    const state = createLimbState(limb);
    for (let frame = 0; frame < 20; frame++) stepLimb(limb, state, { bend: frame / 20 }, 1 / 60);
    expect(state.skin.isAsleep).toBe(false);
    for (let frame = 0; frame < 360; frame++) stepLimb(limb, state, { bend: 1 }, 1 / 60);
    const still = state.skin.positions.slice();
    for (const { now, before } of state.skin.layers) expect(now).toEqual(before);
    for (let frame = 0; frame < 60; frame++) stepLimb(limb, state, { bend: 1 }, 1 / 60);
    expect(state.skin.positions).toEqual(still);
  });

  test('wakes at the slightest move', () => {
    const state = createLimbState(limb);
    for (let frame = 0; frame < 360; frame++) stepLimb(limb, state, {}, 1 / 60);
    expect(state.skin.isAsleep).toBe(true);
    const still = state.skin.positions.slice();
    for (let frame = 0; frame < 3; frame++) stepLimb(limb, state, { bend: 1e-7 }, 1 / 60);
    expect(state.skin.isAsleep).toBe(false);
    expect(state.skin.positions).not.toEqual(still);
  });
});
