import { randomQuat, randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import type { SkinLayer, SkinRegion, SkinSettings } from '../file/puppetFile.js';
import { buildLimb, createLimbState, type Limb, type LimbMove, type LimbState, stepLimb } from './limb.testing.js';

const small = { rings: 24, around: 10 };
const limb = await buildLimb(small);

const limbWith = (region: Partial<SkinRegion>, settings: Partial<SkinSettings> = {}) =>
  buildLimb({ ...small, region, settings });

function play(
  which: Limb,
  seconds: number,
  hz: number,
  move: (time: number) => LimbMove,
  state = createLimbState(which),
) {
  for (let frame = 0; frame <= Math.round(seconds * hz); frame++) stepLimb(which, state, move(frame / hz), 1 / hz);
  return state;
}

/** Carried by 10 cm within a fifth of a second, and held there. */
const shove = (time: number): LimbMove => ({ position: [0.1 * smooth(time / 0.2), 0, 0] });
const smooth = (share: number) => (share >= 1 ? 1 : share * share * (3 - 2 * share));

/** Offset of one place of the skin from its inner place along x. */
const lagOf = ({ skin, inner }: LimbState, place = 100) => skin.positions[place * 3] - inner.positions[place * 3];

describe('rest', () => {
  test('comes to rest exactly: no speed, and no place changes by a bit', () => {
    const state = play(limb, 0.3, 60, (time) => ({ bend: time * 3 }));
    expect(state.skin.isAsleep).toBe(false);
    play(limb, 6, 60, () => ({ bend: 1 }), state);
    const still = state.skin.positions.slice();
    for (const { now, before } of state.skin.layers) expect(now).toEqual(before);
    play(limb, 1, 60, () => ({ bend: 1 }), state);
    expect(state.skin.positions).toEqual(still);
  });

  test('sleeps no earlier than its wobble has become invisible', () => {
    const state = createLimbState(limb);
    let last = 0;
    for (let frame = 0; !state.skin.isAsleep; frame++) {
      last = state.skin.maxOffset;
      stepLimb(limb, state, shove(frame / 60), 1 / 60);
    }
    expect(Math.abs(state.skin.maxOffset - last)).toBeLessThan(1e-6); // metres
  });

  test('wakes at the slightest move', () => {
    const state = play(limb, 6, 60, () => ({}));
    expect(state.skin.isAsleep).toBe(true);
    const still = state.skin.positions.slice();
    play(limb, 0.05, 60, () => ({ bend: 1e-7 }), state);
    expect(state.skin.isAsleep).toBe(false);
    expect(state.skin.positions).not.toEqual(still);
  });

  test('gives the same bits twice', () => {
    const [a, b] = [0, 1].map(() => play(limb, 1, 60, (time) => ({ bend: Math.sin(7 * time), ...shove(time) })));
    expect(a.skin.positions).toEqual(b.skin.positions);
  });
});

describe('time', () => {
  test.each([10, 24, 30, 50, 72, 90, 120, 144, 240])('wobbles at %i Hz as at 60', (hz) => {
    // Both rates have a frame at every tick.
    const tick = hz % 6 === 0 ? 1 / 6 : 1 / 10;
    const wobble = (rate: number) => {
      const state = play(limb, 0.1, rate, () => ({}));
      for (const { now, before } of state.skin.layers) {
        for (let at = 0; at < now.length; at += 3) for (const offsets of [now, before]) offsets[at] += 0.02;
      }
      return Array.from({ length: 5 }, () => {
        for (let frame = 0; frame < Math.round(rate * tick); frame++) stepLimb(limb, state, {}, 1 / rate);
        return lagOf(state);
      });
    };
    const [own, reference] = [wobble(hz), wobble(60)];
    expect(Math.max(...reference)).toBeGreaterThan(0.002);
    own.forEach((lag, i) => {
      expect(Math.abs(lag - reference[i])).toBeLessThan(0.03 * 0.02); // 3 % of the push
    });
  });

  test.each([30, 90, 150, 240])('follows a movement at %i Hz as at 60', (hz) => {
    const lags = (rate: number) => {
      const state = createLimbState(limb);
      stepLimb(limb, state, {}, 0);
      return Array.from({ length: 30 }, (_, tick) => {
        for (let frame = 1; frame <= rate / 30; frame++) {
          const time = tick / 30 + frame / rate;
          stepLimb(limb, state, { position: [0.1 * smooth(time / 0.4), 0, 0] }, 1 / rate);
        }
        return lagOf(state);
      });
    };
    const [own, reference] = [lags(hz), lags(60)];
    const most = Math.max(...reference.map(Math.abs));
    expect(most).toBeGreaterThan(0.004);
    own.forEach((lag, i) => {
      expect(Math.abs(lag - reference[i])).toBeLessThan(0.05 * most);
    });
  });

  test('goes on after a pause of two seconds from where the puppet is now', () => {
    const state = play(limb, 0.5, 60, shove);
    stepLimb(limb, state, { position: [1, 0.5, 0], bend: 1 }, 2);
    expect(state.skin.maxOffset).toBeLessThanOrEqual(0.03 + 1e-12);
    const after = state.skin.maxOffset;
    play(limb, 0.2, 60, () => ({ position: [1, 0.5, 0], bend: 1 }), state);
    expect(state.skin.maxOffset).toBeLessThan(after + 0.01);
  });

  test('sags and comes to the same exact rest when every frame is a pause', () => {
    const slow = play(limb, 30, 1, () => ({}));
    const quick = play(limb, 10, 60, () => ({}));
    expect(slow.skin.isAsleep).toBe(true);
    expect(slow.skin.meanOffset).toBeGreaterThan(1e-5);
    expect(slow.skin.meanOffset / quick.skin.meanOffset).toBeCloseTo(1, 2);
  });

  test('a puppet that is put elsewhere takes its skin along without a swing', () => {
    const state = play(limb, 4, 60, () => ({}));
    const before = lagOf(state);
    play(limb, 0.1, 60, () => ({ position: [3, 0, 0] }), state);
    expect(lagOf(state)).toBeCloseTo(before, 6);
  });
});

describe('laws of springs', () => {
  const swingTime = (which: Limb) => {
    // Seconds until the skin first swings back through its rest after a shove.
    const state = createLimbState(which);
    let wasAway = false;
    for (let frame = 0; frame < 600; frame++) {
      stepLimb(which, state, { position: [0.02 * smooth(frame / 4), 0, 0] }, 1 / 240);
      if (lagOf(state) < -0.002) wasAway = true;
      if (wasAway && lagOf(state) > 0) return frame / 240;
    }
    return Infinity;
  };

  test('stiffer swings quicker, heavier slower', async () => {
    const [loose, stiff, heavy] = await Promise.all([
      limbWith({ stiffness: 0.3 }),
      limbWith({ stiffness: 0.6 }),
      limbWith({ stiffness: 0.3, mass: 3 }),
    ]);
    expect(swingTime(stiff)).toBeLessThan(0.7 * swingTime(loose));
    expect(swingTime(heavy)).toBeGreaterThan(1.4 * swingTime(loose));
  });

  test('heavier hangs deeper; stiff skin keeps its drawn shape', async () => {
    const sag = async (region: Partial<SkinRegion>) => {
      const which = await limbWith({ maxDistance: 1, damping: 0.5, ...region });
      return play(which, 4, 60, () => ({})).skin.meanOffset;
    };
    const [light, heavy, stiff] = [await sag({}), await sag({ mass: 3 }), await sag({ stiffness: 0.9 })];
    expect(heavy / light).toBeCloseTo(3, 1);
    expect(light).toBeGreaterThan(1e-3);
    expect(stiff).toBeLessThan(1e-5);
  });

  test('turned over it hangs by what has changed, too: g + (g - Rg) is three times g', async () => {
    const which = await limbWith({ maxDistance: 1, damping: 0.5 });
    const [upright, over] = [[0, 0, 0, 1] as const, [0, 0, 1, 0] as const].map((turn) =>
      play(which, 4, 60, () => ({ turn: [...turn] })),
    );
    expect(over.skin.meanOffset / upright.skin.meanOffset).toBeCloseTo(3, 1);
  });

  test('more damping ends the wobble sooner', async () => {
    const left = async (damping: number) => {
      const which = await limbWith({ damping }, { gravity: [0, 0, 0] });
      return play(which, 0.8, 60, shove).skin.maxOffset;
    };
    expect(await left(0.6)).toBeLessThan(0.3 * (await left(0.05)));
  });

  test('neighbours hold each other: a lone heavy place drags them along', async () => {
    const paint = new Uint8Array(limb.mesh.placeCount);
    paint[115] = 1;
    const regions: SkinRegion[] = [
      { name: 'light', stiffness: 0.5, damping: 0.5, mass: 1, maxDistance: 1 },
      { name: 'heavy', stiffness: 0.5, damping: 0.5, mass: 60, maxDistance: 1 },
    ];
    const painted = { placeCount: paint.length, regions: btoa(String.fromCharCode(...paint)) };
    const heavy = play(await buildLimb({ ...small, settings: { regions, paint: painted } }), 4, 60, () => ({}));
    const even = play(await buildLimb({ ...small, settings: { regions } }), 4, 60, () => ({}));
    const sagOf = ({ skin, inner }: LimbState, place: number) =>
      inner.positions[place * 3 + 1] - skin.positions[place * 3 + 1];
    expect(sagOf(heavy, 115)).toBeGreaterThan(3 * sagOf(even, 115));
    expect(sagOf(heavy, 116)).toBeGreaterThan(1.5 * sagOf(even, 116));
  });
});

test.each(seeds(12))('nothing is ever farther than it may be, and every number is finite (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const state = createLimbState(limb);
  for (let frame = 0; frame < 80; frame++) {
    const [far, way] = [random() < 0.1 ? 100 : 0.3, randomUnit(random)];
    const position: [number, number, number] = [far * way[0], far * way[1], far * way[2]];
    const turn = randomQuat(random) as unknown as [number, number, number, number];
    const move = { position, turn, bend: 6 * random() - 3, twist: 4 * random() - 2 };
    const dtSeconds = random() < 0.1 ? 0 : random() < 0.1 ? 5 * random() : 0.05 * random();
    stepLimb(limb, state, move, dtSeconds);
    expect(state.skin.positions.every(Number.isFinite)).toBe(true);
    expect(state.skin.maxOffset).toBeLessThanOrEqual(0.03 + 1e-12);
  }
});

describe('further layers', () => {
  const fat: Extract<SkinLayer, { kind: 'fat' }> = { kind: 'fat', thickness: 0.02, stiffness: 0.4, damping: 0.1 };
  const fur: Extract<SkinLayer, { kind: 'fur' }> = {
    kind: 'fur',
    length: 0.04,
    shells: 8,
    stiffness: 0.4,
    damping: 0.2,
    density: 900,
    colour: [1, 1, 1],
  };

  test('fat swings on its own below the skin, and adds to the lag', async () => {
    const which = await limbWith({ maxDistance: 1 }, { layers: [fat], gravity: [0, 0, 0] });
    const state = play(which, 0.2, 60, shove);
    expect(state.skin.layers).toHaveLength(2);
    const [below, skin] = state.skin.layers.map(({ now }) => Math.abs(now[300]));
    expect(below).toBeGreaterThan(1e-3);
    expect(skin).not.toBe(below);
    const bare = play(await limbWith({ maxDistance: 1 }, { gravity: [0, 0, 0] }), 0.2, 60, shove);
    expect(state.skin.maxOffset).toBeGreaterThan(1.3 * bare.skin.maxOffset);
  });

  test('stiffer fat lags less, and more damped fat swings on for a shorter time', async () => {
    const lag = async (seconds: number, changes: Partial<typeof fat>) => {
      const layers = [{ ...fat, ...changes }];
      return play(await limbWith({ maxDistance: 1 }, { layers, gravity: [0, 0, 0] }), seconds, 60, shove).skin
        .maxOffset;
    };
    expect(await lag(0.2, { stiffness: 0.8 })).toBeLessThan(0.5 * (await lag(0.2, {})));
    expect(await lag(1.5, { damping: 0.8 })).toBeLessThan(0.5 * (await lag(1.5, {})));
  });

  test('tips of fur lag behind the skin, keep their length, stay outside, and come to rest', async () => {
    const which = await limbWith({}, { layers: [fur] });
    const state = play(which, 0.1, 60, shove);
    const lagOfTip = (place: number, mostLength = 1.01) => {
      const { positions, furs } = state.skin;
      const { normals } = state.inner;
      const away = [0, 1, 2].map((k) => furs[0].tips[place * 3 + k] - positions[place * 3 + k]);
      expect(Math.hypot(...away)).toBeLessThan(fur.length * mostLength);
      const height = away.reduce((sum, x, k) => sum + x * normals[place * 3 + k], 0);
      expect(height).toBeGreaterThan(0.05 * fur.length);
      return Math.hypot(...away.map((x, k) => x - fur.length * normals[place * 3 + k]));
    };
    expect(lagOfTip(115)).toBeGreaterThan(2e-3);
    // However hard it is shaken.
    for (let i = 0; i < 30; i++) {
      stepLimb(which, state, { position: [0, i % 2 ? 0.3 : 0, i % 4 > 1 ? 0.3 : 0] }, 1 / 60);
      for (let place = 0; place < which.mesh.placeCount; place++) lagOfTip(place, 1.2);
    }
    play(which, 8, 60, () => shove(1), state);
    expect(state.skin.isAsleep).toBe(true);
  });
});
