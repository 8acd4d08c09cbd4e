import { expect, test } from 'vitest';
import { createQuat, createVec3, quat } from '../math/index.js';
import { randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import { updateArticulatedChain } from './articulatedChain.js';
import { randomChainState, randomLimitedChain } from './articulatedChain.testing.js';
import { type ChainGoal, measureChainGoals } from './chainGoal.js';
import { createChangeScratch, fillJacobian } from './jacobianMatrix.js';

function randomProblem(seed: number) {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 5);
  const state = randomChainState(chain, random);
  const goals: ChainGoal[] = [
    { point: 5, positionWorld: randomPoint(random, 1), rotationWorld: randomQuat(random), weight: 2 },
    { point: 2, positionWorld: randomPoint(random, 1), rotationWorld: null },
  ];
  return { chain, state, goals, system: createChangeScratch(chain.dofCount, 12) };
}

test.each(seeds(30))('columns are the finite difference of position and rotation (seed %i)', (seed) => {
  const { chain, state, goals, system } = randomProblem(seed);
  fillJacobian(chain, state, goals, system);
  expect(system.rowCount).toBe(9);
  const h = 1e-6;
  const read = () => {
    const turn = createQuat(...state.worldRotations.slice(16, 20));
    return { positions: state.worldPositions.slice(), turn };
  };
  for (let dof = 0; dof < chain.dofCount; dof++) {
    const angle = state.angles[dof];
    state.angles[dof] = angle + h;
    updateArticulatedChain(chain, state);
    const ahead = read();
    state.angles[dof] = angle - h;
    updateArticulatedChain(chain, state);
    const behind = read();
    state.angles[dof] = angle;
    updateArticulatedChain(chain, state);
    const column = (row: number) => system.jacobian[row * chain.dofCount + dof];
    const turned = quat.multiply(createQuat(), ahead.turn, quat.conjugate(createQuat(), behind.turn));
    for (let i = 0; i < 3; i++) {
      const tip = (ahead.positions[15 + i] - behind.positions[15 + i]) / (2 * h);
      const inner = (ahead.positions[6 + i] - behind.positions[6 + i]) / (2 * h);
      expect(column(i)).toBeCloseTo((Math.SQRT2 * tip) / chain.length, 6);
      expect(column(3 + i)).toBeCloseTo(Math.SQRT2 * Math.SQRT2 * ((2 * turned[i]) / (2 * h)), 6);
      expect(column(6 + i)).toBeCloseTo(inner / chain.length, 6);
    }
  }
});

test.each(seeds(30))('-J^T e is the finite difference of the cost near the goal (seed %i)', (seed) => {
  const { chain, state, goals, system } = randomProblem(seed);
  // Near the goal the rotation vector and the sine in the cost agree.
  const bone = createQuat(...state.worldRotations.slice(16, 20));
  const little = quat.setAxisAngle(createQuat(), createVec3(0, 1, 0), 1e-3);
  const near: ChainGoal[] = [{ ...goals[0], rotationWorld: quat.multiply(createQuat(), little, bone) }, goals[1]];
  fillJacobian(chain, state, near, system);
  const errors = { positionError: 0, rotationError: 0, cost: 0 };
  const costAt = (dof: number, angle: number) => {
    const before = state.angles[dof];
    state.angles[dof] = angle;
    updateArticulatedChain(chain, state);
    measureChainGoals(chain, state, near, errors);
    state.angles[dof] = before;
    updateArticulatedChain(chain, state);
    return errors.cost;
  };
  const h = 1e-6;
  for (let dof = 0; dof < chain.dofCount; dof++) {
    let slope = 0;
    for (let row = 0; row < system.rowCount; row++) {
      slope -= system.jacobian[row * chain.dofCount + dof] * system.residual[row];
    }
    const angle = state.angles[dof];
    expect(slope).toBeCloseTo((costAt(dof, angle + h) - costAt(dof, angle - h)) / (2 * h), 5);
  }
});

test('the rotation to go is the shortest, whichever sign its quaternion has', () => {
  const { chain, state, system } = randomProblem(1);
  const bone = createQuat(...state.worldRotations.slice(16, 20));
  const turn = quat.setAxisAngle(createQuat(), createVec3(0, 0, 1), 3);
  const wanted = quat.multiply(createQuat(), turn, bone);
  for (const sign of [1, -1]) {
    const rotationWorld = quat.scale(createQuat(), wanted, sign);
    fillJacobian(chain, state, [{ point: 5, positionWorld: createVec3(), rotationWorld }], system);
    expect(system.residual[5]).toBeCloseTo(3 * Math.SQRT2, 9);
  }
});
