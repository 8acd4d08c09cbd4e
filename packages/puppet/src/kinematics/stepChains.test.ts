import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { isInsideJointLimit } from '@leib/core/solvers';
import { describe, expect, test } from 'vitest';
import type { PuppetJoint } from '../file/puppetFile.js';
import {
  bonePart,
  chainPuppet,
  coneLimits,
  freeJoint,
  hingeLimits,
  openPuppet,
  plainChain,
  pointsOf,
  type TestPuppet,
  universalLimits,
} from './kinematics.testing.js';
import { readChain } from './measureChains.js';

const solvers = ['ccd', 'jacobian', 'damped', 'fabrik'] as const;
const steady = ['ccd', 'damped', 'fabrik'] as const;

/** Uniform in [0, 1) from a seed: Marsaglia's xorshift. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const drag = (effector: number, x: number, y: number, z: number) => ({
  effector,
  positionWorld: [x, y, z] as [number, number, number],
  rotationWorld: null,
});

/** Planes, cones, hinges and universal joints, one after the other. */
function mixedJoint(index: number): PuppetJoint {
  const limits = [
    coneLimits([0.3, 1, 0], 0.6, { min: -0.4, max: 0.2 }),
    hingeLimits([1, 0, 0.5], -0.3, 1),
    universalLimits([0, 1, 0], 0.5),
    { ...universalLimits([0, 1, 0], 0.8), z: { min: -0.2, max: 0.4 } },
  ][index % 4];
  return { ...freeJoint, limits, weight: 0.4 + 0.2 * (index % 4) };
}

/** How far any part is outside its limits, and any bone off its length. */
function expectWhole(puppet: TestPuppet, length: number): void {
  const { model, state, pose } = puppet;
  expect(pose.worldPositions.every(Number.isFinite)).toBe(true);
  model.joints.forEach(({ cone, ranges }, part) => {
    const local = pose.localRotations.subarray(part * 4 + 4, part * 4 + 8);
    if (cone) expect(isInsideJointLimit(cone, local)).toBe(true);
    const isWithin = ranges.ranges.every(({ min, max }, axis) => {
      const angle = state.shownAngles[part * 3 + axis];
      return angle >= min - 1e-9 && angle <= max + 1e-9;
    });
    expect(isWithin).toBe(true);
  });
  const points = pointsOf(puppet);
  for (let bone = 0; bone + 1 < points.length; bone++) {
    expect(vec3.distance(points[bone] as never, points[bone + 1] as never)).toBeCloseTo(length, 9);
  }
}

describe('a dragged chain', () => {
  test.each(steady)('%s brings the tip to a goal in reach, with its rotation', (solver) => {
    const puppet = chainPuppet(10, { solver });
    const rotationWorld = quat.setAxisAngle(createQuat(), [0, 0, 1], -1);
    for (let frame = 0; frame < 60; frame++) {
      puppet.step({ drags: [{ ...drag(10, 0.3, 0.4, 0.2), rotationWorld }] });
    }
    const readout = readChain(puppet.model, puppet.state, 0);
    expect(readout.positionError).toBeLessThan(1e-4);
    expect(readout.rotationError).toBeLessThan(2.1e-3);
    expect(readout.shells).toEqual([{ effector: 10, centreWorld: [0, 0, 0], min: 0, max: expect.closeTo(1) }]);
  });

  test.each(solvers)('%s keeps limits and lengths in every frame of wild drags', (solver) => {
    const random = randomOf(solver.length);
    const puppet = chainPuppet(8, { solver, wave: { speed: 30, kept: 0.8 } }, mixedJoint);
    for (let frame = 0; frame < 150; frame++) {
      const somewhere = () => 2.4 * (random() - 0.5);
      const drags = random() < 0.2 ? [] : [drag(8, somewhere(), somewhere(), somewhere())];
      if (random() < 0.5) drags.push(drag(3, somewhere(), somewhere(), somewhere()));
      puppet.step({ drags }, 0.004 + 0.05 * random());
      expectWhole(puppet, 0.1);
    }
  });

  test.each(steady)('%s lies still towards a goal out of reach', (solver) => {
    const puppet = chainPuppet(6, { solver });
    for (let frame = 0; frame < 90; frame++) puppet.step({ drags: [drag(6, 2, 0.5, 0.3)] });
    const before = pointsOf(puppet);
    for (let frame = 0; frame < 5; frame++) puppet.step({ drags: [drag(6, 2, 0.5, 0.3)] });
    expect(readChain(puppet.model, puppet.state, 0).oscillation).toBeLessThan(1e-5);
    expect(vec3.distance(before[6] as never, pointsOf(puppet)[6] as never)).toBeLessThan(1e-4);
    // Stretched along the way to the goal: no nearer point can be had.
    const nearest = vec3.length(createVec3(2, 0.5, 0.3)) - 0.6;
    expect(readChain(puppet.model, puppet.state, 0).positionError).toBeLessThan(nearest + 2e-3);
  });

  test('the plain pseudo-inverse oscillates out of reach, where damping does not', () => {
    const swing = (solver: (typeof solvers)[number]) => {
      const puppet = chainPuppet(6, { solver });
      let sum = 0;
      for (let frame = 0; frame < 120; frame++) {
        puppet.step({ drags: [drag(6, 0.9, 0.9, 0.2)] });
        if (frame >= 60) sum += readChain(puppet.model, puppet.state, 0).oscillation;
      }
      return sum / 60;
    };
    expect(swing('jacobian')).toBeGreaterThan(0.01);
    expect(swing('damped')).toBeLessThan(1e-6);
  });

  test('several effectors of one chain, and of two chains that share a part, all arrive', () => {
    const fork = ['left', 'right'].flatMap((side, branch) =>
      [0, 1, 2].map((index) => ({
        ...bonePart(index + 3, 0.1, freeJoint),
        name: `${side} ${index}`,
        parent: index === 0 ? 'part 2' : `${side} ${index - 1}`,
        branch,
      })),
    );
    const trunk = [0, 1, 2].map((index) => bonePart(index, 0.1, freeJoint));
    const parts = [...trunk, ...fork.map(({ branch: _, ...part }) => part)];
    const chains = ['left', 'right'].map((side) => ({
      ...plainChain,
      name: side,
      parts: ['part 0', 'part 1', 'part 2', `${side} 0`, `${side} 1`, `${side} 2`],
    }));
    const effectors = ['left', 'right'].map((chain) => ({ name: chain, chain, point: 6, turns: false }));
    const puppet = openPuppet({ parts, chains, effectors });
    for (let frame = 0; frame < 60; frame++) puppet.step({ drags: [drag(0, -0.2, 0.4, 0), drag(1, 0.2, 0.4, 0.1)] });
    expect(readChain(puppet.model, puppet.state, 0).positionError).toBeLessThan(1e-3);
    expect(readChain(puppet.model, puppet.state, 1).positionError).toBeLessThan(1e-4);
  });

  test.each(steady)(
    '%s: a joint without weight stays, little weight turns little, a largest step holds back',
    (solver) => {
      const turnAfter = (change: Partial<PuppetJoint>) => {
        const puppet = chainPuppet(4, { solver }, (index) => (index === 1 ? { ...freeJoint, ...change } : freeJoint));
        puppet.step({ drags: [drag(4, 0.25, 0.2, 0)], maxSpeed: 1000 });
        const [x, y, z, w] = puppet.pose.localRotations.subarray(8, 12);
        return 2 * Math.atan2(Math.hypot(x, y, z), w);
      };
      const free = turnAfter({});
      expect(turnAfter({ weight: 0 })).toBe(0);
      expect(turnAfter({ weight: 0.2 })).toBeLessThan(0.6 * free);
      expect(turnAfter({ maxStep: 1e-4 })).toBeLessThan(0.1 * free);
    },
  );

  test('a goal far away is followed at the largest speed, from where the effector is', () => {
    const puppet = chainPuppet(4);
    puppet.step({ drags: [drag(4, 0, -5, 0)], maxSpeed: 0.6 });
    expect(vec3.distance(puppet.state.effectors[4].goal.positionWorld, [0, 0.4, 0])).toBeCloseTo(0.01, 9);
  });

  test('a goal that is not a number is let go', () => {
    const puppet = chainPuppet(4);
    puppet.step({ drags: [drag(4, Number.NaN, 0, 0)], turns: [{ part: 1, localRotation: [0, Number.NaN, 0, 1] }] });
    expect(puppet.state.effectors[4].isDragged).toBe(false);
    expectWhole(puppet, 0.1);
  });
});

describe('ends of a chain', () => {
  test.each(solvers.filter((solver) => solver !== 'jacobian'))('%s: held at both ends it never opens', (solver) => {
    const random = randomOf(7);
    const puppet = chainPuppet(8, { solver, tip: 'fixed' });
    // A bow first: a straight chain between two fixed ends cannot move.
    for (let frame = 0; frame < 30; frame++) puppet.step({ drags: [drag(8, 0.3, 0.4, 0)] });
    const tip = pointsOf(puppet)[8];
    for (let frame = 0; frame < 60; frame++) {
      const somewhere = () => 1.6 * (random() - 0.5);
      puppet.step({ drags: [drag(3, somewhere(), somewhere(), somewhere())] });
      expect(vec3.distance(pointsOf(puppet)[8] as never, tip as never)).toBeLessThan(1e-4);
      expect(readChain(puppet.model, puppet.state, 0).tipGap).toBeLessThan(1e-4);
    }
  });

  test('a free root is drawn along: the part is shifted where it hangs on the whole, and the tip stays where it is held', () => {
    const puppet = chainPuppet(4, { root: 'free' });
    for (let frame = 0; frame < 90; frame++) puppet.step({ drags: [drag(4, 2, 1, 0)] });
    expect(readChain(puppet.model, puppet.state, 0).positionError).toBeLessThan(1e-4);
    expect(Math.hypot(...puppet.state.partOffsets.subarray(0, 3))).toBeGreaterThan(1);
    const held = chainPuppet(6, { root: 'free', tip: 'fixed' });
    for (let frame = 0; frame < 90; frame++) held.step({ drags: [drag(2, 0.3, 0.5, 0)] });
    expect(vec3.distance(pointsOf(held)[6] as never, [0, 0.6, 0])).toBeLessThan(1e-9);
    expect(readChain(held.model, held.state, 0).positionError).toBeLessThan(1e-3);
  });

  test('a free root below another part takes the whole puppet along', () => {
    const parts = [0, 1, 2].map((index) => bonePart(index, 0.1, freeJoint));
    const chains = [{ ...plainChain, parts: ['part 1', 'part 2'], root: 'free' as const }];
    const effectors = [{ name: 'tip', chain: 'tail', point: 2, turns: false }];
    const puppet = openPuppet({ parts, chains, effectors });
    for (let frame = 0; frame < 90; frame++) puppet.step({ drags: [drag(0, 1, 0.3, 0)] });
    expect(puppet.pose.rootPosition[0]).toBeGreaterThan(0.7);
    expect(readChain(puppet.model, puppet.state, 0).reached).toBe(true);
  });

  test('the root itself can be dragged', () => {
    const puppet = chainPuppet(3);
    for (let frame = 0; frame < 60; frame++) puppet.step({ drags: [drag(0, 0.2, 0.1, 0)] });
    expect([...puppet.state.partOffsets.subarray(0, 3)]).toEqual([
      expect.closeTo(0.2, 6),
      expect.closeTo(0.1, 6),
      expect.closeTo(0, 6),
    ]);
  });
});

describe('parts turned by hand', () => {
  test('take the turn as far as the limits allow', () => {
    const puppet = chainPuppet(2, {}, () => ({ ...freeJoint, limits: hingeLimits([0, 0, 1], -0.5, 0.5) }));
    const localRotation = quat.setAxisAngle(createQuat(), [0, 0, 1], 2);
    puppet.step({ turns: [{ part: 1, localRotation }] });
    const half = quat.setAxisAngle(createQuat(), [0, 0, 1], 0.5);
    expect([...puppet.pose.localRotations.subarray(8, 12)]).toEqual([...half].map((value) => expect.closeTo(value, 9)));
    puppet.step();
    expect(puppet.pose.localRotations[10]).toBeCloseTo(half[2], 9);
  });
});
