import { describe, expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import {
  buildCurve,
  type Curve,
  type CurveKey,
  curveKeys,
  evaluateCurve,
  evaluateCurveSlope,
  type TangentMode,
  withTangents,
} from './curve.js';
import { curveFromJson, curveToJson } from './curveJson.js';
import { insertCurveKey, moveCurveKey, removeCurveKey, setCurveKeyTangents } from './editCurve.js';

const key = (time: number, value: number, inTangent = 0, outTangent = inTangent): CurveKey => ({
  time,
  value,
  inTangent,
  outTangent,
});

function randomCurve(seed: number, count = 6): Curve {
  const random = seededRandom(seed);
  let time = random();
  return buildCurve(
    Array.from({ length: count }, () => {
      time += 0.05 + random();
      return key(time, random() * 4 - 2, random() * 6 - 3, random() * 6 - 3);
    }),
  );
}

const samples = (curve: Curve, count = 200) => {
  const [first, last] = [curve.times[0], curve.times[curve.times.length - 1]];
  return Array.from({ length: count + 1 }, (_, i) => first - 0.1 + ((last - first + 0.2) * i) / count);
};

test.each(seeds(20))('it goes through its keys with their slopes (seed %i)', (seed) => {
  const curve = randomCurve(seed);
  curveKeys(curve).forEach(({ time, value, inTangent, outTangent }, i) => {
    expect(evaluateCurve(curve, time)).toBeCloseTo(value, 12);
    const h = 1e-7;
    if (i > 0) expect((value - evaluateCurve(curve, time - h)) / h).toBeCloseTo(inTangent, 3);
    if (i < curve.times.length - 1) expect((evaluateCurve(curve, time + h) - value) / h).toBeCloseTo(outTangent, 3);
  });
});

test('a cubic is reproduced exactly from its values and slopes', () => {
  const [f, df] = [(t: number) => 2 * t ** 3 - t ** 2 + 3, (t: number) => 6 * t ** 2 - 2 * t];
  const curve = buildCurve([-1, 0.3, 2].map((time) => key(time, f(time), df(time))));
  for (let time = -1; time <= 2; time += 0.1) {
    expect(evaluateCurve(curve, time)).toBeCloseTo(f(time), 12);
    expect(evaluateCurveSlope(curve, time)).toBeCloseTo(time < 2 ? df(time) : 0, 11);
  }
});

test('ends are held', () => {
  const curve = randomCurve(1);
  expect(evaluateCurve(curve, -1e9)).toBe(curve.values[0]);
  expect(evaluateCurve(curve, 1e9)).toBe(curve.values[5]);
  expect(evaluateCurve(buildCurve([key(1, 7, 99)]), 5)).toBe(7);
  expect(evaluateCurveSlope(buildCurve([key(1, 7, 99)]), 1)).toBe(0);
});

test.each([
  ['the left key', Number.POSITIVE_INFINITY, 0],
  ['the left key, downwards', Number.NEGATIVE_INFINITY, 0],
  ['the right key', 0, Number.POSITIVE_INFINITY],
])('an infinite tangent of %s makes the segment a step', (_, out, into) => {
  const curve = buildCurve([key(0, 1, 0, out), key(1, 5, into, 0), key(2, 6)]);
  expect(evaluateCurve(curve, 0.999)).toBe(1);
  expect(evaluateCurve(curve, 1)).toBe(5);
  expect(evaluateCurveSlope(curve, 0.5)).toBe(0);
  expect(evaluateCurve(curve, 1.5)).toBeCloseTo(5.5, 12);
});

describe('tangents', () => {
  test.each(seeds(20))('auto rises where the keys rise and never leaves their range (seed %i)', (seed) => {
    const curve = withTangents(randomCurve(seed, 8), 'auto');
    const { times, values } = curve;
    for (let i = 0; i + 1 < times.length; i++) {
      const [low, high] = [Math.min(values[i], values[i + 1]), Math.max(values[i], values[i + 1])];
      let before = values[i];
      for (let s = 0.02; s <= 1; s += 0.02) {
        const value = evaluateCurve(curve, times[i] + s * (times[i + 1] - times[i]));
        expect(value).toBeGreaterThan(low - 1e-9);
        expect(value).toBeLessThan(high + 1e-9);
        expect((value - before) * (values[i + 1] - values[i])).toBeGreaterThan(-1e-9);
        before = value;
      }
    }
  });

  test('linear is straight lines, flat is level, step holds; auto through a line is the line', () => {
    const base = buildCurve([key(0, 0), key(1, 2), key(3, 6)]);
    const at = (mode: TangentMode, time: number) => evaluateCurve(withTangents(base, mode), time);
    expect(at('linear', 0.25)).toBeCloseTo(0.5, 12);
    expect(at('auto', 2.2)).toBeCloseTo(4.4, 12);
    expect(at('flat', 0.5)).toBeCloseTo(1, 12);
    expect(evaluateCurveSlope(withTangents(base, 'flat'), 1)).toBe(0);
    expect(at('step', 2.99)).toBe(2);
  });

  test('one key can be changed alone', () => {
    const curve = randomCurve(3);
    const changed = withTangents(curve, 'flat', 2);
    expect(curveKeys(changed).toSpliced(2, 1)).toEqual(curveKeys(curve).toSpliced(2, 1));
    expect(changed.inTangents[2]).toBe(0);
  });
});

describe('editing', () => {
  test.each(seeds(20))('a new key does not change the shape (seed %i)', (seed) => {
    const curve = withTangents(randomCurve(seed), 'step', 2);
    for (const time of samples(curve, 13)) {
      const edited = insertCurveKey(curve, time);
      expect(edited.curve.times[edited.index]).toBe(time);
      for (const t of samples(curve)) expect(evaluateCurve(edited.curve, t)).toBeCloseTo(evaluateCurve(curve, t), 9);
    }
  });

  test('a key on a key is that key', () => {
    const curve = randomCurve(1);
    expect(insertCurveKey(curve, curve.times[3])).toEqual({ curve, index: 3 });
  });

  test('a dragged key stops at its neighbours and the old curve is untouched', () => {
    const curve = buildCurve([key(0, 0), key(1, 1), key(2, 2)]);
    const before = JSON.stringify(curveToJson(curve));
    expect(moveCurveKey(curve, 1, 9, -3).times[1]).toBeCloseTo(2 - 1e-4, 12);
    expect(moveCurveKey(curve, 1, -9, -3).times[1]).toBeCloseTo(1e-4, 12);
    expect(moveCurveKey(curve, 1, 0.5, -3)).toMatchObject({ values: Float64Array.of(0, -3, 2) });
    expect(moveCurveKey(curve, 2, 50, 0).times[2]).toBe(50);
    expect(JSON.stringify(curveToJson(curve))).toBe(before);
  });

  test('there and back: removing what was inserted', () => {
    const curve = randomCurve(4);
    const { curve: more, index } = insertCurveKey(curve, (curve.times[1] + curve.times[2]) / 2);
    expect(curveKeys(removeCurveKey(more, index))).toEqual(curveKeys(curve));
  });

  test('impossible edits are refused', () => {
    const curve = buildCurve([key(0, 0)]);
    expect(() => removeCurveKey(curve, 0)).toThrow('at least two keys');
    expect(() => removeCurveKey(curve, 4)).toThrow('expected a key from 0 to 0, got 4');
    expect(() => moveCurveKey(curve, 0, Number.NaN, 0)).toThrow('keys[0].time: expected a finite number, got NaN');
    expect(() => insertCurveKey(curve, Number.NaN)).toThrow('time: expected a finite number, got NaN');
    expect(() => setCurveKeyTangents(curve, 0, Number.NaN, 0)).toThrow('keys[0].inTangent');
  });
});

describe('JSON', () => {
  test.each(seeds(10))('there and back is the same curve (seed %i)', (seed) => {
    const curve = withTangents(randomCurve(seed), 'step', 1);
    const back = curveFromJson(JSON.parse(JSON.stringify(curveToJson(curve))));
    for (const time of samples(curve)) expect(evaluateCurve(back, time)).toBe(evaluateCurve(curve, time));
  });

  test('tangents that are left out are automatic', () => {
    const keys = [
      { time: 0, value: 0 },
      { time: 1, value: 1 },
      { time: 2, value: 5 },
    ];
    const plain = buildCurve(keys.map(({ time, value }) => key(time, value)));
    expect(curveFromJson({ keys })).toEqual(withTangents(plain, 'auto'));
  });

  test.each([
    [null, 'curves["lift"]: expected an object, got null'],
    [{ keys: [] }, 'curves["lift"], keys: expected at least one key'],
    [{ keys: [3] }, 'curves["lift"], keys[0]: expected an object, got 3'],
    [{ keys: [{ time: 0 }] }, 'curves["lift"], keys[0].value: expected a value, got nothing'],
    [{ keys: [{ time: '0', value: 1 }] }, 'curves["lift"], keys[0].time: expected a number, got "0"'],
    [{ keys: [{ time: 0, value: 1, inTangent: 'up' }] }, 'keys[0].inTangent: expected one of number, "step", got "up"'],
    [{ keys: [0, 1, 2, 2].map((time) => ({ time, value: 0 })) }, 'curves["lift"], keys[3].time: expected more than 2'],
  ])('%j is refused: %s', (json, message) => {
    expect(() => curveFromJson(json, 'curves["lift"]')).toThrow(message);
  });
});
