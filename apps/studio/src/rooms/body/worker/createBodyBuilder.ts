import {
  type BodyEstimator,
  type BodyModel,
  type BodySex,
  type BodySpace,
  buildBodyEstimator,
  buildMeshEstimator,
  checkMeasures,
  conditionalMeasures,
  createMeasureScratch,
  createShapedBody,
  estimateBody,
  type GivenMeasures,
  MEASURE_COUNT,
  type MeasureName,
  measureAsMesh,
  measureShape,
  type ShapedBody,
  shapeBody,
  traceMeasures,
} from '@leib/body';
import { type BodySpec, givenOf } from '../bodySpec.js';
import { measureLabel } from '../measureWords.js';
import type { Shown } from './bodyServiceTypes.js';

export interface Built {
  readonly findings: Shown['findings'];
  readonly expected: Shown['expected'];
  /** Null where a measure is impossible, or the model is not open. */
  readonly body: BuiltBody | null;
}

/** Builds and measures bodies of the space. */
export interface BodyBuilder {
  build(spec: BodySpec): Built;
  /** Measures of a surface of our topology, in the order of measureNames. */
  measure(sex: BodySex, positions: Float64Array, joints: Float64Array): Float64Array;
  /** The same with the lines along which they are taken. */
  trace(sex: BodySex, shaped: ShapedBody): ReturnType<typeof traceMeasures>;
}

interface Tools {
  readonly estimator: BodyEstimator;
  readonly scratch: ReturnType<typeof createMeasureScratch>;
}

/** @param models builds bodies of the user's own models */
export function createBodyBuilder(space: BodySpace, models: ModelBodies): BodyBuilder {
  const tools = new Map<BodySex, Tools>();

  /** Built on first use of a sex, because it takes a tenth of a second. */
  function toolsOf(sex: BodySex): Tools {
    const known = tools.get(sex);
    if (known) return known;
    const estimator = buildBodyEstimator(space[sex]);
    const created = { estimator, scratch: createMeasureScratch(estimator.plan, space[sex].vertexCount) };
    tools.set(sex, created);
    return created;
  }

  function measure(sex: BodySex, positions: Float64Array, joints: Float64Array): Float64Array {
    const { estimator, scratch } = toolsOf(sex);
    const measured = new Float64Array(MEASURE_COUNT);
    measureShape(estimator.plan, scratch, positions, joints, measured);
    return measured;
  }

  function shapeBetas(sex: BodySex, given: readonly number[]): BuiltBody {
    const model = space[sex];
    const shaped = createShapedBody(model);
    const betas = Float64Array.from({ length: model.betaCount }, (_, k) => given[k] ?? 0);
    shapeBody(model, betas, shaped);
    return { model, betas, shaped, measured: measure(sex, shaped.positions, shaped.joints), notes: [] };
  }

  return {
    measure,
    trace(sex, { positions, joints }) {
      const { estimator, scratch } = toolsOf(sex);
      return traceMeasures(estimator.plan, scratch, positions, joints);
    },
    build(spec) {
      const model = space[spec.sex];
      const given = givenOf(spec);
      const findings = checkMeasures(model.measureStatistics, given);
      const isImpossible = findings.some(({ severity }) => severity === 'impossible');
      // Implausible input: expected values are the means of the population.
      const expected = conditionalMeasures(model.measureStatistics, isImpossible ? {} : given);
      if (spec.model !== undefined) {
        const isBuilt = spec.betas !== null || !isImpossible;
        return { findings, expected, body: isBuilt ? models.build(spec, given) : null };
      }
      if (spec.betas !== null) return { findings, expected, body: shapeBetas(spec.sex, spec.betas) };
      if (isImpossible) return { findings, expected, body: null };
      const { betas, shaped, measured } = estimateBody(toolsOf(spec.sex).estimator, given);
      return { findings, expected, body: { model, betas, shaped, measured, notes: [] } };
    },
  };
}

/** A body built from measures or from betas. */
export interface BuiltBody {
  readonly model: BodyModel;
  readonly betas: Float64Array;
  readonly shaped: ShapedBody;
  /** In the order of measureNames, metres and kilograms; NaN for what a model of the user's does not show. */
  readonly measured: Float64Array;
  /** What could not be done as asked. */
  readonly notes: readonly string[];
}

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
