import { buildSkeleton, type RawJoint, type Skeleton } from '@leib/core';
import type { BodyModel } from './bodyModel.js';

/** A body of the model with its own shape, in the T-pose. One per avatar; written by shapeBody(). */
export interface ShapedBody {
  /** Metres. vertexCount x 3. */
  readonly positions: Float64Array;
  /** Joint positions, metres. jointCount x 3. */
  readonly joints: Float64Array;
}

export function createShapedBody(model: BodyModel): ShapedBody {
  return {
    positions: model.meanPositions.slice(),
    joints: new Float64Array(model.jointNames.length * 3),
  };
}

/** Computes surface and joints for the given betas; missing betas count as 0. Allocates nothing. */
export function shapeBody(model: BodyModel, betas: ArrayLike<number>, out: ShapedBody): void {
  const { modes, meanPositions } = model;
  const { positions } = out;
  const length = positions.length;
  positions.set(meanPositions);
  const count = Math.min(betas.length, model.betaCount);
  // Three modes per pass: reading and writing the positions takes most of the time.
  for (let k = 0; k < count; k += 3) {
    const a = betas[k];
    const b = k + 1 < count ? betas[k + 1] : 0;
    const c = k + 2 < count ? betas[k + 2] : 0;
    if (a === 0 && b === 0 && c === 0) continue;
    const atA = k * length;
    const atB = k + 1 < count ? atA + length : atA;
    const atC = k + 2 < count ? atB + length : atA;
    for (let i = 0; i < length; i++) positions[i] += a * modes[atA + i] + b * modes[atB + i] + c * modes[atC + i];
  }
  regressJoints(model, positions, out.joints);
}

/** Joints of any surface of the model's topology in its T-pose. */
export function regressJoints(model: BodyModel, positions: Float64Array, joints: Float64Array): void {
  const { starts, vertices, weights } = model.jointRegressor;
  for (let joint = 0; joint + 1 < starts.length; joint++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let n = starts[joint]; n < starts[joint + 1]; n++) {
      const p = vertices[n] * 3;
      x += weights[n] * positions[p];
      y += weights[n] * positions[p + 1];
      z += weights[n] * positions[p + 2];
    }
    joints[joint * 3] = x;
    joints[joint * 3 + 1] = y;
    joints[joint * 3 + 2] = z;
  }
}

/** Betas from the components of the PCA view. */
export function betasOfPca(model: BodyModel, components: ArrayLike<number>, outBetas: Float64Array): void {
  const { count, toBetas } = model.pcaView;
  for (let k = 0; k < model.betaCount; k++) {
    let sum = 0;
    for (let c = 0; c < count && c < components.length; c++) sum += toBetas[k * count + c] * components[c];
    outBetas[k] = sum;
  }
}

/** Components of the PCA view nearest to the given betas. */
export function pcaOfBetas(model: BodyModel, betas: ArrayLike<number>, outComponents: Float64Array): void {
  const { count, toBetas } = model.pcaView;
  for (let c = 0; c < count; c++) {
    let sum = 0;
    for (let k = 0; k < model.betaCount && k < betas.length; k++) sum += toBetas[k * count + c] * betas[k];
    outComponents[c] = sum;
  }
}

/** Builds the skeleton of a shaped body, with its joints inside the skin. Build a new one for each shape. */
export function skeletonOfShape(model: BodyModel, shaped: ShapedBody): Skeleton {
  return buildSkeleton(jointsOfShape(model, shaped));
}

/** The same as a list of joints, for writing files. */
export function jointsOfShape(model: BodyModel, { joints }: ShapedBody): RawJoint[] {
  return model.jointNames.map((bone, joint) => {
    const parent = model.parents[joint];
    const from = (axis: number) => (parent < 0 ? 0 : joints[parent * 3 + axis]);
    return {
      name: bone,
      bone,
      parent: parent < 0 ? null : model.jointNames[parent],
      offset: [joints[joint * 3] - from(0), joints[joint * 3 + 1] - from(1), joints[joint * 3 + 2] - from(2)],
    };
  });
}
