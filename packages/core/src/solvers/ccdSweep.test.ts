import { describe, expect, test } from 'vitest';
import { createVec3 } from '../math/index.js';
import { randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  updateArticulatedChain,
} from './articulatedChain.js';
import { limitError, randomChainState, randomLimitedChain, straightChain } from './articulatedChain.testing.js';
import { EFFECTOR_SIZE, measureCcdObjective, readEffectors, sweepCcd } from './ccdSweep.js';
import type { ChainGoal } from './chainGoal.js';
import { copyChain, createChainSnapshot, turnChain } from './chainTurns.js';
import { readBallAngles } from './coneJoint.js';

interface Problem {
  readonly chain: ArticulatedChain;
  readonly state: ArticulatedChainState;
  readonly goals: ChainGoal[];
  readonly effectors: Float64Array;
  readonly turns: Float64Array;
}

/** A chain with a goal for its tip and one for an inner point, some of them with a rotation. */
function randomProblem(seed: number, isFree = false): Problem {
  const random = seededRandom(seed);
  const chain = isFree ? straightChain(5, 1) : randomLimitedChain(random, 5);
  const state = randomChainState(chain, random);
  const goals = [2, 5].map((point, index) => ({
    point,
    positionWorld: randomPoint(random, 1),
    rotationWorld: (seed + index) % 2 === 0 ? randomQuat(random) : null,
    weight: 0.5 + random(),
  }));
  const effectors = new Float64Array(goals.length * EFFECTOR_SIZE);
  const problem = { chain, state, goals, effectors, turns: new Float64Array(chain.dofCount * 4) };
  readEffectors(problem);
  return problem;
}

/** g of Weimar 2008, eq. 5.10 to 5.14, written out with the three axes; ep as it is before the turn. */
function plainObjective({ chain, state, goals, effectors }: Problem, joint: number): number {
  const [px, py, pz] = state.worldPositions.slice(joint * 3, joint * 3 + 3);
  let g = 0;
  goals.forEach(({ point, positionWorld, rotationWorld, weight = 1 }, i) => {
    if (point <= joint) return;
    const at = i * EFFECTOR_SIZE;
    const toGoal = [positionWorld[0] - px, positionWorld[1] - py, positionWorld[2] - pz];
    const before = [effectors[at] - px, effectors[at + 1] - py, effectors[at + 2] - pz];
    const [goalLength, length] = [Math.hypot(...toGoal), Math.hypot(...before)];
    const ep = 0.5 * (1 + Math.min(goalLength, length) / Math.max(goalLength, length));
    const p = point * 3;
    const after = [state.worldPositions[p] - px, state.worldPositions[p + 1] - py, state.worldPositions[p + 2] - pz];
    const dot = toGoal[0] * after[0] + toGoal[1] * after[1] + toGoal[2] * after[2];
    g += (weight * ep * dot) / chain.length ** 2;
    if (rotationWorld === null) return;
    const wanted = axesOf(rotationWorld);
    const now = axesOf(state.worldRotations.slice((point - 1) * 4, point * 4));
    for (let k = 0; k < 9; k++) g += weight * wanted[k] * now[k];
  });
  return g;
}

function axesOf([x, y, z, w]: ArrayLike<number> & Iterable<number>): number[] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ].flat();
}

/** Objective with one angle turned by a little. */
function turned(problem: Problem, joint: number, dof: number, by: number): number {
  const { chain, state } = problem;
  const before = state.angles[dof];
  state.angles[dof] += by;
  updateArticulatedChain(chain, state);
  const g = plainObjective(problem, joint);
  state.angles[dof] = before;
  updateArticulatedChain(chain, state);
  return g;
}

function forEachDof({ chain }: Problem, visit: (joint: number, dof: number) => void): void {
  for (let joint = 0; joint < chain.jointCount; joint++) {
    for (let dof = chain.firstDofs[joint]; dof < chain.firstDofs[joint + 1]; dof++) visit(joint, dof);
  }
}

describe('measureCcdObjective', () => {
  test.each(seeds(30))('k3 is the slope of the objective, by finite difference (seed %i)', (seed) => {
    const problem = randomProblem(seed);
    const h = 1e-5;
    forEachDof(problem, (joint, dof) => {
      const objective = measureCcdObjective(problem, joint, problem.state.worldAxes, dof * 3, {
        cosine: 0,
        sine: 0,
        reach: 0,
      });
      const slope = (turned(problem, joint, dof, h) - turned(problem, joint, dof, -h)) / (2 * h);
      expect(objective.sine).toBeCloseTo(slope, 7);
    });
  });

  test.each(seeds(30))('atan2(k3, k2 - k1) is the top of the objective (seed %i)', (seed) => {
    const problem = randomProblem(seed);
    forEachDof(problem, (joint, dof) => {
      const objective = measureCcdObjective(problem, joint, problem.state.worldAxes, dof * 3, {
        cosine: 0,
        sine: 0,
        reach: 0,
      });
      if (Math.hypot(objective.sine, objective.cosine) < 1e-6) return;
      const theta = Math.atan2(objective.sine, objective.cosine);
      const top = turned(problem, joint, dof, theta);
      for (const away of [-3, -2, -1, -0.1, 0.1, 1, 2, 3]) {
        expect(turned(problem, joint, dof, theta + away)).toBeLessThan(top);
      }
    });
  });

  test('does not depend on the unit of length', () => {
    const thetas = [0.3, 300].map((size) => {
      const chain = straightChain(4, size);
      const state = randomChainState(chain, seededRandom(5));
      const root = state.rootPosition;
      const goal = {
        point: 4,
        positionWorld: createVec3(root[0] + 0.2 * size, root[1] - 0.3 * size, root[2] + 0.1 * size),
        rotationWorld: randomQuat(seededRandom(6)),
      };
      const effectors = new Float64Array(EFFECTOR_SIZE);
      const problem = { chain, state, goals: [goal], effectors, turns: new Float64Array(chain.dofCount * 4) };
      readEffectors(problem);
      const objective = measureCcdObjective(problem, 1, state.worldAxes, 12, { cosine: 0, sine: 0, reach: 0 });
      return Math.atan2(objective.sine, objective.cosine);
    });
    expect(thetas[0]).toBeCloseTo(thetas[1], 9);
  });
});

describe('sweepCcd', () => {
  test.each(seeds(50))('carries effectors to where forward kinematics puts them, within limits (seed %i)', (seed) => {
    const problem = randomProblem(seed, seed % 2 === 0);
    const { chain, state, effectors, turns } = problem;
    sweepCcd(problem, 0);
    const start = createChainSnapshot(chain);
    copyChain(start, state);
    const carried = effectors.slice();
    const sameHemisphere = (at: number) => {
      const other = effectors.subarray(at + 3, at + 7);
      return carried.slice(at + 3, at + 7).reduce((dot, value, i) => dot + value * other[i], 0) < 0 ? -1 : 1;
    };
    turnChain(chain, start, turns, { firstJoint: 0, lastPoint: chain.jointCount }, state);
    for (let joint = 0; joint < chain.jointCount; joint++) {
      if (chain.isFreeBall[joint] === 1) readBallAngles(chain, state, joint);
    }
    expect(limitError(chain, state)).toBe(0);
    const axes = state.worldAxes.slice();
    updateArticulatedChain(chain, state);
    axes.forEach((value, index) => {
      if (seed % 2 === 1) expect(value).toBeCloseTo(state.worldAxes[index], 10);
    });
    readEffectors(problem);
    for (let i = 0; i < carried.length; i++) {
      const sign = i % EFFECTOR_SIZE < 3 ? 1 : sameHemisphere(i - (i % EFFECTOR_SIZE));
      expect(sign * carried[i]).toBeCloseTo(effectors[i], 10);
    }
  });

  test('no angle changes by more than its joint allows in a step, and a heavy joint not at all', () => {
    const chain = buildArticulatedChain(
      [1, 1, 0, 1, 1].map((weight) => ({ bone: [0, 0.2, 0], dofs: ballDofs(), weight, maxStep: 0.03 })),
    );
    const state = randomChainState(chain, seededRandom(3));
    const before = state.angles.slice();
    const goal = { point: 5, positionWorld: createVec3(3, -3, 3), rotationWorld: null };
    const turns = new Float64Array(chain.dofCount * 4);
    sweepCcd({ chain, state, goals: [goal], effectors: new Float64Array(EFFECTOR_SIZE), turns }, 0);
    const changes = before.map((angle, dof) => Math.abs(state.angles[dof] - angle));
    expect(Math.max(...changes)).toBeLessThan(0.03 + 1e-12);
    expect(Math.max(...changes)).toBeGreaterThan(0.0299);
    expect([...changes.slice(chain.firstDofs[2], chain.firstDofs[3])]).toEqual([0, 0, 0]);
  });
});
