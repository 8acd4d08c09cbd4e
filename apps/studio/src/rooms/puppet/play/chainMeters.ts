import { type PuppetModel, type PuppetState, readChain } from '@leib/puppet';
import { addSample, createMeter, type Meter } from '../../../world/meter.js';

/** Distances of a chain's last frames, millimetres: from its goal, and back and forth. */
export interface ChainMeter {
  readonly error: Meter;
  readonly swing: Meter;
}

/** How the chains of a puppet do, by name. */
export class ChainMeters {
  readonly #meters = new Map<string, ChainMeter>();

  of(chain: string): ChainMeter {
    const known = this.#meters.get(chain) ?? { error: createMeter(120), swing: createMeter(120) };
    this.#meters.set(chain, known);
    return known;
  }

  append({ file, chains }: PuppetModel, state: PuppetState): void {
    for (const [i, { name }] of file.chains.entries()) {
      const { positionError, oscillation } = readChain(chains, state.chains, i);
      const { error, swing } = this.of(name);
      addSample(error, positionError * 1000);
      addSample(swing, oscillation * 1000);
    }
  }
}
