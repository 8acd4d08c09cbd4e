import { buildPuppetModel, type PuppetInput } from '@leib/puppet';
import { loadExamplePuppet } from '@leib/puppet/examples';
import type { Clock } from '../../../time/clock.js';
import type { PuppetSettings } from '../puppetShape.js';
import { PuppetPlayer } from './puppetPlayer.js';

type PartnerName = PuppetSettings['partner'];

/** A second puppet beside the first, which the second hand plays. */
export class Partner {
  /** null while there is none, or it is made. */
  player: PuppetPlayer | null = null;
  readonly #clock: Clock;
  #name: PartnerName = 'none';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes the example that is wanted, once. */
  async show(name: PartnerName): Promise<void> {
    if (name === this.#name) return;
    this.#name = name;
    this.player = null;
    if (name === 'none') return;
    const release = this.#clock.hold();
    try {
      const { file, mesh } = await loadExamplePuppet(name);
      const player = new PuppetPlayer(this.#clock, await buildPuppetModel(file, mesh));
      if (this.#name === name) this.player = player;
    } finally {
      release();
    }
  }

  step(input: PuppetInput, dtSeconds: number): void {
    this.player?.step(input, dtSeconds);
  }
}
