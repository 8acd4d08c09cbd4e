import type { MirrorNetData } from './internals.ts';
import { bell, seededRandom } from './random.ts';

/** What a network is to learn: samples by number. */
export interface TrainingTask {
  readonly evenCount: number;
  readonly oddCount: number;
  readonly evenOutputCount: number;
  readonly oddOutputCount: number;
  readonly sampleCount: number;
  /** sampleCount x (evenCount + oddCount), even ones first. */
  readonly features: Float32Array;
  /** How much each sample counts, 1 on average. */
  readonly weights: Float32Array;
  /** Mean of the even outputs: where learning starts. */
  readonly meanOutputs: readonly number[];
  /** Writes the gradient of a sample's loss at an answer. */
  lossGradient(sample: number, answer: Float64Array, gradient: Float64Array): void;
}

export interface TrainingOptions {
  readonly hiddenCount: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly seed: number;
}

export const defaultTrainingOptions: TrainingOptions = {
  hiddenCount: 26,
  epochs: 12,
  batchSize: 256,
  learningRate: 4e-3,
  weightDecay: 1e-4,
  seed: 1,
};

const CLIP = 4;
/** The answer is the running mean of the weights over about this many steps. */
const MEAN_STEPS = 1000;

/**
 * Fits a MirrorNet by Adam (Kingma & Ba, "Adam", 2015) with decoupled weight decay and a cosine schedule. The same task,
 * options and seed give the same numbers.
 */
export function trainMirrorNet(task: TrainingTask, options: TrainingOptions = defaultTrainingOptions): MirrorNetData {
  const { evenCount, oddCount, evenOutputCount, oddOutputCount, sampleCount } = task;
  const { hiddenCount, epochs, batchSize, seed } = options;
  const inputCount = evenCount + oddCount;
  const outputCount = evenOutputCount + oddOutputCount;
  const { means, scales } = standardise(task);
  const rowSize = inputCount + 1;
  const outputAt = hiddenCount * rowSize;
  const biasAt = outputAt + outputCount * hiddenCount;
  const parameters = new Float64Array(biasAt + evenOutputCount);
  const random = seededRandom(seed);
  for (let i = 0; i < outputAt; i++)
    parameters[i] = i % rowSize === inputCount ? 0 : (1.8 * bell(random)) / Math.sqrt(inputCount);
  for (let i = outputAt; i < biasAt; i++) parameters[i] = (0.55 * bell(random)) / Math.sqrt(hiddenCount);
  for (let i = 0; i < evenOutputCount; i++) parameters[biasAt + i] = task.meanOutputs[i];

  const gradients = new Float64Array(parameters.length);
  const firstMoments = new Float64Array(parameters.length);
  const secondMoments = new Float64Array(parameters.length);
  const running = parameters.slice();
  const order = Int32Array.from({ length: sampleCount }, (_, i) => i);
  const addSample = createGradient(task, { means, scales }, parameters, gradients, hiddenCount);

  const stepCount = epochs * Math.floor(sampleCount / batchSize);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let start = 0; start + batchSize <= sampleCount; start += batchSize) {
      gradients.fill(0);
      for (let i = 0; i < batchSize; i++) addSample(order[start + i]);
      const rate = options.learningRate * (0.5 + 0.5 * Math.cos((Math.PI * step) / stepCount));
      step++;
      const [unbias1, unbias2] = [1 - 0.9 ** step, 1 - 0.999 ** step];
      const mean = Math.max(1 / step, 1 / MEAN_STEPS);
      for (let i = 0; i < parameters.length; i++) {
        const gradient = gradients[i] / batchSize;
        firstMoments[i] += 0.1 * (gradient - firstMoments[i]);
        secondMoments[i] += 0.001 * (gradient * gradient - secondMoments[i]);
        const move = firstMoments[i] / unbias1 / (Math.sqrt(secondMoments[i] / unbias2) + 1e-8);
        parameters[i] -= rate * (move + (i < biasAt ? options.weightDecay * parameters[i] : 0));
        running[i] += (parameters[i] - running[i]) * mean;
      }
    }
  }
  const rounded = Array.from(running, (value) => Number(value.toPrecision(5)));
  return {
    evenCount,
    oddCount,
    hiddenCount,
    evenOutputCount,
    oddOutputCount,
    evenMeans: Array.from(means.subarray(0, evenCount), (value) => Number(value.toPrecision(6))),
    evenScales: Array.from(scales.subarray(0, evenCount), (value) => Number(value.toPrecision(6))),
    oddScales: Array.from(scales.subarray(evenCount), (value) => Number(value.toPrecision(6))),
    clip: CLIP,
    hidden: rounded.slice(0, outputAt),
    output: rounded.slice(outputAt, biasAt),
    outputBias: rounded.slice(biasAt),
  };
}

/** What features are normalised with. */
type Normalisation = ReturnType<typeof standardise>;

/** A function that runs the network on one sample and adds the gradient of its loss to `gradients`. */
function createGradient(
  task: TrainingTask,
  { means, scales }: Normalisation,
  parameters: Float64Array,
  gradients: Float64Array,
  hiddenCount: number,
): (sample: number) => void {
  const { evenCount, oddCount, evenOutputCount, oddOutputCount } = task;
  const inputCount = evenCount + oddCount;
  const outputCount = evenOutputCount + oddOutputCount;
  const rowSize = inputCount + 1;
  const outputAt = hiddenCount * rowSize;
  const biasAt = outputAt + outputCount * hiddenCount;
  const inputs = new Float64Array(inputCount);
  const answer = new Float64Array(outputCount);
  const pull = new Float64Array(outputCount);
  const [plus, minus] = [new Float64Array(hiddenCount), new Float64Array(hiddenCount)];

  return (sample) => {
    for (let i = 0; i < inputCount; i++) {
      const value = (task.features[sample * inputCount + i] - means[i]) * scales[i];
      inputs[i] = Math.max(-CLIP, Math.min(CLIP, value));
    }
    for (let h = 0; h < hiddenCount; h++) {
      const row = h * rowSize;
      let e = parameters[row + inputCount];
      let o = 0;
      for (let i = 0; i < evenCount; i++) e += parameters[row + i] * inputs[i];
      for (let i = evenCount; i < inputCount; i++) o += parameters[row + i] * inputs[i];
      plus[h] = Math.tanh(e + o);
      minus[h] = Math.tanh(e - o);
    }
    for (let k = 0; k < outputCount; k++) {
      const sign = k < evenOutputCount ? 1 : -1;
      let sum = k < evenOutputCount ? parameters[biasAt + k] : 0;
      for (let h = 0; h < hiddenCount; h++)
        sum += (parameters[outputAt + k * hiddenCount + h] * (plus[h] + sign * minus[h])) / 2;
      answer[k] = sum;
    }
    task.lossGradient(sample, answer, pull);
    for (let k = 0; k < outputCount; k++) pull[k] *= task.weights[sample];
    for (let h = 0; h < hiddenCount; h++) {
      let fromEven = 0;
      let fromOdd = 0;
      for (let k = 0; k < evenOutputCount; k++) {
        const at = outputAt + k * hiddenCount + h;
        fromEven += parameters[at] * pull[k];
        gradients[at] += (pull[k] * (plus[h] + minus[h])) / 2;
      }
      for (let k = evenOutputCount; k < outputCount; k++) {
        const at = outputAt + k * hiddenCount + h;
        fromOdd += parameters[at] * pull[k];
        gradients[at] += (pull[k] * (plus[h] - minus[h])) / 2;
      }
      const toPlus = ((fromEven + fromOdd) / 2) * (1 - plus[h] * plus[h]);
      const toMinus = ((fromEven - fromOdd) / 2) * (1 - minus[h] * minus[h]);
      const row = h * rowSize;
      const toEven = toPlus + toMinus;
      const toOdd = toPlus - toMinus;
      for (let i = 0; i < evenCount; i++) gradients[row + i] += toEven * inputs[i];
      for (let i = evenCount; i < inputCount; i++) gradients[row + i] += toOdd * inputs[i];
      gradients[row + inputCount] += toEven;
    }
    for (let k = 0; k < evenOutputCount; k++) gradients[biasAt + k] += pull[k];
  };
}

/** Means of the even features (odd ones have none by symmetry) and one over the deviations of all. */
function standardise({ evenCount, oddCount, sampleCount, features }: TrainingTask) {
  const inputCount = evenCount + oddCount;
  const means = new Float64Array(inputCount);
  const squares = new Float64Array(inputCount);
  for (let at = 0; at < sampleCount * inputCount; at++) {
    means[at % inputCount] += features[at] / sampleCount;
    squares[at % inputCount] += features[at] ** 2 / sampleCount;
  }
  means.fill(0, evenCount);
  const scales = squares.map((square, i) => 1 / (Math.sqrt(Math.max(0, square - means[i] ** 2)) + 1e-6));
  return { means, scales };
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swapped = order[i];
    order[i] = order[j];
    order[j] = swapped;
  }
}
