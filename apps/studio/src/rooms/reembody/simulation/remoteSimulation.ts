import { createPose, type Pose, updateWorldPose } from '@leib/core';
import {
  type BodyTuning,
  inputAt,
  outputAt,
  type RemoteBody,
  type RemoteBodySettings,
  type RemoteFrameLayout,
  type RemoteSessionSetup,
} from '@leib/reembody';
import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import { addSample, createMeter, type Meter } from '../../../world/meter.js';
import type { WorkerAnswer, WorkerRequest } from './workerMessages.js';

const wasmUrl = new URL(mujocoUrl, location.href).href;

/** What the simulation is, once it runs. */
export interface BuiltBody {
  readonly body: RemoteBody;
  readonly layout: RemoteFrameLayout;
}

/**
 * The remote body as the page sees it. The simulation runs in a worker; a frame is sent when the one before has come back,
 * and time that passes meanwhile is made up for with the next: the picture never waits.
 */
export class RemoteSimulation {
  /** Null until it runs. */
  built: BuiltBody | null = null;
  /** The last frame that came back; null before the first. */
  output: Float64Array | null = null;
  /** The remote body in it. */
  readonly pose: Pose;
  /** From sending a frame to its coming back, and of that the stepping itself, milliseconds. */
  readonly roundTripMs: Meter = createMeter();
  readonly stepMs: Meter = createMeter();
  /** The next frame's numbers, to be filled before step(); null while the last is on its way. */
  input: Float64Array | null;
  onBuilt: (built: BuiltBody) => void = () => {};
  onFrame: (output: Float64Array) => void = () => {};
  onFailed: (reason: string) => void = () => {};
  readonly #setup: RemoteSessionSetup;
  readonly #worker: Worker;
  #spare: Float64Array = new Float64Array(0);
  #isBuilding = true;
  #nextSettings: RemoteBodySettings | null = null;
  #waitingSeconds = 0;
  #sentMs = 0;

  constructor(setup: RemoteSessionSetup) {
    this.#setup = setup;
    this.pose = createPose(setup.skeleton);
    this.input = null;
    this.#worker = startWorker((answer) => this.#hear(answer));
    this.#send({ kind: 'open', wasmUrl, setup });
  }

  /** Other settings. While a body is being built the last of those that come meanwhile waits: a slider makes many. */
  setSettings(settings: RemoteBodySettings): void {
    if (this.#isBuilding) {
      this.#nextSettings = settings;
      return;
    }
    this.#isBuilding = true;
    this.#send({ kind: 'settings', settings });
  }

  resetObjects(): void {
    this.#send({ kind: 'resetObjects' });
  }

  /** Lets time pass; sends `input` with all the time that has passed since the last one was sent. */
  step(dtSeconds: number): void {
    this.#waitingSeconds += dtSeconds;
    const { input } = this;
    if (input === null || this.#waitingSeconds === 0) return;
    input[inputAt.dtSeconds] = this.#waitingSeconds;
    this.#waitingSeconds = 0;
    this.input = null;
    this.#sentMs = performance.now();
    const output = this.#spare;
    this.#send({ kind: 'frame', input, output }, [input.buffer as ArrayBuffer, output.buffer as ArrayBuffer]);
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #hear(answer: WorkerAnswer): void {
    switch (answer.kind) {
      case 'built':
        if (this.built === null) this.input = new Float64Array(answer.layout.inputLength);
        this.built = { body: answer.body, layout: answer.layout };
        // What was drawn of the last frame has another layout.
        this.output = null;
        this.onBuilt(this.built);
        this.#endBuilding();
        return;
      case 'frame':
        this.#takeFrame(answer.input, answer.output);
        return;
      case 'failed':
        this.onFailed(answer.reason);
        this.#endBuilding();
    }
  }

  #endBuilding(): void {
    const next = this.#nextSettings;
    this.#isBuilding = false;
    this.#nextSettings = null;
    if (next) this.setSettings(next);
  }

  #takeFrame(input: Float64Array, output: Float64Array): void {
    this.input = input;
    if (output.length !== this.built?.layout.outputLength) return;
    this.#spare = this.output ?? new Float64Array(output.length);
    this.output = output;
    addSample(this.roundTripMs, performance.now() - this.#sentMs);
    addSample(this.stepMs, output[outputAt.stepSeconds] * 1000);
    const { pose } = this;
    for (let k = 0; k < 3; k++) pose.rootPosition[k] = output[outputAt.rootPosition + k];
    for (let i = 0; i < pose.localRotations.length; i++) pose.localRotations[i] = output[outputAt.rotations + i];
    updateWorldPose(this.#setup.skeleton, pose);
    this.onFrame(output);
  }

  #send(request: WorkerRequest, handedOver: Transferable[] = []): void {
    this.#worker.postMessage(request, handedOver);
  }
}

/** Tunes a body in a worker of its own, so that the simulation goes on. The returned function cancels it. */
export function tuneInWorker(
  body: RemoteBody,
  onProgress: (done: number, total: number) => void,
  onEnd: (result: BodyTuning | Error) => void,
): () => void {
  const worker = startWorker((answer) => {
    if (answer.kind === 'tuning') onProgress(answer.done, answer.total);
    if (answer.kind !== 'tuned' && answer.kind !== 'failed') return;
    worker.terminate();
    onEnd(answer.kind === 'tuned' ? answer.tuning : new Error(answer.reason));
  });
  const request: WorkerRequest = { kind: 'tune', wasmUrl, body };
  worker.postMessage(request);
  return () => worker.terminate();
}

function startWorker(onAnswer: (answer: WorkerAnswer) => void): Worker {
  const worker = new Worker(new URL('./remoteWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => onAnswer(data));
  worker.addEventListener('error', (event) =>
    onAnswer({ kind: 'failed', reason: event.message || 'its script could not be loaded' }),
  );
  return worker;
}
