import type { Pose, Skeleton } from '@leib/core';
import {
  type RobotBones,
  type RobotFiles,
  type RobotReport,
  type RobotShape,
  robotInputAt,
} from '@leib/reembody/robot';
import type { Clock, Release } from '../../../time/clock.js';
import { addSample, createMeter, type Meter } from '../../../world/meter.js';
import type { RobotAnswer, RobotRequest } from './robotMessages.js';
import { wasmUrl } from './workerCarrier.js';

/** A robot that was built. */
export interface BuiltRobot {
  readonly shapes: readonly RobotShape[];
  readonly report: RobotReport;
}

/** Whom a robot follows, and bones of joints that the visitor chose. */
export interface RobotWish {
  readonly skeleton: Skeleton;
  readonly bones: RobotBones;
}

/** A robot that follows, wherever it is simulated. */
export interface RobotRunner {
  readonly name: string;
  /** Whether it lives in the world of the people, and its places are that world's. */
  readonly isShared: boolean;
  readonly built: BuiltRobot | null;
  readonly output: Float64Array | null;
  readonly stepMs: Meter;
  onBuilt: (built: BuiltRobot) => void;
  onFailed: (reason: string) => void;
  /** How much of its meshes was read, 0..1. */
  onProgress: (share: number) => void;
  step(pose: Pose, dtSeconds: number): void;
  dispose(): void;
}

/** A robot as remote avatar, in a worker and a world of its own, so that a bad file breaks nothing else. */
export class RobotSimulation implements RobotRunner {
  readonly name: string;
  readonly isShared = false;
  built: BuiltRobot | null = null;
  output: Float64Array | null = null;
  readonly stepMs: Meter = createMeter();
  onBuilt: (built: BuiltRobot) => void = () => {};
  onFailed: (reason: string) => void = () => {};
  /** How much of its meshes was read, 0..1. */
  onProgress: (share: number) => void = () => {};
  readonly #worker: Worker;
  #input: Float64Array | null = null;
  #spare = new Float64Array(0);
  #waitingSeconds = 0;
  readonly #clock: Clock;
  /** Set until the last request is answered. */
  #waiting: Release | null = null;

  constructor(files: RobotFiles, { skeleton, bones }: RobotWish, clock: Clock) {
    this.#clock = clock;
    this.name = files.name;
    this.#worker = new Worker(new URL('./robotWorker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<RobotAnswer>) => this.#onAnswer(data));
    this.#worker.addEventListener('error', ({ message }) =>
      this.#onAnswer({ kind: 'failed', reason: message || 'its script could not be loaded' }),
    );
    this.#ask({ kind: 'open', wasmUrl, files, skeleton, bones });
  }

  /** Adds up time, and sends the person's pose as soon as the last frame is back. */
  step({ localRotations }: Pose, dtSeconds: number): void {
    this.#waitingSeconds += dtSeconds;
    const input = this.#input;
    if (input === null || this.#waitingSeconds === 0) return;
    input[robotInputAt.dtSeconds] = this.#waitingSeconds;
    for (let i = 0; i < localRotations.length; i++) input[robotInputAt.rotations + i] = localRotations[i];
    this.#waitingSeconds = 0;
    this.#input = null;
    const output = this.#spare;
    this.#spare = new Float64Array(0);
    this.#ask({ kind: 'frame', input, output }, [input.buffer as ArrayBuffer, output.buffer]);
  }

  dispose(): void {
    this.#worker.terminate();
    this.#waiting?.();
  }

  #onAnswer(answer: RobotAnswer): void {
    if (answer.kind === 'progress') {
      this.onProgress(answer.share);
      return;
    }
    this.#waiting?.();
    this.#waiting = null;
    if (answer.kind === 'built') {
      this.built = { shapes: answer.shapes, report: answer.report };
      this.#input = new Float64Array(answer.inputLength);
      this.onBuilt(this.built);
    }
    if (answer.kind === 'frame') {
      addSample(this.stepMs, answer.stepMs);
      this.#spare = (this.output as Float64Array<ArrayBuffer> | null) ?? new Float64Array(answer.output.length);
      this.output = answer.output;
      this.#input = answer.input;
    }
    if (answer.kind === 'failed') this.onFailed(answer.reason);
  }

  #ask(request: RobotRequest, handedOver: Transferable[] = []): void {
    this.#waiting ??= this.#clock.hold();
    this.#worker.postMessage(request, handedOver);
  }
}
