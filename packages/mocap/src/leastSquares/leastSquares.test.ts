import { type AgentAngles, buildAngleBinding, createAgentAngles, defaultAngleLayout } from '@leib/core/pack';
import { randomPoint, randomUnit, seededRandom, seeds, testBody } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildDofModel, createDofFrame, pointDerivatives, pointWorld, updateDofFrame } from './dofModel.js';
import { addPoint, addPrior, clearNormalEquations, createNormalEquations, solveDamped } from './normalEquations.js';

const body = testBody();
const model = buildDofModel(buildAngleBinding(defaultAngleLayout, body));

function randomAngles(random: () => number): AgentAngles {
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set(randomPoint(random, 2));
  for (let dof = 0; dof < angles.angles.length; dof++) angles.angles[dof] = 2 * random() - 1;
  return angles;
}

test.each(seeds(10))('the derivative of a point equals its finite difference (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const angles = randomAngles(random);
  const frame = createDofFrame(model);
  const joint = Math.floor(random() * body.jointCount);
  const local = randomUnit(random);
  const now = new Float64Array(3);
  const moved = new Float64Array(3);
  updateDofFrame(model, angles, frame);
  pointWorld(frame, joint, local, 0, now);
  const derivatives = new Float64Array(model.unknownCount * 3);
  pointDerivatives(model, frame, joint, now, derivatives);
  const step = 1e-6;
  for (let unknown = 0; unknown < model.unknownCount; unknown++) {
    const array = unknown < 3 ? angles.rootPosition : angles.angles;
    const at = unknown < 3 ? unknown : unknown - 3;
    array[at] += step;
    updateDofFrame(model, angles, frame);
    pointWorld(frame, joint, local, 0, moved);
    array[at] -= step;
    const place = model.movers[joint].indexOf(unknown);
    for (let k = 0; k < 3; k++) {
      const expected = place < 0 ? 0 : derivatives[place * 3 + k];
      expect((moved[k] - now[k]) / step).toBeCloseTo(expected, 4);
    }
  }
});

test.each(seeds(5))('points of a pose lead back to the pose from a nearby one (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const truth = randomAngles(random);
  const frame = createDofFrame(model);
  updateDofFrame(model, truth, frame);
  const points = Array.from({ length: body.jointCount * 3 }, (_, i) => {
    const joint = i % body.jointCount;
    const local = randomUnit(random);
    const wanted = new Float64Array(3);
    pointWorld(frame, joint, local, 0, wanted);
    return { joint, local, wanted };
  });
  const now: AgentAngles = {
    rootPosition: truth.rootPosition.map((value) => value + 0.1 * (random() - 0.5)),
    angles: truth.angles.map((value) => value + 0.2 * (random() - 0.5)),
  };
  const equations = createNormalEquations(model.unknownCount);
  const change = new Float64Array(model.unknownCount);
  const world = new Float64Array(3);
  for (let round = 0; round < 8; round++) {
    updateDofFrame(model, now, frame);
    clearNormalEquations(equations);
    for (const { joint, local, wanted } of points) {
      pointWorld(frame, joint, local, 0, world);
      addPoint(equations, model, frame, joint, { world, wanted, weight: 1 });
    }
    expect(solveDamped(equations, 1e-6, change)).toBe(true);
    for (let k = 0; k < 3; k++) now.rootPosition[k] += change[k];
    for (let dof = 0; dof < now.angles.length; dof++) now.angles[dof] += change[3 + dof];
  }
  for (let dof = 0; dof < now.angles.length; dof++) expect(now.angles[dof]).toBeCloseTo(truth.angles[dof], 6);
});

test('a prior alone takes its unknown there, and leaves the others', () => {
  const equations = createNormalEquations(3);
  const change = new Float64Array(3);
  addPrior(equations, 1, 0.5, 4);
  expect(solveDamped(equations, 0, change)).toBe(true);
  expect(Array.from(change)).toEqual([0, 0.5, 0]);
});
