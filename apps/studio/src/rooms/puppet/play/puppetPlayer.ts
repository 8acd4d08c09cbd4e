import {
  buildPuppetModel,
  createPuppetState,
  type PuppetFile,
  type PuppetInput,
  type PuppetMesh,
  type PuppetModel,
  type PuppetState,
  stepPuppet,
} from '@leib/puppet';
import type { Clock } from '../../../time/clock.js';

/** A puppet on the stage: built anew when its file changes, one build at a time and always of the latest file. */
export class PuppetPlayer {
  model: PuppetModel;
  state: PuppetState;
  readonly #clock: Clock;
  #wanted: { readonly file: PuppetFile; readonly mesh: PuppetMesh } | null = null;
  #isBuilding = false;
  #isDisposed = false;
  /** Called when a file could not be built, with one sentence; the puppet plays on as it was. */
  onRefused: (reason: string) => void = () => {};

  constructor(clock: Clock, model: PuppetModel) {
    this.#clock = clock;
    this.model = model;
    this.state = createPuppetState(model);
  }

  /** The puppet becomes what this file says; where parts are the same it keeps its pose. */
  async show(file: PuppetFile, mesh: PuppetMesh): Promise<void> {
    this.#wanted = { file, mesh };
    if (this.#isBuilding) return;
    this.#isBuilding = true;
    const release = this.#clock.hold();
    while (this.#wanted && !this.#isDisposed) {
      const wanted: { readonly file: PuppetFile; readonly mesh: PuppetMesh } = this.#wanted;
      this.#wanted = null;
      try {
        this.#use(await buildPuppetModel(wanted.file, wanted.mesh));
      } catch (error) {
        this.onRefused((error as Error).message);
      }
    }
    this.#isBuilding = false;
    release();
  }

  step(input: PuppetInput, dtSeconds: number): void {
    stepPuppet(this.model, this.state, input, dtSeconds);
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #use(model: PuppetModel): void {
    const before = { model: this.model, state: this.state };
    this.model = model;
    this.state = createPuppetState(model);
    if (before.model.mesh !== model.mesh || before.model.skeleton.jointCount !== model.skeleton.jointCount) return;
    this.state.pose.localRotations.set(before.state.pose.localRotations);
    this.state.pose.rootPosition.set(before.state.pose.rootPosition);
  }
}
