import {
  type BodyModel,
  buildMeshEstimator,
  createShapedBody,
  estimateBody,
  type GivenMeasures,
  type MeasureName,
  measureAsMesh,
  shapeBody,
} from '@leib/body';
import type { BodySpec } from '../bodySpec.js';
import { measureLabel } from '../measureWords.js';
import type { BuiltBody } from './builtBody.js';

/** Builds bodies of the user's own models (SMPL) from betas or from measures. */
export class ModelBodies {
  readonly #modelOf: (name: string) => BodyModel | null;
  readonly #estimators = new WeakMap<BodyModel, ReturnType<typeof buildMeshEstimator>>();

  /** @param modelOf a model by its file name; null where it is not open */
  constructor(modelOf: (name: string) => BodyModel | null) {
    this.#modelOf = modelOf;
  }

  /** Null where the model is not open. The first body from measures takes seconds: it learns how the model changes them. */
  build({ model: name, betas: given }: BodySpec, measures: GivenMeasures): BuiltBody | null {
    const model = this.#modelOf(name ?? '');
    if (!model) return null;
    const entries = Object.entries(measures);
    if (given !== null || entries.length === 0) {
      const betas = Float64Array.from({ length: model.betaCount }, (_, k) => given?.[k] ?? 0);
      const shaped = createShapedBody(model);
      shapeBody(model, betas, shaped);
      return { model, betas, shaped, measured: measureAsMesh(model, shaped), notes: [] };
    }
    const estimator = this.#estimatorOf(model);
    const isShown = ([measure]: [string, unknown]) => estimator.measurable.includes(measure as MeasureName);
    const { betas, shaped, measured, worstMiss } = estimateBody(estimator, Object.fromEntries(entries.filter(isShown)));
    const unused = entries.filter((entry) => !isShown(entry)).map(([measure]) => measureLabel(measure));
    const notes = [
      ...(unused.length > 0 ? [`Not shown by this model, and not used: ${unused.join(', ')}.`] : []),
      ...(worstMiss > 3 ? ['This model has no body with exactly these measures; this is the nearest.'] : []),
    ];
    return { model, betas, shaped, measured, notes };
  }

  #estimatorOf(model: BodyModel): ReturnType<typeof buildMeshEstimator> {
    const known = this.#estimators.get(model);
    if (known) return known;
    const built = buildMeshEstimator(model);
    this.#estimators.set(model, built);
    return built;
  }
}
