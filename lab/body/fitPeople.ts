import {
  type buildMeasurePlan,
  createMeasureScratch,
  MEASURE_COUNT,
  measureDefinitions,
  measureIndex,
  measureShape,
} from '@leib/body';
import type { ShapeParameter } from './broadParameters.ts';
import { cholesky, solveCholesky } from './cholesky.ts';
import { type PointWeights, placePoint } from './jointWeights.ts';
import type { ShapeFamily } from './shapeSource.ts';
import type { Neighbours } from './topology.ts';

type MeasurePlan = ReturnType<typeof buildMeasurePlan>;

/** A person's body in MakeHuman's parameters. */
export interface FittedPerson {
  readonly weights: Float64Array;
  /** T-pose, metres, soles on y = 0, hips joint over the origin. */
  readonly positions: Float64Array;
  /** Taken on that body, in the order of measureNames. */
  readonly measures: Float64Array;
}

/** Tolerance of each guide, metres: small for the measures of take 1, larger for the others. */
const firmness = (index: number): number => {
  if (index === FOLD_HEIGHT) return 0.006;
  const { name, kind } = measureDefinitions[index];
  if (name === 'weight') return 0.3; // kg
  if (index < 12) return kind === 'girth' ? 0.003 : 0.002;
  if (name === 'upperArm' || name === 'forearm') return 0.015;
  if (name === 'neck' || name === 'calf' || name === 'acromialHeight') return 0.002;
  if (name === 'kneeHeight' || name === 'lowerThigh' || name === 'head' || name === 'chestHeight') return 0.006;
  // Calipers press into the skin, so these only show a tendency.
  if (name === 'waistBreadth' || name === 'waistDepth' || name === 'hipBreadth' || name === 'buttockDepth') return 0.05;
  // Bony points, which the skin shows only roughly.
  if (name === 'suprasternaleHeight' || name === 'cervicaleHeight' || name === 'biacromialBreadth') return 0.05;
  return 0.008;
};

/**
 * An additional guide: the gluteal fold is about three centimetres below the crotch. Without it, low seats would be
 * pressed against the thigh.
 */
const FOLD_HEIGHT = MEASURE_COUNT;
const GUIDE_COUNT = MEASURE_COUNT + 1;
const FOLD_BELOW_CROTCH = 0.03;

/** Prior standard deviation of a parameter by kind; largest for whole figures. */
const spread: Readonly<Record<ShapeParameter['kind'], number>> = {
  base: 0,
  macro: 0.5,
  breast: 0.3,
  detail: 0.25,
  broad: 1,
};

/**
 * Penalty on uneven displacements: factor of the squared umbrella Laplacian, summed over the vertices, metres². Local
 * targets that swell a band of skin make ridges at its borders; broad ones have the same effect without.
 */
const UNEVENNESS = 5e5;

/** Factor of the prior for the mean figure of a sex, weaker because its errors would be in all bodies. */
const MEAN_EASE = 0.1;

const ROUNDS = 6;
const DIFFERENCE = 0.05;

export interface PeopleFitter {
  readonly fit: (person: Float64Array) => FittedPerson;
}

export function createPeopleFitter(
  family: ShapeFamily,
  plan: MeasurePlan,
  jointWeights: readonly PointWeights[],
  neighbours: Neighbours,
  meanPerson: Float64Array,
): PeopleFitter {
  const composer = createComposer(family, plan, jointWeights);
  const prior = buildPrior(family.parameters, neighbours);
  // MakeHuman's own figure is slighter than real people: solved twice, because its slopes differ from those at the mean.
  const start = new Float64Array(family.parameters.length);
  const near = createSolver(composer, prior, start, MEAN_EASE)(meanPerson).weights;
  const mean = createSolver(composer, prior, near, MEAN_EASE)(meanPerson).weights;
  const solve = createSolver(composer, prior, mean, 1);
  return {
    fit: (person) => {
      const { weights, taken } = solve(person);
      return { weights, positions: composer.positions.slice(), measures: taken.slice(0, MEASURE_COUNT) };
    },
  };
}

/** Composes a body from parameters and takes its measures. */
interface Composer {
  readonly count: number;
  /** The body composed last. */
  readonly positions: Float64Array;
  /** Composes a body and writes its guides: measures and the height of the gluteal fold. */
  readonly measure: (weights: Float64Array, out: Float64Array) => void;
}

function createComposer(
  { base, parameters }: ShapeFamily,
  plan: MeasurePlan,
  jointWeights: readonly PointWeights[],
): Composer {
  // Single precision: bodies are composed thousands of times, and reading memory takes most of that time.
  const displacements = parameters.map(({ displacement }) => Float32Array.from(displacement));
  const scratch = createMeasureScratch(plan, base.length / 3);
  const positions = base.slice();
  const joints = new Float64Array(jointWeights.length * 3);
  const compose = (weights: Float64Array) => {
    positions.set(base);
    displacements.forEach((displacement, p) => {
      const weight = weights[p];
      if (weight !== 0) for (let i = 0; i < positions.length; i++) positions[i] += weight * displacement[i];
    });
  };
  const lowestSole = () =>
    plan.soleVertices.reduce((low, vertex) => (positions[vertex * 3 + 1] < positions[low * 3 + 1] ? vertex : low));
  return {
    count: parameters.length,
    positions,
    measure: (weights, out) => {
      compose(weights);
      jointWeights.forEach((pointWeights, index) => {
        joints.set(placePoint(positions, pointWeights), index * 3);
      });
      measureShape(plan, scratch, positions, joints, out);
      out[FOLD_HEIGHT] = positions[plan.landmarks.glutealFolds[0] * 3 + 1] - positions[lowestSole() * 3 + 1];
    },
  };
}

/** Slopes of the guides at a body, by central differences. GUIDE_COUNT x count. */
function slopesAt({ count, measure }: Composer, weights: Float64Array): Float64Array {
  const slopes = new Float64Array(GUIDE_COUNT * count);
  const probe = weights.slice();
  const [plus, minus] = [new Float64Array(GUIDE_COUNT), new Float64Array(GUIDE_COUNT)];
  for (let p = 0; p < count; p++) {
    probe[p] = weights[p] + DIFFERENCE;
    measure(probe, plus);
    probe[p] = weights[p] - DIFFERENCE;
    measure(probe, minus);
    probe[p] = weights[p];
    for (let m = 0; m < GUIDE_COUNT; m++) slopes[m * count + p] = (plus[m] - minus[m]) / (2 * DIFFERENCE);
  }
  return slopes;
}

/**
 * Solver with a prior around a figure: deviations from the figure are penalised. All rounds use the slopes at the figure
 * (chord method).
 */
function createSolver(composer: Composer, prior: Float64Array, figure: Float64Array, ease: number) {
  const { count, measure } = composer;
  const slopes = slopesAt(composer, figure);
  const normal = prior.map((value) => value * ease);
  for (let m = 0; m < GUIDE_COUNT; m++) {
    const weight = 1 / firmness(m) ** 2;
    if (UNGUIDED.has(m)) continue;
    for (let i = 0; i < count; i++) {
      const si = weight * slopes[m * count + i];
      for (let j = 0; j < count; j++) normal[i * count + j] += si * slopes[m * count + j];
    }
  }
  const l = cholesky(normal, count);
  return (person: Float64Array) => {
    let weights = figure;
    const taken = new Float64Array(GUIDE_COUNT);
    for (let round = 0; ; round++) {
      measure(weights, taken);
      if (round === ROUNDS) return { weights, taken };
      // (S J^T J + P) (w' - c) = S J^T (given - taken + J (w - c)), with c the figure
      const right = new Float64Array(count);
      for (let m = 0; m < GUIDE_COUNT; m++) {
        if (UNGUIDED.has(m)) continue;
        let aim = givenGuide(person, m) - taken[m];
        for (let p = 0; p < count; p++) aim += slopes[m * count + p] * (weights[p] - figure[p]);
        aim /= firmness(m) ** 2;
        for (let p = 0; p < count; p++) right[p] += slopes[m * count + p] * aim;
      }
      weights = solveCholesky(l, count, right).map((change, p) => figure[p] + change);
    }
  };
}

const givenGuide = (person: Float64Array, guide: number) =>
  guide === FOLD_HEIGHT ? person[measureIndex('crotchHeight')] - FOLD_BELOW_CROTCH : person[guide];

/** Measures without a counterpart in ANSUR II. */
const UNGUIDED = new Set([measureIndex('underBust')]);

/** Inverse covariance of the parameters: each around zero, and smooth displacements cheaper than uneven ones. */
function buildPrior(parameters: readonly ShapeParameter[], neighbours: Neighbours): Float64Array {
  const count = parameters.length;
  const prior = new Float64Array(count * count);
  const rough = parameters.map(({ displacement }) => laplacian(displacement, neighbours));
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < rough[i].length; k++) sum += rough[i][k] * rough[j][k];
      prior[i * count + j] = UNEVENNESS * sum;
      prior[j * count + i] = prior[i * count + j];
    }
    prior[i * count + i] += 1 / spread[parameters[i].kind] ** 2;
  }
  return prior;
}

/** Mean of the neighbours minus the vertex. */
function laplacian(displacement: Float64Array, { start, list }: Neighbours): Float64Array {
  const out = new Float64Array(displacement.length);
  for (let vertex = 0; vertex + 1 < start.length; vertex++) {
    const count = start[vertex + 1] - start[vertex];
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let n = start[vertex]; n < start[vertex + 1]; n++) sum += displacement[list[n] * 3 + k];
      out[vertex * 3 + k] = sum / count - displacement[vertex * 3 + k];
    }
  }
  return out;
}
