import type { StageCrowd } from './crowd/stageCrowd.js';
import type { TruthMeter } from './truthMeter.js';

/** What is measured in the open room, for its readouts. */
export class EmbodyFigures {
  readonly truth: Pick<TruthMeter, 'errors' | 'errorsByRules'>;
  readonly crowd: Pick<StageCrowd, 'cost'>;

  constructor(truth: EmbodyFigures['truth'], crowd: EmbodyFigures['crowd']) {
    this.truth = truth;
    this.crowd = crowd;
  }
}
