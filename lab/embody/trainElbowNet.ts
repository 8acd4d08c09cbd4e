import { createQuat, createVec3, type Quat, quat, unitAcross, unitTowards, type Vec3, vec3 } from '@leib/core';
import type { ArmSample } from './armSamples.ts';
import { ELBOW_FEATURE_COUNT, type ElbowNet, evaluateElbowNet, writeElbowFeatures } from './internals.ts';

export interface ElbowTraining {
  readonly hiddenCount: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  /** Noise, so that the answer is smooth and forgives an estimated trunk: turns (radians) and places (metres), each axis. */
  readonly turnNoise: number;
  readonly placeNoise: number;
}

/** True side of the elbow and its distance from the line from shoulder to hand; axes of the mirrored chest. */
interface Goal {
  readonly axis: Vec3;
  readonly side: Vec3;
  radius: number;
}

const inverse = createQuat();
const along = createVec3();

function readGoal(sample: ArmSample, chestRotation: Quat, out: Goal): void {
  quat.conjugate(inverse, chestRotation);
  const { axis, side } = out;
  unitTowards(axis, sample.shoulder, sample.hand);
  vec3.subtract(side, sample.elbow, sample.shoulder);
  vec3.scale(along, axis, vec3.dot(side, axis));
  vec3.subtract(side, side, along);
  out.radius = vec3.length(side);
  unitAcross(side, axis, side);
  for (const vector of [axis, side]) {
    vec3.transformQuat(vector, vector, inverse);
    vector[0] *= sample.mirror;
  }
}

/**
 * Adam (Kingma & Ba, 2015) on the mean distance between predicted and true elbow, which on the circle of radius r is
 * r |u - u'|, plus a little that keeps the predicted vector's part across the arm near unit length: a side that is
 * wished for clearly does not flip.
 */
export function trainElbowNet(samples: readonly ArmSample[], training: ElbowTraining, random: () => number): ElbowNet {
  const { hiddenCount: hidden, batchSize, epochs } = training;
  const inputs = ELBOW_FEATURE_COUNT;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const net: ElbowNet = {
    inputCount: inputs,
    hiddenCount: hidden,
    hiddenWeights: Float64Array.from({ length: hidden * inputs }, () => normal() / Math.sqrt(inputs)),
    hiddenBiases: new Float64Array(hidden),
    outWeights: Float64Array.from({ length: 3 * hidden }, () => normal() / Math.sqrt(hidden)),
    outBiases: Float64Array.of(0.3, -1, -0.5),
  };
  const { means, spreads } = featureStatistics(samples);
  const params = [net.hiddenWeights, net.hiddenBiases, net.outWeights, net.outBiases];
  const gradients = params.map((param) => new Float64Array(param.length));
  const firsts = params.map((param) => new Float64Array(param.length));
  const seconds = params.map((param) => new Float64Array(param.length));
  const stepCount = Math.floor((epochs * samples.length) / batchSize);
  const goal: Goal = { axis: createVec3(), side: createVec3(), radius: 0 };
  const [features, sums, values] = [new Float64Array(inputs), new Float64Array(hidden), new Float64Array(hidden)];
  const [chest, hand, shoulder, out, gradient] = [createQuat(), createQuat(), createVec3(), createVec3(), createVec3()];

  for (let step = 0; step < stepCount; step++) {
    for (const each of gradients) each.fill(0);
    for (let i = 0; i < batchSize; i++) {
      const sample = samples[Math.floor(random() * samples.length)];
      turnedBy(chest, sample.chestRotation, training.turnNoise, normal);
      turnedBy(hand, sample.handRotation, training.turnNoise, normal);
      for (let k = 0; k < 3; k++) shoulder[k] = sample.shoulder[k] + training.placeNoise * normal();
      writeElbowFeatures(features, chest, shoulder, sample.hand, hand, sample);
      for (let k = 0; k < inputs; k++) features[k] = (features[k] - means[k]) / spreads[k];
      readGoal(sample, chest, goal);

      for (let k = 0; k < 3; k++) out[k] = net.outBiases[k];
      for (let unit = 0; unit < hidden; unit++) {
        let sum = net.hiddenBiases[unit];
        for (let k = 0; k < inputs; k++) sum += net.hiddenWeights[unit * inputs + k] * features[k];
        sums[unit] = sum;
        values[unit] = sum / Math.sqrt(1 + sum * sum);
        for (let k = 0; k < 3; k++) out[k] += net.outWeights[k * hidden + unit] * values[unit];
      }
      writeGradient(gradient, out, goal, batchSize);
      for (let k = 0; k < 3; k++) {
        gradients[3][k] += gradient[k];
        for (let unit = 0; unit < hidden; unit++) gradients[2][k * hidden + unit] += gradient[k] * values[unit];
      }
      for (let unit = 0; unit < hidden; unit++) {
        let back = 0;
        for (let k = 0; k < 3; k++) back += gradient[k] * net.outWeights[k * hidden + unit];
        back /= (1 + sums[unit] * sums[unit]) ** 1.5;
        gradients[1][unit] += back;
        for (let k = 0; k < inputs; k++) gradients[0][unit * inputs + k] += back * features[k];
      }
    }
    const rate = training.learningRate * 0.5 * (1 + Math.cos((Math.PI * step) / stepCount)) + 1e-5;
    const [left1, left2] = [1 - 0.9 ** (step + 1), 1 - 0.999 ** (step + 1)];
    params.forEach((param, p) => {
      for (let k = 0; k < param.length; k++) {
        const slope = gradients[p][k];
        firsts[p][k] += 0.1 * (slope - firsts[p][k]);
        seconds[p][k] += 0.001 * (slope * slope - seconds[p][k]);
        param[k] -= (rate * (firsts[p][k] / left1)) / (Math.sqrt(seconds[p][k] / left2) + 1e-8);
      }
    });
  }
  // Trained on features of mean 0 and spread 1; for use, that is put into the weights.
  for (let unit = 0; unit < hidden; unit++) {
    for (let k = 0; k < inputs; k++) {
      net.hiddenWeights[unit * inputs + k] /= spreads[k];
      net.hiddenBiases[unit] -= net.hiddenWeights[unit * inputs + k] * means[k];
    }
  }
  return net;
}

function featureStatistics(samples: readonly ArmSample[]): { means: Float64Array; spreads: Float64Array } {
  const [sums, squares] = [new Float64Array(ELBOW_FEATURE_COUNT), new Float64Array(ELBOW_FEATURE_COUNT)];
  const features = new Float64Array(ELBOW_FEATURE_COUNT);
  for (const sample of samples) {
    writeTrueFeatures(features, sample);
    features.forEach((value, k) => {
      sums[k] += value;
      squares[k] += value * value;
    });
  }
  const means = sums.map((sum) => sum / samples.length);
  return { means, spreads: squares.map((sum, k) => Math.sqrt(sum / samples.length - means[k] ** 2) + 1e-3) };
}

function writeTrueFeatures(out: Float64Array, sample: ArmSample): void {
  writeElbowFeatures(out, sample.chestRotation, sample.shoulder, sample.hand, sample.handRotation, sample);
}

/** A rotation with a random turn of the given spread after it. */
function turnedBy(out: Quat, rotation: Quat, spread: number, normal: () => number): void {
  const [x, y, z] = [normal() * spread, normal() * spread, normal() * spread];
  const angle = Math.hypot(x, y, z);
  const scale = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
  quat.set(out, x * scale, y * scale, z * scale, Math.cos(angle / 2));
  quat.multiply(out, out, rotation);
}

/** d loss / d out of one sample. */
function writeGradient(gradient: Vec3, out: Vec3, { axis, side, radius }: Goal, batchSize: number): void {
  const alongAxis = vec3.dot(out, axis);
  const part = [0, 1, 2].map((k) => out[k] - alongAxis * axis[k]);
  const length = Math.sqrt(part[0] ** 2 + part[1] ** 2 + part[2] ** 2 + 1e-4);
  const unit = part.map((value) => value / length);
  const apart = unit.map((value, k) => value - side[k]);
  const distance = Math.sqrt(apart[0] ** 2 + apart[1] ** 2 + apart[2] ** 2 + 1e-3);
  const weight = (10 * radius) / batchSize;
  const pull = apart.map((value) => (weight * value) / distance);
  const pullAlong = pull[0] * unit[0] + pull[1] * unit[1] + pull[2] * unit[2];
  const across = pull.map(
    (value, k) => (value - unit[k] * pullAlong) / length + 0.02 * weight * (length - 1) * unit[k],
  );
  const acrossAlong = across[0] * axis[0] + across[1] * axis[1] + across[2] * axis[2];
  for (let k = 0; k < 3; k++) gradient[k] = across[k] - acrossAlong * axis[k] + (1e-3 * out[k]) / batchSize;
}

/** Mean distance between predicted and true elbow, metres, hand and shoulder being right. */
export function meanElbowError(net: ElbowNet, samples: readonly ArmSample[]): number {
  const features = new Float64Array(ELBOW_FEATURE_COUNT);
  const goal: Goal = { axis: createVec3(), side: createVec3(), radius: 0 };
  const out = createVec3();
  let sum = 0;
  for (const sample of samples) {
    writeTrueFeatures(features, sample);
    readGoal(sample, sample.chestRotation, goal);
    evaluateElbowNet(net, features, out);
    unitAcross(out, goal.axis, out);
    sum += goal.radius * vec3.distance(out, goal.side);
  }
  return sum / samples.length;
}
