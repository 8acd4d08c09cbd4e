import { describe, expect, test } from 'vitest';
import { buildSwingCone, isInsideSwingCone } from '../limits/swingCone.js';
import { createQuat, createVec3, DEG, quat, type ReadonlyVec3, vec3 } from '../math/index.js';
import {
  bytesPerCall,
  CALL_GARBAGE,
  randomTransform,
  randomUnit,
  seededRandom,
  seeds,
  transformPoint,
} from '../testing.js';
import { solveFabrikTree } from './fabrikTree.js';
import {
  buildFabrikTree,
  createFabrikTreeState,
  type FabrikTree,
  type FabrikTreeInput,
  type FabrikTreeState,
} from './fabrikTreeModel.js';

// Two spine bones, then two arms of three and a head of two.
const parents = [-1, 0, 1, 2, 3, 4, 2, 6, 7, 2, 9];
const lengths = [0, 0.2, 0.25, 0.2, 0.3, 0.25, 0.2, 0.3, 0.25, 0.15, 0.1];
const [leftHand, rightHand, head] = [5, 8, 10];
const rest = [
  [0, 0, 0],
  [0, 0.2, 0],
  [0, 0.45, 0],
  [0.2, 0.45, 0],
  [0.5, 0.45, 0],
  [0.75, 0.45, 0],
  [-0.2, 0.45, 0],
  [-0.5, 0.45, 0],
  [-0.75, 0.45, 0],
  [0, 0.6, 0],
  [0, 0.7, 0],
].flat();

function createOutput() {
  return { reached: false, iterations: 0, error: 0 };
}

function jointAt({ positions }: FabrikTreeState, joint: number): ReadonlyVec3 {
  return createVec3(...positions.subarray(joint * 3, joint * 3 + 3));
}

/** Targets that one pose of random bends meets all at once. */
function reachableTargets(random: () => number, tree: FabrikTree): Float64Array {
  const positions = new Float64Array(tree.jointCount * 3);
  for (let joint = 1; joint < tree.jointCount; joint++) {
    const direction = randomUnit(random);
    for (let k = 0; k < 3; k++) {
      positions[joint * 3 + k] = positions[tree.parents[joint] * 3 + k] + direction[k] * tree.lengths[joint];
    }
  }
  return Float64Array.from(
    [...tree.effectorJoints].flatMap((joint) => [...positions.subarray(joint * 3, joint * 3 + 3)]),
  );
}

function asked(targetsWorld: Float64Array): FabrikTreeInput {
  return { rootWorld: [0, 0, 0], targetsWorld, toleranceMetres: 1e-3, maxIterations: 300 };
}

function expectBonesKept(tree: FabrikTree, state: FabrikTreeState): void {
  let worst = 0;
  for (let joint = 1; joint < tree.jointCount; joint++) {
    const length = vec3.distance(jointAt(state, tree.parents[joint]), jointAt(state, joint));
    worst = Math.max(worst, Math.abs(length - tree.lengths[joint]));
  }
  expect(worst).toBeLessThan(1e-9);
}

describe.each([
  ['one hand', [leftHand]],
  ['two hands', [leftHand, rightHand]],
  ['hands and head', [leftHand, rightHand, head]],
  ['a hand and the elbow before it', [leftHand, 4]],
])('%s', (_, joints) => {
  const tree = buildFabrikTree(
    parents,
    lengths,
    joints.map((joint) => ({ joint })),
  );

  test('all of 300 reachable sets of targets are reached, bones keep their length', () => {
    for (const seed of seeds(300)) {
      const state = createFabrikTreeState(tree, rest);
      const out = createOutput();
      const targets = reachableTargets(seededRandom(seed), tree);
      solveFabrikTree(tree, state, asked(targets), out);
      expect(out.reached, `seed ${seed}: ${out.error}`).toBe(true);
      joints.forEach((joint, effector) => {
        const error = vec3.distance(jointAt(state, joint), targets.subarray(effector * 3, effector * 3 + 3));
        expect(error).toBeLessThan(1e-3);
        expect(state.errors[effector]).toBeCloseTo(error, 12);
      });
      expect(vec3.length(jointAt(state, 0))).toBe(0);
      expectBonesKept(tree, state);
    }
  });

  test.each(seeds(30))('the answer does not depend on the parent transform (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const targets = reachableTargets(random, tree);
    const transform = randomTransform(random, 3);
    const moved = (flat: ArrayLike<number>) =>
      Float64Array.from(
        Array.from({ length: flat.length / 3 }, (_none, i) => [
          ...transformPoint(transform, [flat[i * 3], flat[i * 3 + 1], flat[i * 3 + 2]]),
        ]).flat(),
      );
    const state = createFabrikTreeState(tree, rest);
    const other = createFabrikTreeState(tree, moved(rest));
    solveFabrikTree(tree, state, { ...asked(targets), rootFrameWorld: createQuat() }, createOutput());
    const input = { ...asked(moved(targets)), rootWorld: transform.translation, rootFrameWorld: transform.rotation };
    solveFabrikTree(tree, other, input, createOutput());
    const expected = moved(state.positions);
    for (let i = 0; i < expected.length; i++) expect(Math.abs(other.positions[i] - expected[i])).toBeLessThan(1e-5);
  });
});

const hands = buildFabrikTree(parents, lengths, [{ joint: leftHand }, { joint: rightHand }]);

test.each(seeds(50))('out of reach: solving again never makes it worse, and comes to rest (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const state = createFabrikTreeState(hands, rest);
  const targets = Float64Array.from([...vec3.scale(createVec3(), randomUnit(random), 1.5), ...randomUnit(random)]);
  const out = createOutput();
  const cost = () => state.errors[0] ** 2 + state.errors[1] ** 2;
  let last = Infinity;
  for (let i = 0; i < 20; i++) {
    solveFabrikTree(hands, state, asked(targets), out);
    expect(cost()).toBeLessThanOrEqual(last + 1e-9);
    last = cost();
  }
  expectBonesKept(hands, state);
  const before = Float64Array.from(state.positions);
  solveFabrikTree(hands, state, asked(targets), out);
  for (let i = 0; i < before.length; i++) expect(Math.abs(state.positions[i] - before[i])).toBeLessThan(2e-3);
});

test('the heavier effector gets more of its way', () => {
  const targets = Float64Array.of(1.6, 0.5, 0, -1.6, 0.5, 0);
  const errors = [1, 5].map((weight) => {
    const tree = buildFabrikTree(parents, lengths, [{ joint: leftHand, weight }, { joint: rightHand }]);
    const state = createFabrikTreeState(tree, rest);
    for (let i = 0; i < 5; i++) solveFabrikTree(tree, state, asked(targets), createOutput());
    return [...state.errors];
  });
  expect(errors[0][0]).toBeCloseTo(errors[0][1], 2);
  expect(errors[1][0]).toBeLessThan(errors[0][0] - 0.02);
});

test('a branch without an effector follows its parent bone as if welded to it', () => {
  const tree = buildFabrikTree(parents, lengths, [{ joint: leftHand }]);
  const state = createFabrikTreeState(tree, rest);
  solveFabrikTree(tree, state, asked(Float64Array.of(0.3, 0.1, 0.5)), createOutput());
  expectBonesKept(tree, state);
  // The head keeps its place above the chest, in the chest's frame.
  const chest = vec3.subtract(createVec3(), jointAt(state, 2), jointAt(state, 1));
  const neck = vec3.subtract(createVec3(), jointAt(state, 9), jointAt(state, 2));
  expect(vec3.angle(chest, neck)).toBeLessThan(1e-6);
});

describe('limits', () => {
  const degrees = (angle: number) => {
    const side = angle * DEG;
    return buildSwingCone({ minusY: side, plusX: side, plusY: side, minusX: side });
  };

  test.each(seeds(30))('of the backward pass hold at the end (seed %i)', (seed) => {
    const limited = [1, 2, 4, 5, 7, 8];
    const cone = degrees(50);
    const tree = buildFabrikTree(
      parents,
      lengths,
      [{ joint: leftHand }, { joint: rightHand }],
      limited.map((joint) => ({ joint, cone, pass: 'backward' as const })),
    );
    const state = createFabrikTreeState(tree, rest);
    const rootFrameWorld = quat.setAxisAngle(createQuat(), [1, 0, 0], -90 * DEG);
    solveFabrikTree(
      tree,
      state,
      { ...asked(reachableTargets(seededRandom(seed), tree)), rootFrameWorld },
      createOutput(),
    );
    expectBonesKept(tree, state);
    for (const joint of limited) {
      const parent = parents[joint];
      const bone = vec3.subtract(createVec3(), jointAt(state, joint), jointAt(state, parent));
      const before =
        parent === 0
          ? createVec3(0, 1, 0)
          : vec3.subtract(createVec3(), jointAt(state, parent), jointAt(state, parents[parent]));
      expect(vec3.angle(bone, before)).toBeLessThan(50 * DEG + 1e-6);
    }
    expect(isInsideSwingCone(cone, [0, 0, 1])).toBe(true);
  });

  test('of the forward pass never block', () => {
    const tree = buildFabrikTree(
      parents,
      lengths,
      [{ joint: leftHand }, { joint: rightHand }],
      [4, 5, 7, 8].map((joint) => ({ joint, cone: degrees(20), pass: 'forward' as const })),
    );
    for (const seed of seeds(80)) {
      const state = createFabrikTreeState(tree, rest);
      const out = createOutput();
      solveFabrikTree(tree, state, asked(reachableTargets(seededRandom(seed), tree)), out);
      expect(out.reached, `seed ${seed}: ${out.error}`).toBe(true);
    }
  });
});

describe('degenerate', () => {
  test.each([
    ['both targets on the root', [0, 0, 0, 0, 0, 0]],
    ['both targets in one point', [0.3, 0.4, 0.1, 0.3, 0.4, 0.1]],
    ['targets where the hands are', [0.75, 0.45, 0, -0.75, 0.45, 0]],
    ['far out of reach', [100, 0, 0, -100, 0, 0]],
  ])('%s: finite, bones kept, and the same twice', (_, targets) => {
    const [state, again] = [createFabrikTreeState(hands, rest), createFabrikTreeState(hands, rest)];
    solveFabrikTree(hands, state, asked(Float64Array.from(targets)), createOutput());
    solveFabrikTree(hands, again, asked(Float64Array.from(targets)), createOutput());
    for (const value of state.positions) expect(Number.isFinite(value)).toBe(true);
    expectBonesKept(hands, state);
    expect([...again.positions]).toEqual([...state.positions]);
  });

  test('a straight branch pointing at its target bends', () => {
    const tree = buildFabrikTree([-1, 0, 1, 2], [0, 0.3, 0.3, 0.3], [{ joint: 3 }]);
    const state = createFabrikTreeState(tree, [0, 0, 0, 0, 0, 0.3, 0, 0, 0.6, 0, 0, 0.9]);
    const out = createOutput();
    solveFabrikTree(tree, state, asked(Float64Array.of(0, 0, 0.5)), out);
    expect(out.reached).toBe(true);
  });

  test('zero-length bones and joints in one point stay finite', () => {
    const tree = buildFabrikTree([-1, 0, 1, 1], [0, 0, 0.3, 0], [{ joint: 2 }, { joint: 3 }]);
    const state = createFabrikTreeState(tree, new Float64Array(12));
    solveFabrikTree(tree, state, asked(Float64Array.of(0.1, 0.2, 0, 0, 0, 0)), createOutput());
    for (const value of state.positions) expect(Number.isFinite(value)).toBe(true);
  });

  test('refuses what is no tree, and says where', () => {
    const effectors = [{ joint: 1 }];
    expect(() => buildFabrikTree([-1], [0], effectors)).toThrow(/two joints/);
    expect(() => buildFabrikTree([-1, 1], [0, 1], effectors)).toThrow(/parents\[1\]: expected an earlier joint, got 1/);
    expect(() => buildFabrikTree([-1, 0], [0, -1], effectors)).toThrow(/lengths\[1\]/);
    expect(() => buildFabrikTree([-1, 0], [0], effectors)).toThrow(/expected 2 lengths.*got 1/);
    expect(() => buildFabrikTree([-1, 0], [0, 1], [])).toThrow(/expected at least one effector/);
    expect(() => buildFabrikTree([-1, 0], [0, 1], [{ joint: 0 }])).toThrow(
      /effectors\[0\]: expected a joint from 1 to 1, got 0/,
    );
    expect(() => buildFabrikTree([-1, 0], [0, 1], [{ joint: 1, weight: 0 }])).toThrow(/weight/);
    expect(() => buildFabrikTree([-1, 0], [0, 1], [{ joint: 1 }, { joint: 1 }])).toThrow(
      /effectors\[1\]: expected another joint; 1 has one already/,
    );
  });
});

test('leaves hardly any garbage', () => {
  const state = createFabrikTreeState(hands, rest);
  const inputs = seeds(64).map((seed) => asked(reachableTargets(seededRandom(seed), hands)));
  const out = createOutput();
  let next = 0;
  expect(bytesPerCall(() => solveFabrikTree(hands, state, inputs[next++ % 64], out))).toBeLessThan(CALL_GARBAGE);
});
