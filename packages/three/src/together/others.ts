import { createStage, type Stage, type StageDoc } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { OtherBodies, type OthersOptions, type ShownPerson } from './otherBodies.js';

/** Draws everybody else of a room, each in their body: step() in every frame. */
export class Others {
  readonly #bodies: OtherBodies;
  readonly #stage: Stage;
  #seconds: number | null = null;

  constructor(room: SharedRoom, options: OthersOptions) {
    this.#bodies = new OtherBodies(room, options);
    this.#stage = createStage({ remote: this.#bodies.kind }, emptyDoc);
  }

  get people(): ReadonlyMap<string, ShownPerson> {
    return this.#bodies.people;
  }

  /** @param seconds of the page's clock: `timeMs / 1000` of the animation frame */
  step(seconds: number): void {
    const passed = Math.min(0.1, Math.max(0, seconds - (this.#seconds ?? seconds)));
    this.#seconds = seconds;
    const { actors } = this.#bodies;
    if (actors !== this.#stage.doc.present.actors) this.#stage.load({ ...emptyDoc, actors });
    this.#stage.step(passed);
    this.#bodies.show(this.#stage, passed);
  }

  dispose(): void {
    this.#bodies.dispose();
    this.#stage.dispose();
  }
}

const emptyDoc: StageDoc = {
  ...{ format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } },
  ...{ view: {}, script: null, sinks: [] },
};
