import type { Skeleton } from '@leib/core';
import {
  buildRemoteFrameLayout,
  outputAt,
  type RemoteBody,
  type RemoteBodySettings,
  type RemoteBuilt,
  type RemoteCarrier,
  type RemoteCarrierEvents,
  type RemoteSessionSetup,
  type WorldObject,
} from '@leib/reembody';
import type { RobotBase, RobotBones, RobotFiles, RobotGuestSetup, RobotReport, RobotShape } from '@leib/reembody/robot';
import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';

/** A robot that is to live in the world of the people. */
export interface SharedRobotWish {
  readonly files: RobotFiles;
  readonly skeleton: Skeleton;
  readonly bones: RobotBones;
  readonly base: RobotBase;
  readonly place: RobotGuestSetup['place'];
}

/** What the page asks of a worker. */
export type WorkerRequest =
  | { readonly kind: 'open'; readonly wasmUrl: string; readonly setup: RemoteSessionSetup }
  | { readonly kind: 'settings'; readonly settings: RemoteBodySettings }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'resetObjects' }
  | { readonly kind: 'objects'; readonly objects: readonly WorldObject[] }
  | { readonly kind: 'robot'; readonly wish: SharedRobotWish | null }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array };

/** What it answers. A frame's arrays are transferred, not copied. */
export type WorkerAnswer =
  | { readonly kind: 'built'; readonly bodies: readonly RemoteBody[]; readonly robotLength: number }
  | { readonly kind: 'robotBuilt'; readonly shapes: readonly RobotShape[]; readonly report: RobotReport }
  | { readonly kind: 'robotFailed'; readonly reason: string }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** Absolute address of the engine: relative ones differ in workers. */
export const wasmUrl = new URL(mujocoUrl, location.href).href;

/** Starts a worker with an engine in it. */
function startWorker(onAnswer: (answer: WorkerAnswer) => void): Worker {
  const worker = new Worker(new URL('./remoteWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => onAnswer(data));
  worker.addEventListener('error', (event) =>
    onAnswer({ kind: 'failed', reason: event.message || 'its script could not be loaded' }),
  );
  return worker;
}

/** A simulation in a worker of the page. A frame's arrays are transferred, not copied. */
export class WorkerCarrier implements RemoteCarrier {
  input: Float64Array | null = null;
  /** Called when a robot was taken into the world, or could not be. */
  onRobot: (answer: Extract<WorkerAnswer, { readonly kind: 'robotBuilt' | 'robotFailed' }>) => void = () => {};
  readonly #worker: Worker;
  readonly #events: RemoteCarrierEvents;
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

  setObjects(objects: readonly WorldObject[]): boolean {
    this.#nextCount = objects.length;
    this.#ask({ kind: 'objects', objects });
    return true;
  }

  /** Takes a robot into the world; answered by onRobot and built(). */
  setRobot(wish: SharedRobotWish | null): void {
    this.#ask({ kind: 'robot', wish });
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
    if (answer.kind === 'robotBuilt' || answer.kind === 'robotFailed') this.onRobot(answer);
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
