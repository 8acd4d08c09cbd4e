import { gate } from './gate.js';
import { multiplyMatrix, quantiseValues } from './priorKernel.js';
import type { PriorModel } from './priorModel.js';
import type { PriorScratch } from './priorState.js';

/**
 * The network itself: from scratch.features and scratch.hidden to `output` and `hiddenNext`.
 *
 * GRU of Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder", 2014, in the form of the training
 * framework: r = s(Wr x + Ur h), z = s(Wz x + Uz h), n = tanh(Wn x + r (Un h)), h' = (1 - z) n + z h, biases in each.
 */
export function runPrior(
  model: PriorModel,
  scratch: PriorScratch,
  hiddenNext: Float64Array,
  output: Float64Array,
): void {
  const { kernel, matrices, biases, hiddenCount, headCount, embeddingCount } = model;
  const { features, embedding, hidden, inputGates, stateGates, head, headPart } = scratch;

  quantiseValues(kernel, features, features.length, matrices.embed.paddedColumns);
  multiplyMatrix(kernel, matrices.embed, biases.embed, embedding);
  for (let i = 0; i < embeddingCount; i++) if (embedding[i] < 0) embedding[i] = 0;

  quantiseValues(kernel, embedding, embeddingCount, matrices.input.paddedColumns);
  multiplyMatrix(kernel, matrices.input, biases.input, inputGates);
  multiplyMatrix(kernel, matrices.firstEmbed, biases.first, head);

  quantiseValues(kernel, hidden, hiddenCount, matrices.state.paddedColumns);
  multiplyMatrix(kernel, matrices.state, biases.state, stateGates);
  for (let i = 0; i < hiddenCount; i++) {
    const reset = gate(inputGates[i] + stateGates[i]);
    const update = gate(inputGates[hiddenCount + i] + stateGates[hiddenCount + i]);
    // tanh x = 2 s(2 x) - 1
    const fresh = 2 * gate(2 * (inputGates[2 * hiddenCount + i] + reset * stateGates[2 * hiddenCount + i])) - 1;
    hiddenNext[i] = fresh + update * (hidden[i] - fresh);
  }

  quantiseValues(kernel, hiddenNext, hiddenCount, matrices.firstState.paddedColumns);
  multiplyMatrix(kernel, matrices.firstState, biases.none, headPart);
  for (let i = 0; i < headCount; i++) head[i] = Math.max(0, head[i] + headPart[i]);

  quantiseValues(kernel, head, headCount, matrices.last.paddedColumns);
  multiplyMatrix(kernel, matrices.last, biases.last, output);
}
