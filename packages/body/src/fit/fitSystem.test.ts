import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { copyFitPose, createFitPose, turnJoint, updateFitPose } from './fitPose.js';
import { addObservation, beginFitSystem, createFitSystem, scanJoints } from './fitSystem.js';

const { female: model } = await shippedBodies();

test('rows are the derivatives of the posed surface: betas, place and every turn', () => {
  const random = seededRandom(1);
  const system = createFitSystem(model, scanJoints);
  const pose = createFitPose(model);
  pose.betas.set(Array.from({ length: model.betaCount }, () => random() * 2 - 1));
  pose.place.set([0.3, -0.2, 0.1]);
  updateFitPose(model, pose);
  for (const joint of system.turnedJoints) {
    turnJoint(model, pose, joint, random() - 0.5, random() - 0.5, random() - 0.5);
    updateFitPose(model, pose);
  }
  const moved = createFitPose(model);
  const step = 1e-5;
  /** The surface after a small step of one parameter. */
  const stepped = (parameter: number, size: number): Float64Array => {
    copyFitPose(pose, moved);
    updateFitPose(model, moved);
    if (parameter < model.betaCount) moved.betas[parameter] += size;
    else if (parameter < model.betaCount + 3) moved.place[parameter - model.betaCount] += size;
    else {
      const at = parameter - model.betaCount - 3;
      const axis = [0, 1, 2].map((k) => (k === at % 3 ? size : 0));
      turnJoint(model, moved, system.turnedJoints[Math.floor(at / 3)], axis[0], axis[1], axis[2]);
    }
    updateFitPose(model, moved);
    return moved.positions.slice();
  };
  const vertices = Array.from({ length: 40 }, () => Math.floor(random() * model.vertexCount));
  const directions = vertices.map(() => [random() - 0.5, random() - 0.5, random() - 0.5]);
  const rows = vertices.map((vertex, i) => {
    beginFitSystem(system, pose);
    const [x, y, z] = directions[i];
    addObservation(system, pose, { vertex, nx: x, ny: y, nz: z, weight: 1, weightedResidual: 1 });
    return system.row.slice();
  });
  for (let parameter = 0; parameter < system.parameterCount; parameter++) {
    const [ahead, behind] = [stepped(parameter, step), stepped(parameter, -step)];
    vertices.forEach((vertex, i) => {
      const slope = directions[i].reduce(
        (sum, n, k) => sum + (n * (ahead[vertex * 3 + k] - behind[vertex * 3 + k])) / (2 * step),
        0,
      );
      expect(rows[i][parameter], `parameter ${parameter}, vertex ${vertex}`).toBeCloseTo(slope, 4);
    });
  }
});
