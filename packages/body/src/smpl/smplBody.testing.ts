import { type HumanoidBone, smplBones, smplParents } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { type FixtureArray, type FixtureArrays, npyBytes, zipBytes } from './smplFixture.testing.js';

/** Tests only: one of our own bodies in SMPL's format, with its first components as betas. SMPL itself is not ours to ship. */
export function smplOfBody(model: BodyModel, betaCount = model.pcaView.count): FixtureArrays {
  const { vertexCount, jointNames, parents, pcaView, modes, jointRegressor } = model;
  const jointCount = 24;
  const place = (bone: HumanoidBone) => jointNames.indexOf(bone);
  // SMPL has no fingers, toes, jaw and eyes: their skin follows the next bone above that it has.
  const smplOf = jointNames.map((_, joint) => {
    let at = joint;
    while (at >= 0 && !smplBones.includes(jointNames[at])) at = parents[at];
    return at < 0 ? 0 : smplBones.indexOf(jointNames[at]);
  });
  const regressor = new Float64Array(jointCount * vertexCount);
  for (let joint = 0; joint < jointCount; joint++) {
    // The last two are the knuckles.
    const own = place(joint < 22 ? smplBones[joint] : joint === 22 ? 'leftMiddleProximal' : 'rightMiddleProximal');
    for (let n = jointRegressor.starts[own]; n < jointRegressor.starts[own + 1]; n++) {
      regressor[joint * vertexCount + jointRegressor.vertices[n]] = jointRegressor.weights[n];
    }
  }
  const weights = new Float64Array(vertexCount * jointCount);
  model.skinJoints.forEach((joint, i) => {
    weights[Math.floor(i / 4) * jointCount + smplOf[joint]] += model.skinWeights[i];
  });
  const { count, toBetas } = pcaView;
  const directions = new Float64Array(vertexCount * 3 * betaCount);
  for (let beta = 0; beta < model.betaCount; beta++) {
    for (let i = 0; i < vertexCount * 3; i++) {
      for (let c = 0; c < betaCount; c++) {
        directions[i * betaCount + c] += modes[beta * vertexCount * 3 + i] * toBetas[beta * count + c];
      }
    }
  }
  const array = (shape: readonly number[], descr: string, values: ArrayLike<number>): FixtureArray => ({
    shape,
    descr,
    values: Array.from(values),
  });
  const kintree = [...smplParents, 20, 21].map((parent) => (parent < 0 ? 0xffffffff : parent));
  return {
    v_template: array([vertexCount, 3], '<f4', model.meanPositions),
    shapedirs: array([vertexCount, 3, betaCount], '<f4', directions),
    J_regressor: array([jointCount, vertexCount], '<f4', regressor),
    weights: array([vertexCount, jointCount], '<f4', weights),
    kintree_table: array([2, jointCount], '<u4', [...kintree, ...kintree.map((_, i) => i)]),
    f: array([model.triangles.length / 3, 3], '<u4', model.triangles),
  };
}

/** The same as the bytes of an npz file. */
export function npzOfBody(model: BodyModel, betaCount?: number): Uint8Array {
  return zipBytes(
    Object.entries(smplOfBody(model, betaCount)).map(([name, array]) => ({
      name: `${name}.npy`,
      bytes: npyBytes(array),
    })),
  );
}
