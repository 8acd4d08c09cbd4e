import { expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { updateNormals } from '../shape/poseShape.js';
import { alignmentAtRest } from './fitBody.js';
import { createFitPose, turnJoint, updateFitPose } from './fitPose.js';
import { fitTopology } from './fitTopology.js';

const { female: model } = await shippedBodies();

test('what a scan has beyond the fit is on the same places of the body in its T-pose, however limbs were turned', () => {
  const pose = createFitPose(model);
  pose.betas.set([0.8, -1.2, 0.4]);
  updateFitPose(model, pose);
  const joint = (bone: (typeof model.jointNames)[number]) => model.jointNames.indexOf(bone);
  turnJoint(model, pose, 0, 0.4, 2, -0.3);
  updateFitPose(model, pose);
  turnJoint(model, pose, joint('leftUpperArm'), 0.2, 0.1, -0.7);
  turnJoint(model, pose, joint('rightLowerArm'), 0.5, -0.4, 0.3);
  updateFitPose(model, pose);
  const fit = {
    ...fitTopology(model, { positions: pose.positions, triangles: model.triangles }),
    model,
    method: 'vertices' as const,
  };
  // Bumps of up to 1 cm along the skin, the same on the posed body and on the one at rest.
  const bumps = Array.from({ length: model.vertexCount }, (_, vertex) => 0.01 * Math.sin(vertex * 0.7));
  const bumped = (positions: Float64Array) => {
    const normals = new Float64Array(positions.length);
    updateNormals(model.triangles, positions, normals);
    return positions.map((value, i) => value + bumps[Math.floor(i / 3)] * normals[i]);
  };
  const { positions, joints } = alignmentAtRest(fit, {
    positions: bumped(fit.posed.positions),
    triangles: model.triangles,
  });
  const expected = bumped(fit.surface.positions);
  const errors = expected.map((value, i) => Math.abs(value - positions[i])).sort();
  expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(0.0005);
  // Where joints bend, normals of the skin do not turn quite as its places do.
  expect(errors[errors.length - 1]).toBeLessThan(0.01);
  expect(joints).toHaveLength(model.jointNames.length * 3);
  // Without anything beyond the fit it is the fit.
  const plain = alignmentAtRest(fit, fit.posed).positions;
  expect(Math.max(...plain.map((value, i) => Math.abs(value - fit.surface.positions[i])))).toBeLessThan(1e-9);
});

test('skin that a twist folds keeps details of their size', () => {
  const rest = createFitPose(model);
  updateFitPose(model, rest);
  const atRest = fitTopology(model, { positions: rest.positions, triangles: model.triangles });
  const pose = createFitPose(model);
  updateFitPose(model, pose);
  turnJoint(model, pose, model.jointNames.indexOf('leftLowerArm'), 3.1, 0, 0);
  updateFitPose(model, pose);
  const posed = { positions: pose.positions, triangles: model.triangles };
  const fit = { ...atRest, model, method: 'vertices' as const, jointRotations: pose.worldRotations, posed };
  const moved = { ...posed, positions: posed.positions.map((value) => value + 0.01) };
  const plain = alignmentAtRest(fit, posed).positions;
  const detailed = alignmentAtRest(fit, moved).positions;
  // At most five times as long: beyond that folded skin is turned only.
  expect(Math.max(...detailed.map((value, i) => Math.abs(value - plain[i])))).toBeLessThan(0.01 * Math.sqrt(3) * 5);
});
