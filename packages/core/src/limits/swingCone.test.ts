import { describe, expect, test } from 'vitest';
import { createVec3, DEG, type ReadonlyVec3, type Vec3, vec3 } from '../math/index.js';
import { bytesPerCall, FRAME_GARBAGE, randomUnit, seededRandom, seeds } from '../testing.js';
import {
  buildSwingCone,
  clampSwingCone,
  isInsideSwingCone,
  type SwingCone,
  type SwingConeAngles,
} from './swingCone.js';

function degrees(minusY: number, plusX: number, plusY: number, minusX: number): SwingConeAngles {
  return { minusY: minusY * DEG, plusX: plusX * DEG, plusY: plusY * DEG, minusX: minusX * DEG };
}

/** Any cone: below 90 degrees, beyond, mixed, closed sides, open sides. */
function randomAngles(random: () => number): SwingConeAngles {
  const widest = random() < 0.4 ? 85 : 180;
  const side = () => (random() < 0.1 ? 0 : random() < 0.1 ? widest : 2 + (widest - 2) * random());
  return degrees(side(), side(), side(), side());
}

/** A swing from +Z by an angle towards an azimuth (0 = +X, 90 degrees = +Y). */
function swung(angle: number, azimuth: number): Vec3 {
  const across = Math.sin(angle);
  return createVec3(across * Math.cos(azimuth), across * Math.sin(azimuth), Math.cos(angle));
}

function angleTo(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return Math.atan2(vec3.length(vec3.cross(createVec3(), a, b)), vec3.dot(a, b));
}

function clamped(cone: SwingCone, direction: ReadonlyVec3): Vec3 {
  const out = createVec3();
  clampSwingCone(cone, direction, out);
  return out;
}

describe('inside', () => {
  test.each([
    [20, 40, 60, 80],
    [100, 120, 150, 175],
    [30, 140, 90, 60],
    [180, 180, 10, 90],
  ])('each side ends at its own angle: %i %i %i %i', (minusY, plusX, plusY, minusX) => {
    const cone = buildSwingCone(degrees(minusY, plusX, plusY, minusX));
    const sides: [number, number][] = [
      [plusX, 0],
      [plusY, 90],
      [minusX, 180],
      [minusY, 270],
    ];
    for (const [limit, azimuth] of sides) {
      expect(isInsideSwingCone(cone, swung((limit - 0.01) * DEG, azimuth * DEG))).toBe(true);
      if (limit < 180) expect(isInsideSwingCone(cone, swung((limit + 0.01) * DEG, azimuth * DEG))).toBe(false);
    }
  });

  test.each(seeds(50))('below 90 degrees it is eq. 4.1 of the thesis (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const side = () => 1 + 88 * random();
    const angles = degrees(side(), side(), side(), side());
    const cone = buildSwingCone(angles);
    for (let i = 0; i < 50; i++) {
      const direction = randomUnit(random);
      const [x, y, s] = direction;
      const width = Math.abs(s) * Math.tan(x < 0 ? angles.minusX : angles.plusX);
      const height = Math.abs(s) * Math.tan(y < 0 ? angles.minusY : angles.plusY);
      const d = (x / width) ** 2 + (y / height) ** 2;
      if (Math.abs(d - 1) > 1e-6) expect(isInsideSwingCone(cone, direction)).toBe(d < 1 && s > 0);
    }
  });

  test('all four at 180 degrees allow everything, all four at 0 only the forward axis', () => {
    const random = seededRandom(1);
    const open = buildSwingCone(degrees(180, 180, 180, 180));
    const closed = buildSwingCone(degrees(0, 0, 0, 0));
    for (let i = 0; i < 200; i++) {
      const direction = randomUnit(random);
      expect(isInsideSwingCone(open, direction)).toBe(true);
      expect(isInsideSwingCone(closed, direction)).toBe(false);
      expect(angleTo(clamped(closed, direction), [0, 0, 1])).toBeLessThan(2e-6);
    }
    expect(isInsideSwingCone(closed, [0, 0, 1])).toBe(true);
  });

  test('it grows with each of its angles, through 90 degrees as well', () => {
    for (const azimuth of [3, 20, 45, 70, 87]) {
      let reach = 0;
      for (let limit = 5; limit <= 180; limit += 2.5) {
        const cone = buildSwingCone(degrees(10, limit, 40, 10));
        const border = angleTo(clamped(cone, swung(179 * DEG, azimuth * DEG)), [0, 0, 1]);
        expect(border).toBeLessThanOrEqual(Math.max(limit, 40) * DEG + 1e-9);
        let angle = 0;
        while (angle < 180 && isInsideSwingCone(cone, swung((angle + 0.25) * DEG, azimuth * DEG))) angle += 0.25;
        expect(angle).toBeGreaterThanOrEqual(reach);
        reach = angle;
      }
    }
  });

  test('refuses what is not an angle, and says which', () => {
    expect(() => buildSwingCone(degrees(10, 190, 10, 10))).toThrow(/plusX/);
    expect(() => buildSwingCone(degrees(-1, 10, 10, 10))).toThrow(/minusY/);
    expect(() => buildSwingCone(degrees(10, 10, 10, Number.NaN))).toThrow(/minusX/);
  });
});

describe('clamp', () => {
  test.each(seeds(50))('inside stays as it is; outside goes to the nearest, once and for all (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const cone = buildSwingCone(randomAngles(random));
    const out = createVec3();
    const again = createVec3();
    const allowed: Vec3[] = [];
    for (let i = 0; i < 1000; i++) {
      const candidate = randomUnit(random);
      if (isInsideSwingCone(cone, candidate)) allowed.push(candidate);
    }
    for (let i = 0; i < 20; i++) {
      const direction = randomUnit(random);
      const wasInside = isInsideSwingCone(cone, direction);
      expect(clampSwingCone(cone, direction, out)).toBe(!wasInside);
      if (wasInside) expect([...out]).toEqual([...direction]);
      expect(vec3.length(out)).toBeCloseTo(1, 12);
      expect(isInsideSwingCone(cone, out)).toBe(true);
      expect(clampSwingCone(cone, out, again)).toBe(false);
      expect([...again]).toEqual([...out]);
      const nearest = allowed.reduce((least, candidate) => Math.min(least, angleTo(direction, candidate)), Math.PI);
      expect(angleTo(direction, out)).toBeLessThanOrEqual(nearest + 1e-9);
    }
  });

  test.each(seeds(50))('beats a fine walk along the border (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const cone = buildSwingCone(randomAngles(random));
    // The border swing towards each azimuth, by bisection on isInside alone.
    const border = Array.from({ length: 720 }, (_, k) => {
      let [low, high] = [0, Math.PI];
      for (let step = 0; step < 40; step++) {
        const middle = (low + high) / 2;
        if (isInsideSwingCone(cone, swung(middle, (k / 2) * DEG))) low = middle;
        else high = middle;
      }
      return swung(low, (k / 2) * DEG);
    });
    for (let i = 0; i < 5; i++) {
      const direction = randomUnit(random);
      if (isInsideSwingCone(cone, direction)) continue;
      const angle = angleTo(direction, clamped(cone, direction));
      const nearest = border.reduce((least, candidate) => Math.min(least, angleTo(direction, candidate)), Math.PI);
      // A side at 0 or 180 degrees is off by a millionth of a radian.
      expect(angle).toBeLessThanOrEqual(nearest + 2e-6);
    }
  });

  test('moves at right angles to the border: a circle clamps along the meridian', () => {
    for (const limit of [10, 60, 90, 130, 170]) {
      for (const azimuth of [0, 33, 90, 200, 359]) {
        const result = clamped(
          buildSwingCone(degrees(limit, limit, limit, limit)),
          swung((limit + 5) * DEG, azimuth * DEG),
        );
        expect(angleTo(result, swung(limit * DEG, azimuth * DEG))).toBeLessThan(1e-7);
      }
    }
  });

  test('what lies behind goes to the near side, not to the mirrored one', () => {
    const result = clamped(buildSwingCone(degrees(30, 60, 30, 60)), swung(150 * DEG, 0.2));
    expect(result[0]).toBeGreaterThan(0);
    expect(angleTo(result, swung(60 * DEG, 0))).toBeLessThan(10 * DEG);
  });

  test.each(seeds(50))('is continuous across the quarters, in front of a convex cone (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const side = () => 5 + 80 * random();
    const cone = buildSwingCone(degrees(side(), side(), side(), side()));
    const before = createVec3();
    const after = createVec3();
    for (let azimuth = 0; azimuth < 360; azimuth += 90) {
      for (const swing of [20, 60, 89]) {
        clampSwingCone(cone, swung(swing * DEG, azimuth * DEG - 1e-7), before);
        clampSwingCone(cone, swung(swing * DEG, azimuth * DEG + 1e-7), after);
        expect(angleTo(before, after)).toBeLessThan(1e-5);
      }
    }
    // A walk through everything in front: no step of the answer is longer than the step of the question. On the
    // sphere that holds near a convex set; up to 90 degrees away it may stretch a little.
    let at = swung(0, 0);
    let longest = 0;
    clampSwingCone(cone, at, before);
    for (let i = 1; i <= 2000; i++) {
      const next = swung(80 * DEG * Math.abs(Math.sin(i / 137)), i / 41);
      clampSwingCone(cone, next, after);
      longest = Math.max(longest, angleTo(before, after) / angleTo(at, next));
      vec3.copy(before, after);
      at = next;
    }
    expect(longest).toBeLessThan(4);
  });

  test.each(seeds(30))('mirrored limits give mirrored answers (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const angles = randomAngles(random);
    const cone = buildSwingCone(angles);
    const mirroredX = buildSwingCone({ ...angles, plusX: angles.minusX, minusX: angles.plusX });
    const turned = buildSwingCone({
      minusY: angles.minusX,
      plusX: angles.minusY,
      plusY: angles.plusX,
      minusX: angles.plusY,
    });
    for (let i = 0; i < 10; i++) {
      const direction = randomUnit(random);
      const [x, y, z] = direction;
      const plain = clamped(cone, direction);
      const mirror = clamped(mirroredX, [-x, y, z]);
      expect(vec3.distance([-mirror[0], mirror[1], mirror[2]], plain)).toBeLessThan(1e-6);
      // Quarter turn: +X becomes +Y, +Y becomes -X.
      const quarter = clamped(turned, [-y, x, z]);
      expect(vec3.distance([quarter[1], -quarter[0], quarter[2]], plain)).toBeLessThan(1e-6);
    }
  });

  test.each([
    [10, 20, 30, 40],
    [60, 60, 60, 60],
    [120, 120, 120, 120],
    [0, 180, 0, 0],
    [0, 0, 0, 0],
    [179, 20, 5, 120],
  ])('the exactly opposite direction stays finite: %i %i %i %i', (minusY, plusX, plusY, minusX) => {
    const cone = buildSwingCone(degrees(minusY, plusX, plusY, minusX));
    const result = clamped(cone, [0, 0, -1]);
    expect(vec3.length(result)).toBeCloseTo(1, 12);
    expect(isInsideSwingCone(cone, result)).toBe(true);
    expect(angleTo(result, [0, 0, -1])).toBeCloseTo(Math.PI - Math.max(minusY, plusX, plusY, minusX) * DEG, 5);
  });

  test('writes in place', () => {
    const direction = swung(1.2, 0.3);
    const cone = buildSwingCone(degrees(20, 30, 40, 50));
    const expected = clamped(cone, direction);
    clampSwingCone(cone, direction, direction);
    expect([...direction]).toEqual([...expected]);
  });
});

test.each([
  [20, 30, 40, 50],
  [120, 100, 30, 60],
])('leaves hardly any garbage: %i %i %i %i', (minusY, plusX, plusY, minusX) => {
  const cone = buildSwingCone(degrees(minusY, plusX, plusY, minusX));
  const directions = seeds(64).map((seed) => randomUnit(seededRandom(seed)));
  const out = createVec3();
  let next = 0;
  // The search along the border passes its parameter as a number: about 300 bytes a call beyond 90 degrees.
  expect(bytesPerCall(() => clampSwingCone(cone, directions[next++ % 64], out), 2000, FRAME_GARBAGE)).toBeLessThan(
    FRAME_GARBAGE,
  );
});
