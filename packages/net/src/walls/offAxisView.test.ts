import { createVec3, quat, vec3 } from '@leib/core';
import { randomPoint, randomQuat, randomTransform, seededRandom, seeds, transformPoint } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createOffAxisView, placeEye, solveOffAxisView, writeProjection } from './offAxisView.js';
import { defaultWalls, type Wall } from './wallsFile.js';

const [NEAR, FAR] = [0.05, 50];
type Triple = [number, number, number];

/** Where a point of the room lies in the picture of an eye: normalised device coordinates. */
function project(wall: Wall, eyeWorld: Triple, pointWorld: Triple): Triple {
  const view = createOffAxisView();
  solveOffAxisView(wall, eyeWorld, NEAR, view);
  const matrix = new Float64Array(16);
  writeProjection(view, NEAR, FAR, matrix);
  const seen = vec3.subtract(createVec3(), pointWorld, view.eyeWorld);
  vec3.transformQuat(seen, seen, quat.conjugate(quat.create(), view.rotationWorld));
  const clip = [0, 1, 2, 3].map(
    (row) => matrix[row] * seen[0] + matrix[4 + row] * seen[1] + matrix[8 + row] * seen[2] + matrix[12 + row],
  );
  return [clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]];
}

/** A wall of any size anywhere in the room, and an eye in front of it. */
function randomCase(seed: number): { wall: Wall; eye: Triple; corners: Triple[] } {
  const random = seededRandom(seed);
  const place = randomTransform(random, 3);
  const [width, height] = [0.3 + 4 * random(), 0.3 + 3 * random()];
  const at = (x: number, y: number, z: number) => [...transformPoint(place, [x, y, z])] as Triple;
  const corners = [at(0, 0, 0), at(width, 0, 0), at(0, height, 0), at(width, height, 0)];
  const [lowerLeft, lowerRight, upperLeft] = corners;
  const eye = at((random() * 3 - 1) * width, (random() * 3 - 1) * height, 0.05 + 3 * random());
  return { wall: { ...defaultWalls.walls[0], lowerLeft, lowerRight, upperLeft }, eye, corners };
}

test.each(seeds(200))('the corners of a wall are the corners of its picture, wherever the eye is (seed %i)', (seed) => {
  const { wall, eye, corners } = randomCase(seed);
  const expected = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ];
  for (const [i, corner] of corners.entries()) {
    const [x, y] = project(wall, eye, corner);
    expect(x).toBeCloseTo(expected[i][0], 4);
    expect(y).toBeCloseTo(expected[i][1], 4);
  }
});

test.each(seeds(20))('a point behind the wall is drawn where the line of sight meets the wall (seed %i)', (seed) => {
  const { wall, eye, corners } = randomCase(seed);
  const random = seededRandom(seed + 1000);
  const [s, t] = [random(), random()];
  const onWall = corners[0].map(
    (value, i) => value + s * (corners[1][i] - value) + t * (corners[2][i] - value),
  ) as Triple;
  const behind = onWall.map((value, i) => value + 0.7 * (value - eye[i])) as Triple;
  const [x, y] = project(wall, eye, behind);
  expect(x).toBeCloseTo(2 * s - 1, 4);
  expect(y).toBeCloseTo(2 * t - 1, 4);
});

test('an eye behind the wall is said, and the frustum stays finite', () => {
  const view = createOffAxisView();
  for (const eye of [
    [0, 1, -1.325],
    [0, 1, -5],
  ] as const) {
    solveOffAxisView(defaultWalls.walls[2], eye, NEAR, view);
    expect(view.isInFront).toBe(false);
    expect(view.right - view.left).toBeGreaterThan(0);
    expect([view.left, view.right, view.bottom, view.top].every(Number.isFinite)).toBe(true);
  }
  solveOffAxisView(defaultWalls.walls[2], [0, 1, 0], NEAR, view);
  expect(view.isInFront).toBe(true);
});

test.each(seeds(20))(
  'the eyes are their distance apart, across the head, around the point between them (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const head = { positionWorld: randomPoint(random, 2), rotationWorld: randomQuat(random) };
    const toEyes = randomPoint(random, 0.1);
    const [left, right, centre] = (['left', 'right', 'centre'] as const).map((eye) => {
      const out = createVec3();
      placeEye(out, head, toEyes, eye, 0.064);
      return out;
    });
    expect(vec3.distance(left, right)).toBeCloseTo(0.064, 6);
    expect(vec3.distance(vec3.lerp(createVec3(), left, right, 0.5), centre)).toBeCloseTo(0, 6);
    const across = vec3.transformQuat(createVec3(), [0.064, 0, 0], head.rotationWorld);
    expect(vec3.distance(vec3.subtract(createVec3(), right, left), across)).toBeCloseTo(0, 6);
  },
);
