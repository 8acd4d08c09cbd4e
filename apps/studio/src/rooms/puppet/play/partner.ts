import { buildPuppetModel, type PuppetInput, type PuppetModel } from '@leib/puppet';
import type { Clock } from '../../../time/clock.js';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import type { OpenedPuppet } from '../files/puppetDocument.js';
import type { PuppetSettings } from '../puppetShape.js';
import { PuppetPlayer } from './puppetPlayer.js';

type PartnerName = PuppetSettings['partner'];

/** A second puppet beside the first, which the second hand plays. */
export class Partner {
  /** null while there is none, or it is made. */
  player: PuppetPlayer | null = null;
  readonly #clock: Clock;
  /** The puppet of the visitor's own; it is opened anew in each visit. */
  own: OpenedPuppet | null = null;
  #ownModel: PuppetModel | null = null;
  #name: PartnerName = 'none';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a puppet as the visitor's own. Throws InputError where it cannot be played. */
  async takeOwn(puppet: OpenedPuppet): Promise<void> {
    this.#ownModel = await buildPuppetModel(puppet.file, puppet.mesh);
    this.own = puppet;
    if (this.#name === 'own') this.player = new PuppetPlayer(this.#clock, this.#ownModel);
  }

  /** Makes the puppet that is wanted, once. */
  async show(name: PartnerName): Promise<void> {
    if (name === this.#name) return;
    this.#name = name;
    this.player = null;
    if (name === 'none') return;
    if (name === 'own') {
      if (this.#ownModel) this.player = new PuppetPlayer(this.#clock, this.#ownModel);
      return;
    }
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
