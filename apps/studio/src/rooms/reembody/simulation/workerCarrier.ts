import {
  buildRemoteFrameLayout,
  outputAt,
  type RemoteBodySettings,
  type RemoteBuilt,
  type RemoteCarrier,
  type RemoteCarrierEvents,
  type RemoteSessionSetup,
  type RemoteSimulation,
  type WorldObject,
} from '@leib/reembody';
import { startWorker, wasmUrl } from './startWorker.js';
import type { RobotTaken, SharedRobotWish, WorkerAnswer, WorkerRequest } from './workerMessages.js';

/** What carries a simulation that runs in this page: robots live there. Null elsewhere, and before it runs. */
export function workerOf(simulation: RemoteSimulation | null): WorkerCarrier | null {
  const carrier = simulation?.carrier;
  return carrier && 'setRobot' in carrier ? (carrier as WorkerCarrier) : null;
}

/** A simulation in a worker of the page. A frame's arrays are transferred, not copied. */
export class WorkerCarrier implements RemoteCarrier {
  readonly takesObjects = true;
  input: Float64Array | null = null;
  readonly #worker: Worker;
  readonly #events: RemoteCarrierEvents;
  /** Who waits for an answer about a robot, in the order of the wishes. */
  readonly #robotWishes: ((taken: RobotTaken) => void)[] = [];
  #objectCount: number;
  /** Things that were asked for and are not built yet. */
  #nextCount: number | null = null;
  #inputLength = 0;
  #outputLength = 0;
  #output: Float64Array | null = null;
  #spare: Float64Array = new Float64Array(0);

  constructor(setup: RemoteSessionSetup, events: RemoteCarrierEvents) {
    this.#events = events;
    this.#objectCount = setup.objects.length;
    this.#worker = startWorker((answer) => this.#onAnswer(answer));
    this.#ask({ kind: 'open', wasmUrl, setup });
  }

  send(): void {
    const { input } = this;
    if (input === null) return;
    this.input = null;
    const output = this.#spare;
    this.#spare = new Float64Array(0);
    this.#ask({ kind: 'frame', input, output }, [input.buffer as ArrayBuffer, output.buffer as ArrayBuffer]);
  }

  setSettings(settings: RemoteBodySettings): void {
    this.#ask({ kind: 'settings', settings });
  }

  setCount(count: number): void {
    this.#ask({ kind: 'count', count });
  }

  resetObjects(): void {
    this.#ask({ kind: 'resetObjects' });
  }

  setObjects(objects: readonly WorldObject[]): void {
    this.#nextCount = objects.length;
    this.#ask({ kind: 'objects', objects });
  }

  /** Takes a robot into the world, or the one that is there out of it; built() is heard, too. */
  setRobot(wish: SharedRobotWish | null): Promise<RobotTaken> {
    this.#ask({ kind: 'robot', wish });
    return new Promise((resolve) => {
      this.#robotWishes.push(resolve);
    });
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #onAnswer(answer: WorkerAnswer): void {
    if (answer.kind === 'built')
      this.#hearBuilt({
        bodies: answer.bodies,
        ownCount: answer.bodies.length,
        clientCount: 1,
        seat: 0,
        robotLength: answer.robotLength,
      });
    if (answer.kind === 'robot') this.#robotWishes.shift()?.(answer);
    if (answer.kind === 'frame') this.#hearFrame(answer.input, answer.output);
    // A worker that failed before its first world will not recover.
    if (answer.kind === 'failed') this.#nextCount = null;
    if (answer.kind === 'failed') this.#events.failed(answer.reason, this.#outputLength === 0);
  }

  #hearBuilt(built: RemoteBuilt): void {
    this.#objectCount = this.#nextCount ?? this.#objectCount;
    this.#nextCount = null;
    const { inputLength, outputLength } = buildRemoteFrameLayout(built.bodies, this.#objectCount, built.robotLength);
    if (inputLength !== this.#inputLength) {
      this.#inputLength = inputLength;
      this.input = new Float64Array(inputLength);
    }
    this.#outputLength = outputLength;
    this.#output = null;
    this.#events.built(built);
  }

  #hearFrame(input: Float64Array, output: Float64Array): void {
    if (input.length === this.#inputLength) this.input = input;
    if (output.length !== this.#outputLength) return;
    this.#spare = this.#output ?? new Float64Array(output.length);
    this.#output = output;
    this.#events.frame(output, true, output[outputAt.stepSeconds]);
  }

  #ask(request: WorkerRequest, handedOver: Transferable[] = []): void {
    this.#worker.postMessage(request, handedOver);
  }
}
