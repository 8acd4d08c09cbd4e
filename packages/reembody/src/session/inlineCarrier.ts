import type { MujocoModule } from '../engine/mujoco.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { RemoteCarrier, RemoteCarrierEvents } from '../wire/remoteClient.js';
import type { WorldObject } from '../world/worldObject.js';
import { outputAt } from './remoteFrame.js';
import { RemoteSession, type RemoteSessionSetup } from './remoteSession.js';
import type { SimulationPlace } from './remoteSimulation.js';

/** A simulation right here: every frame is answered before send() returns. For Node and tests; a page would stall while it builds. */
export function simulateInline(mujoco: MujocoModule): SimulationPlace {
  return {
    kind: 'inline',
    open: ({ body, otherCount, objects }, events) =>
      new InlineCarrier(mujoco, { bodies: Array(1 + otherCount).fill(body), objects }, events),
  };
}

class InlineCarrier implements RemoteCarrier {
  readonly takesObjects = true;
  input: Float64Array;
  readonly #events: RemoteCarrierEvents;
  readonly #session: RemoteSession;
  /** Two outputs in turn: the listener has the one, the next is written into the other. */
  #outputs: [Float64Array, Float64Array];

  constructor(mujoco: MujocoModule, setup: RemoteSessionSetup, events: RemoteCarrierEvents) {
    this.#events = events;
    this.#session = new RemoteSession(mujoco, setup);
    const { inputLength, outputLength } = this.#session.layout;
    this.input = new Float64Array(inputLength);
    this.#outputs = [new Float64Array(outputLength), new Float64Array(outputLength)];
    this.#tellBuilt();
  }

  send(): void {
    const begunMs = performance.now();
    const [output] = this.#outputs.reverse();
    this.#session.step(this.input, output);
    const seconds = (performance.now() - begunMs) / 1000;
    output[outputAt.stepSeconds] = seconds;
    this.#events.frame(output, true, seconds);
  }

  setSettings(settings: RemoteBodySettings): void {
    this.#rebuild(() => this.#session.setSettings(settings));
  }

  setCount(count: number): void {
    this.#rebuild(() => this.#session.setCount(count));
  }

  resetObjects(): void {
    this.#session.resetObjects();
  }

  setObjects(objects: readonly WorldObject[]): void {
    this.#rebuild(() => this.#session.setObjects(objects));
  }

  dispose(): void {
    this.#session.dispose();
  }

  #rebuild(change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#events.failed((error as Error).message, false);
      return;
    }
    const { inputLength, outputLength } = this.#session.layout;
    if (inputLength !== this.input.length) this.input = new Float64Array(inputLength);
    this.#outputs = [new Float64Array(outputLength), new Float64Array(outputLength)];
    this.#tellBuilt();
  }

  #tellBuilt(): void {
    const { bodies } = this.#session;
    this.#events.built({ bodies, ownCount: bodies.length, clientCount: 1, seat: 0 });
  }
}
