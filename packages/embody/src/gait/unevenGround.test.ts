import { describe, expect, test } from 'vitest';
import { boxGround, type GroundBox } from '../ground/boxGround.js';
import { createGroundHit, flatGround, type Ground, heightGround } from '../ground/ground.js';
import { createWalker, jointAt, straight, type Way, walk } from './gait.testing.js';
import { defaultGaitSettings } from './gaitSettings.js';

const hit = createGroundHit();

describe('uneven ground', () => {
  const tread = 0.29;
  const rise = 0.17;
  const stairs = (direction: 1 | -1): GroundBox[] =>
    Array.from({ length: 12 }, (_, i) =>
      direction > 0
        ? { min: [-2, -3, 1 + i * tread], max: [2, (i + 1) * rise, 99] }
        : { min: [-2, -9, -99], max: [2, -i * rise, 1 + i * tread] },
    );
  const below: Ground = { query: () => false };

  /** Along the stairs, with the hips as high over them as over a floor. */
  function climb(direction: 1 | -1, speed: number): Way {
    return (seconds) => {
      const { z } = straight(speed)(seconds);
      const part = Math.min(Math.max((z - 1) / tread + 0.5, 0), 12);
      return { x: 0, z, yaw: 0, floorY: direction * rise * part - (direction > 0 ? 0.06 : 0.12), sunk: 0.02 };
    };
  }

  test.each([
    ['up', 1],
    ['down', -1],
  ] as const)(
    'stairs %s: every step lands on a tread with the whole foot, and no toe goes through an edge',
    (_name, direction) => {
      const ground =
        direction > 0
          ? boxGround(stairs(1), flatGround(0))
          : boxGround([...stairs(-1), { min: [-2, -9, 0], max: [2, -12 * rise, 99] }], below);
      const walker = createWalker(defaultGaitSettings, ground);
      const wasStepping = [false, false];
      let landed = 0;
      walk(walker, climb(direction, 0.6), 7, 90, () => {
        for (let side = 0; side < 2; side++) {
          const step = walker.state.steps[side];
          const leg = walker.model.legs[side];
          if (leg === null) continue;
          if (wasStepping[side] && !step.isStepping) {
            landed++;
            for (const ahead of [0, leg.toeAhead - 0.01, -leg.heelBehind + 0.01]) {
              ground.query(step.placeWorld[0], step.placeWorld[2] + ahead, 99, hit);
              expect(Math.abs(hit.height - step.placeWorld[1])).toBeLessThan(0.01);
            }
          }
          wasStepping[side] = step.isStepping;
          const foot = walker.body.feet[side].ankleWorld;
          ground.query(foot[0], foot[2], 99, hit);
          expect(foot[1]).toBeGreaterThan(hit.height + leg.ankleHeight - 0.03);
          const toes = jointAt(walker, leg.toes);
          ground.query(toes[0], toes[2], 99, hit);
          expect(toes[1]).toBeGreaterThan(hit.height - 0.005);
        }
      });
      expect(landed).toBeGreaterThan(8);
    },
  );

  test.each([-0.3, -0.15, 0.15, 0.3])('on a slope of %f feet lie on it', (slope) => {
    const ground = heightGround((_x, z) => slope * z);
    const walker = createWalker(defaultGaitSettings, ground);
    const way: Way = (seconds) => {
      const { z } = straight(0.8)(seconds);
      return { x: 0, z, yaw: 0, floorY: slope * z - 0.08 };
    };
    let flat = 0;
    walk(walker, way, 6, 90, () => {
      for (let side = 0; side < 2; side++) {
        const leg = walker.model.legs[side];
        if (leg === null) continue;
        const toes = jointAt(walker, leg.toes);
        expect(toes[1]).toBeGreaterThan(slope * toes[2] - 0.005);
        const { plantedSeconds, isStepping, normalWorld } = walker.state.steps[side];
        if (isStepping || plantedSeconds < 0.2) continue;
        flat++;
        expect(normalWorld[2] / normalWorld[1]).toBeCloseTo(-slope, 6);
      }
    });
    expect(flat).toBeGreaterThan(100);
  });

  test('at the edge of nothing the feet stay on what there is', () => {
    const ledge = heightGround((_x, z) => (z < 1 ? 0 : Number.NaN));
    const walker = createWalker(defaultGaitSettings, ledge);
    const way: Way = (seconds) => ({ x: 0, z: Math.min(1, 0.5 * seconds), yaw: 0 });
    walk(walker, way, 5, 90, () => {
      for (const { isStepping, placeWorld } of walker.state.steps)
        if (!isStepping) expect(placeWorld[2]).toBeLessThan(1);
    });
  });
});

test('a jump takes both feet along and lands them', () => {
  const walker = createWalker();
  const jump: Way = (seconds) => {
    const t = seconds - 1;
    const up = t > 0 && t < 0.7 ? 0.5 * 9.81 * t * (0.7 - t) : 0;
    return { x: 0, z: t > 0 ? Math.min(t, 0.7) * 1.2 : 0, yaw: 0, sunk: -up };
  };
  let highest = 0;
  walk(
    walker,
    jump,
    3,
    90,
    () => {
      highest = Math.max(highest, Math.min(walker.body.feet[0].ankleWorld[1], walker.body.feet[1].ankleWorld[1]));
    },
    false,
  );
  expect(highest).toBeGreaterThan(0.3);
  for (let side = 0; side < 2; side++) {
    const { isStepping, placeWorld } = walker.state.steps[side];
    expect(isStepping).toBe(false);
    expect(Math.abs(placeWorld[2] - 0.84)).toBeLessThan(0.35);
    expect(walker.body.feet[side].ankleWorld[1]).toBeLessThan(0.12);
  }
});
