import { describe, expect, test } from 'vitest';
import { buildSwingCone, isInsideSwingCone, type SwingCone } from '../limits/swingCone.js';
import { createQuat, createVec3, DEG, quat, type ReadonlyVec3, rotationBetween, vec3 } from '../math/index.js';
import {
  bytesPerCall,
  FRAME_GARBAGE,
  randomPoint,
  randomQuat,
  randomTransform,
  randomUnit,
  seededRandom,
  seeds,
  transformPoint,
} from '../testing.js';
import { solveFabrik } from './fabrik.js';
import { boneLengthError, createFabrikOutput, jointAt } from './fabrik.testing.js';
import {
  buildFabrikChain,
  createFabrikState,
  type FabrikChain,
  type FabrikInput,
  type FabrikState,
} from './fabrikChain.js';

function coneOf(...degrees: [number, number, number, number]): SwingCone {
  const [minusY, plusX, plusY, minusX] = degrees.map((angle) => angle * DEG);
  return buildSwingCone({ minusY, plusX, plusY, minusX });
}

/** Largest violation, found from the positions alone, with the frames carried as the documentation says. */
function expectWithinLimits(chain: FabrikChain, state: FabrikState, input: FabrikInput): void {
  const frame = quat.copy(createQuat(), input.rootFrameWorld ?? createQuat());
  for (let bone = 0; bone < chain.boneCount; bone++) {
    const direction = vec3.subtract(createVec3(), jointAt(state, bone + 1), jointAt(state, bone));
    vec3.normalize(direction, direction);
    const cone = chain.backwardCones[bone];
    if (cone) {
      const offset = createQuat(...chain.conesToFrames.subarray(bone * 4, bone * 4 + 4));
      const coneWorld = quat.multiply(createQuat(), frame, offset);
      const local = vec3.transformQuat(createVec3(), direction, quat.conjugate(coneWorld, coneWorld));
      // A hair back towards the middle: positions carry rounding of their own.
      vec3.normalize(local, vec3.scaleAndAdd(local, local, [0, 0, 1], 1e-7));
      expect(isInsideSwingCone(cone, local)).toBe(true);
    }
    const forward = vec3.transformQuat(createVec3(), [0, 0, 1], frame);
    quat.multiply(frame, rotationBetween(createQuat(), forward, direction), frame);
  }
}

function randomLimited(random: () => number, boneCount: number, widest = 110): FabrikChain {
  const side = () => 20 + (widest - 20) * random();
  return buildFabrikChain(
    Array.from({ length: boneCount }, () => 0.1 + 0.3 * random()),
    Array.from({ length: boneCount }, (_, joint) => ({
      joint,
      cone: coneOf(side(), side(), side(), side()),
      coneToFrame: quat.setAxisAngle(createQuat(), randomUnit(random), random() * 40 * DEG),
      pass: 'backward' as const,
    })),
  );
}

function asked(random: () => number, targetWorld: ReadonlyVec3): FabrikInput {
  return {
    rootWorld: [0, 0, 0],
    targetWorld,
    rootFrameWorld: randomQuat(random),
    toleranceMetres: 1e-3,
    maxIterations: 100,
  };
}

/** Where the tip is with every bone somewhere in its cone. */
function allowedTip(random: () => number, chain: FabrikChain, input: FabrikInput): ReadonlyVec3 {
  const frame = quat.copy(createQuat(), input.rootFrameWorld ?? createQuat());
  const tip = createVec3();
  for (let bone = 0; bone < chain.boneCount; bone++) {
    const cone = chain.backwardCones[bone];
    let local = randomUnit(random);
    while (cone && !isInsideSwingCone(cone, local)) local = randomUnit(random);
    const offset = createQuat(...chain.conesToFrames.subarray(bone * 4, bone * 4 + 4));
    const direction = vec3.transformQuat(createVec3(), local, quat.multiply(offset, frame, offset));
    vec3.scaleAndAdd(tip, tip, direction, chain.lengths[bone]);
    const forward = vec3.transformQuat(createVec3(), [0, 0, 1], frame);
    quat.multiply(frame, rotationBetween(createQuat(), forward, direction), frame);
  }
  return tip;
}

describe('backward limits', () => {
  test.each(seeds(60))('hold at the end, whatever the target (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimited(random, 2 + Math.floor(random() * 4), 170);
    const state = createFabrikState(chain);
    const input = asked(random, randomPoint(random, 0.8 * chain.reach));
    const out = createFabrikOutput();
    solveFabrik(chain, state, input, out);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    expectWithinLimits(chain, state, input);
    expect(out.error).toBeCloseTo(vec3.distance(jointAt(state, chain.boneCount), input.targetWorld), 12);
  });

  test('of 100 targets that the limits of an arm allow, at least 97 in 100 are reached', () => {
    let reachedCount = 0;
    for (const seed of seeds(100)) {
      const random = seededRandom(seed);
      const chain = randomLimited(random, 3);
      const state = createFabrikState(chain);
      const start = asked(random, [0, 0, 0]);
      const out = createFabrikOutput();
      solveFabrik(chain, state, { ...start, targetWorld: allowedTip(random, chain, start) }, out);
      if (out.reached) reachedCount++;
    }
    expect(reachedCount).toBeGreaterThanOrEqual(97);
  });

  test.each(seeds(30))('solving again never makes it worse, and comes to rest (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimited(random, 3, 60);
    const state = createFabrikState(chain);
    const input = asked(random, randomPoint(random, 1.5 * chain.reach));
    const out = createFabrikOutput();
    let last = Infinity;
    for (let i = 0; i < 30; i++) {
      solveFabrik(chain, state, input, out);
      expect(out.error).toBeLessThanOrEqual(last + 1e-12);
      last = out.error;
    }
    const before = Float64Array.from(state.positions);
    solveFabrik(chain, state, input, out);
    for (let i = 0; i < before.length; i++) expect(Math.abs(state.positions[i] - before[i])).toBeLessThan(1e-3);
  });

  test.each(seeds(50))('the answer does not depend on the parent transform (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimited(random, 3);
    const [state, moved] = [createFabrikState(chain), createFabrikState(chain)];
    const start = asked(random, [0, 0, 0]);
    const target = allowedTip(random, chain, start);
    const transform = randomTransform(random, 3);
    for (let joint = 0; joint <= 3; joint++) {
      moved.positions.set(transformPoint(transform, jointAt(state, joint)), joint * 3);
    }
    const [out, outMoved] = [createFabrikOutput(), createFabrikOutput()];
    solveFabrik(chain, state, { ...start, targetWorld: target }, out);
    const rootFrameWorld = quat.multiply(createQuat(), transform.rotation, start.rootFrameWorld ?? createQuat());
    const rootWorld = transformPoint(transform, [0, 0, 0]);
    const targetWorld = transformPoint(transform, target);
    solveFabrik(chain, moved, { ...start, rootWorld, targetWorld, rootFrameWorld }, outMoved);
    expect(outMoved.iterations).toBe(out.iterations);
    for (let joint = 0; joint <= 3; joint++) {
      expect(vec3.distance(jointAt(moved, joint), transformPoint(transform, jointAt(state, joint)))).toBeLessThan(1e-5);
    }
  });

  test('a hinge: a cone closed to the sides keeps the elbow in its plane', () => {
    const chain = buildFabrikChain([0.3, 0.25], [{ joint: 1, cone: coneOf(0, 0, 145, 0), pass: 'backward' }]);
    const state = createFabrikState(chain);
    const out = createFabrikOutput();
    const input = {
      rootWorld: [0, 0, 0],
      targetWorld: [0, 0.2, 0.3],
      toleranceMetres: 1e-3,
      maxIterations: 100,
    } as const;
    solveFabrik(chain, state, input, out);
    expect(out.reached).toBe(true);
    expectWithinLimits(chain, state, input);
  });
});

describe('forward limits', () => {
  const lengths = [0.15, 0.3, 0.25];
  const wristCone = coneOf(30, 30, 30, 30);
  const arm = buildFabrikChain(lengths, [{ joint: 3, cone: wristCone, pass: 'forward' }]);
  const free = buildFabrikChain(lengths);

  /** Angle between the forearm and the hand that it carries. */
  function wristAngle(state: FabrikState, hand: ReturnType<typeof createQuat>): number {
    const forearm = vec3.subtract(createVec3(), jointAt(state, 3), jointAt(state, 2));
    return vec3.angle(forearm, vec3.transformQuat(createVec3(), [0, 0, 1], hand));
  }

  test('never block: a hand held in any way arrives', () => {
    for (const seed of seeds(300)) {
      const random = seededRandom(seed);
      const state = createFabrikState(arm);
      const target = createVec3();
      for (const length of lengths) vec3.scaleAndAdd(target, target, randomUnit(random), length);
      const out = createFabrikOutput();
      const input: FabrikInput = { ...asked(random, target), tipFrameWorld: randomQuat(random) };
      solveFabrik(arm, state, input, out);
      expect(out.reached, `seed ${seed}: ${out.error}`).toBe(true);
      expect(boneLengthError(arm, state)).toBeLessThan(1e-9);
    }
  });

  test('influence: the wrist bends less than it would without', () => {
    let [limited, unlimited, insideCount] = [0, 0, 0];
    for (const seed of seeds(80)) {
      const random = seededRandom(seed);
      const hand = randomQuat(random);
      const target = vec3.scale(createVec3(), randomUnit(random), 0.2 + 0.25 * random());
      const input: FabrikInput = { ...asked(random, target), tipFrameWorld: hand };
      const [state, other] = [createFabrikState(arm), createFabrikState(free)];
      solveFabrik(arm, state, input, createFabrikOutput());
      solveFabrik(free, other, input, createFabrikOutput());
      limited += wristAngle(state, hand);
      unlimited += wristAngle(other, hand);
      if (wristAngle(state, hand) < 31 * DEG) insideCount++;
    }
    expect(limited).toBeLessThan(0.85 * unlimited);
    expect(insideCount).toBeGreaterThan(16);
  });

  test('an inner joint can have one too', () => {
    const chain = buildFabrikChain([0.2, 0.2, 0.2, 0.2], [{ joint: 2, cone: coneOf(10, 10, 10, 10), pass: 'forward' }]);
    for (const seed of seeds(80)) {
      const random = seededRandom(seed);
      const state = createFabrikState(chain);
      const out = createFabrikOutput();
      const target = createVec3();
      for (let bone = 0; bone < 4; bone++) vec3.scaleAndAdd(target, target, randomUnit(random), 0.2);
      solveFabrik(chain, state, asked(random, target), out);
      expect(out.reached, `seed ${seed}: ${out.error}`).toBe(true);
    }
  });
});

describe('degenerate', () => {
  test.each([
    ['target on the root', [0.3, 0.2, 0.2], [0, 0, 0]],
    ['straight chain pointing at the target', [0.3, 0.2, 0.2], [0, 0, 0.4]],
    ['zero-length bone', [0.3, 0, 0.2], [0.1, 0.2, 0.3]],
    ['target behind everything allowed', [0.3, 0.2, 0.2], [0, 0, -0.5]],
    ['far out of reach', [0.3, 0.2, 0.2], [0, 100, 0]],
  ])('%s: finite, within limits, and the same twice', (_, lengths, target) => {
    const chain = buildFabrikChain(
      lengths,
      lengths.map((_length, joint) => ({ joint, cone: coneOf(30, 40, 50, 60), pass: 'backward' as const })),
    );
    const [state, again] = [createFabrikState(chain), createFabrikState(chain)];
    const input = { ...asked(seededRandom(1), createVec3(...target)), rootFrameWorld: createQuat() };
    solveFabrik(chain, state, input, createFabrikOutput());
    solveFabrik(chain, again, input, createFabrikOutput());
    for (const value of [...state.positions, ...state.frames]) expect(Number.isFinite(value)).toBe(true);
    expect([...again.positions]).toEqual([...state.positions]);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    if (Math.min(...lengths) > 0) expectWithinLimits(chain, state, input);
  });

  test('refuses limits that could do nothing, and says why', () => {
    const cone = coneOf(10, 10, 10, 10);
    expect(() => buildFabrikChain([1, 1], [{ joint: 1, cone, pass: 'forward' }])).toThrow(/does not move joint 0/);
    expect(() => buildFabrikChain([1, 1], [{ joint: 2, cone, pass: 'backward' }])).toThrow(/tip/);
    expect(() => buildFabrikChain([1, 1], [{ joint: 3, cone, pass: 'forward' }])).toThrow(/0 to 2/);
    const twice = { joint: 0, cone, pass: 'backward' } as const;
    expect(() => buildFabrikChain([1, 1], [twice, twice])).toThrow(/expected one limit, got a second/);
  });
});

test('leaves hardly any garbage', () => {
  const chain = randomLimited(seededRandom(4), 3);
  const state = createFabrikState(chain);
  const inputs = seeds(64).map((seed) => asked(seededRandom(seed), randomPoint(seededRandom(seed), 0.5)));
  const out = createFabrikOutput();
  let next = 0;
  // The cones' searches pass numbers: about 400 bytes a solve.
  expect(bytesPerCall(() => solveFabrik(chain, state, inputs[next++ % 64], out), 2000, FRAME_GARBAGE)).toBeLessThan(
    FRAME_GARBAGE,
  );
});
