import type { Vec3 } from '@leib/core';

/** A small regression: one layer of hidden units s(x) = x / sqrt(1 + x^2), then a linear one. Plain numbers. */
export interface ElbowNet {
  readonly inputCount: number;
  readonly hiddenCount: number;
  /** hiddenCount x inputCount, then hiddenCount. */
  readonly hiddenWeights: Float64Array;
  readonly hiddenBiases: Float64Array;
  /** 3 x hiddenCount, then 3. */
  readonly outWeights: Float64Array;
  readonly outBiases: Float64Array;
}

/** Cheap, smooth, and without a call: tanh alone would cost more than all the rest. */
export function evaluateElbowNet(net: ElbowNet, features: Float64Array, out: Vec3): void {
  const { inputCount, hiddenCount, hiddenWeights, hiddenBiases, outWeights, outBiases } = net;
  let x = outBiases[0];
  let y = outBiases[1];
  let z = outBiases[2];
  for (let unit = 0, at = 0; unit < hiddenCount; unit++) {
    let sum = hiddenBiases[unit];
    for (let i = 0; i < inputCount; i++, at++) sum += hiddenWeights[at] * features[i];
    const value = sum / Math.sqrt(1 + sum * sum);
    x += outWeights[unit] * value;
    y += outWeights[hiddenCount + unit] * value;
    z += outWeights[2 * hiddenCount + unit] * value;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
