import {
  createQuat,
  createVec3,
  nextRandom,
  type Quat,
  quat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from './math/index.js';

export {
  mutateBytes,
  mutateFile,
  tryMutations,
} from './check/testing.js';
export { testBody, wildPoses } from './skeleton/testing.js';

/** Tests only, of every package (`@leib/core/testing`): randomness with a seed, so that a failure reproduces itself. */

/** Uniform numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  const state = { seed };
  return () => nextRandom(state);
}

/** The seeds 1 .. count. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Uniform on the unit sphere: the height is uniform on it (Archimedes). */
export function randomUnit(random: () => number): Vec3 {
  const y = 2 * random() - 1;
  const around = 2 * Math.PI * random();
  const across = Math.sqrt(1 - y * y);
  return createVec3(across * Math.cos(around), y, across * Math.sin(around));
}

/** Uniform over all rotations. Shoemake, "Uniform random rotations", Graphics Gems III, 1992. */
export function randomQuat(random: () => number): Quat {
  const split = random();
  const a = 2 * Math.PI * random();
  const b = 2 * Math.PI * random();
  const [s, c] = [Math.sqrt(1 - split), Math.sqrt(split)];
  return createQuat(s * Math.sin(a), s * Math.cos(a), c * Math.sin(b), c * Math.cos(b));
}

/** Uniform in the cube from -extent to +extent, metres. */
export function randomPoint(random: () => number, extent: number): Vec3 {
  return createVec3((2 * random() - 1) * extent, (2 * random() - 1) * extent, (2 * random() - 1) * extent);
}

/** A place and a way round in the world: what a law about "any parent transform" is tried with. */
export interface RigidTransform {
  readonly rotation: Quat;
  readonly translation: Vec3;
}

export function randomTransform(random: () => number, extent: number): RigidTransform {
  return { rotation: randomQuat(random), translation: randomPoint(random, extent) };
}

export function transformPoint({ rotation, translation }: RigidTransform, point: ReadonlyVec3): Vec3 {
  const out = vec3.transformQuat(createVec3(), point, rotation);
  return vec3.add(out, out, translation);
}

/** Angle of the rotation that leads from one unit quaternion to another, radians in [0, pi]. */
export function angleBetween(a: Quat, b: Quat): number {
  const between = quat.multiply(createQuat(), b, quat.conjugate(createQuat(), a));
  return 2 * Math.atan2(Math.hypot(between[0], between[1], between[2]), Math.abs(between[3]));
}

/** Garbage that one avatar may leave per frame, bytes (docs/architecture.md). It is short-lived: nothing may grow. */
export const FRAME_GARBAGE = 2048;

/** Garbage that one call of a small function may leave, bytes: some boxed numbers. Searches that return records have FRAME_GARBAGE. */
export const CALL_GARBAGE = 128;

/** The part of Node that is used here: core is typed without Node, so that no source can depend on it. */
const node = globalThis as unknown as {
  readonly process: { memoryUsage(): { heapUsed: number }; readonly env: Readonly<Record<string, string | undefined>> };
};

/** LEIB_FIGURES=1: tests take as many seeds as docs/results.md states, instead of a few. */
export const isFullRun = node.process?.env.LEIB_FIGURES === '1';

const MOST_ROUNDS = 20;

/**
 * Bytes the heap grows per call: the smallest growth of any round. Code that allocates does so in every round, while the
 * compiler disturbs only some. A round in which the heap shrank held a collection and is not counted.
 * @param enough the bound of the test: growth below it needs no further round
 */
export function bytesPerCall(work: () => void, callCount = 2000, enough = CALL_GARBAGE): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let round = 0; smallest >= enough && round < MOST_ROUNDS; round++) {
    const before = node.process.memoryUsage().heapUsed;
    for (let call = 0; call < callCount; call++) work();
    const grown = (node.process.memoryUsage().heapUsed - before) / callCount;
    if (grown >= 0) smallest = Math.min(smallest, grown);
  }
  return smallest;
}
