import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import { buildMeasurePlan, type MeasurePlan } from '../measure/measurePlan.js';
import { createMeasureScratch, measureShape } from '../measure/measureShape.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { type MeasurableModel, measureJacobian } from './estimateBody.js';

/** A model of our topology with the derivatives that estimateBody() needs. Building it takes a tenth of a second. */
export interface BodyEstimator extends MeasurableModel {
  readonly plan: MeasurePlan;
}

/** Computes the derivatives by central differences at the mean body. */
export function buildBodyEstimator(model: BodyModel): BodyEstimator {
  const plan = buildMeasurePlan(model, defaultLandmarks);
  const scratch = createMeasureScratch(plan, model.vertexCount);
  const measure = (betas: Float64Array, shaped: ShapedBody, outMeasured: Float64Array) => {
    shapeBody(model, betas, shaped);
    measureShape(plan, scratch, shaped.positions, shaped.joints, outMeasured);
  };
  return { model, plan, jacobian: measureJacobian(model, measure), coarseness: 1, measure };
}
