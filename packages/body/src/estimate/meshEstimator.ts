import { InputError } from '@leib/core';
import { measureMesh } from '../measure/measureMesh.js';
import { MEASURE_COUNT, type MeasureName, measureIndex, measureNames } from '../measure/measureNames.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { type MeasurableModel, measureJacobian } from './estimateBody.js';

/** A model of any topology, SMPL for example, that is measured as a mesh. */
export interface MeshEstimator extends MeasurableModel {
  /** Measures that its bodies show; others are not to be given to estimateBody(). */
  readonly measurable: readonly MeasureName[];
}

/** Levels of a mesh are searched in steps, so its measures are met less closely than at landmarks: 5 mm, stature 1.5 mm. */
const COARSENESS = 5;

/**
 * Computes which measures can be taken on a model of any topology, and their derivatives. Measures two bodies for each beta,
 * which takes seconds.
 * @param onProgress called with the progress, 0 to 1
 */
export function buildMeshEstimator(model: BodyModel, onProgress: (share: number) => void = () => {}): MeshEstimator {
  const mean = createShapedBody(model);
  const usual = measureAsMesh(model, mean);
  const measurable = measureNames.filter((_, index) => Number.isFinite(usual[index]));
  let measuredCount = 0;
  const measure = (betas: Float64Array, shaped: ShapedBody, outMeasured: Float64Array) => {
    shapeBody(model, betas, shaped);
    outMeasured.set(measureAsMesh(model, shaped));
    // A level that is not found on one body of many: as on the mean.
    for (let m = 0; m < MEASURE_COUNT; m++) if (Number.isNaN(outMeasured[m])) outMeasured[m] = usual[m];
    measuredCount++;
    if (measuredCount <= 2 * model.betaCount) onProgress(measuredCount / (2 * model.betaCount));
  };
  return { model, jacobian: measureJacobian(model, measure), coarseness: COARSENESS, measure, measurable };
}

/** Measures of a body of any topology in the order of measureNames; NaN where it does not show a measure. */
export function measureAsMesh(model: BodyModel, { positions }: ShapedBody): Float64Array {
  const out = new Float64Array(MEASURE_COUNT).fill(Number.NaN);
  try {
    for (const { name, value } of measureMesh({ positions, triangles: model.triangles }).lines) {
      out[measureIndex(name)] = value;
    }
  } catch (error) {
    // A surface that is no standing body has no measures.
    if (!(error instanceof InputError)) throw error;
  }
  return out;
}
