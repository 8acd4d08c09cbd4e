import {
  buildPuppetModel,
  carryPuppetState,
  createPuppetMeter,
  createPuppetState,
  type PuppetFile,
  type PuppetInput,
  type PuppetMesh,
  type PuppetModel,
  type PuppetState,
  resetPuppet,
  stepPuppet,
} from '@leib/puppet';
import type { Clock } from '../../../time/clock.js';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import type { OpenedPuppet } from '../files/puppetDocument.js';
import type { PuppetSettings } from '../puppetShape.js';

interface Wanted {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
}

/** A puppet on the stage: built anew when its file changes, one build at a time and always of the latest file. */
export class PuppetPlayer {
  model: PuppetModel;
  state: PuppetState;
  /** How long the stages of a frame take. */
  readonly meter: ReturnType<typeof createPuppetMeter>;
  readonly #clock: Clock;
  #wanted: Wanted | null = null;
  /** Built ahead of the file that is shown next. */
  #prepared: PuppetModel | null = null;
  #isBuilding = false;
  #isDisposed = false;
  readonly #onRefused: (reason: string) => void;

  /** @param onRefused a file could not be built, for this reason in one sentence; the puppet plays on as it was */
  constructor(clock: Clock, model: PuppetModel, onRefused = (_reason: string) => {}, nowMs = () => performance.now()) {
    this.#clock = clock;
    this.#onRefused = onRefused;
    this.meter = createPuppetMeter(nowMs);
    this.model = model;
    this.state = createPuppetState(model);
  }

  /** Builds a puppet that takes the place of this one next. Throws InputError where it cannot be played. */
  async prepare(file: PuppetFile, mesh: PuppetMesh): Promise<void> {
    this.#prepared = await buildPuppetModel(file, mesh);
  }

  /** The puppet becomes what this file says, from where it is. */
  async show(file: PuppetFile, mesh: PuppetMesh): Promise<void> {
    this.#wanted = { file, mesh };
    if (this.#isBuilding) return;
    this.#isBuilding = true;
    const release = this.#clock.hold();
    while (this.#wanted && !this.#isDisposed) {
      const wanted: Wanted = this.#wanted;
      this.#wanted = null;
      await this.#build(wanted);
    }
    this.#isBuilding = false;
    release();
  }

  step(input: PuppetInput, dtSeconds: number): void {
    stepPuppet(this.model, this.state, input, dtSeconds, this.meter);
  }

  /** At rest at once: what swings, wobbles or was pulled along begins anew. */
  rest(): void {
    resetPuppet(this.model, this.state);
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  async #build({ file, mesh }: Wanted): Promise<void> {
    try {
      const isEdit = mesh === this.model.mesh;
      const next = await buildPuppetModel(file, mesh, isEdit ? this.model : this.#prepared);
      this.#prepared = null;
      this.state = isEdit ? carryPuppetState(this.model, this.state, next) : createPuppetState(next);
      this.model = next;
    } catch (error) {
      this.#onRefused((error as Error).message);
    }
  }
}

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
