import type { Skeleton } from '@leib/core';
import {
  type BuiltRobot,
  type RobotBones,
  type RobotFiles,
  type RobotLeader,
  type RobotRunner,
  robotInputAt,
} from '@leib/reembody/robot';
import type { Clock, Release } from '../../../time/clock.js';
import { addSample, createMeter, type Meter } from '../../../world/meter.js';
import type { RobotAnswer, RobotRequest } from './robotMessages.js';
import { wasmUrl } from './startWorker.js';

/** Whom a robot follows, and bones of joints that the visitor chose. */
export interface RobotWish {
  readonly skeleton: Skeleton;
  readonly bones: RobotBones;
}

/** What is heard of a robot that is being built, and then runs. */
export interface RobotEvents {
  built(built: BuiltRobot): void;
  failed(reason: string): void;
  /** How much of its meshes was read, 0..1. */
  progress(share: number): void;
}

/** A robot of this page, in a worker of its own or among the people. */
export interface PageRobot extends RobotRunner {
  /** Whether it lives in the world of the people, and its places are that world's. */
  readonly isShared: boolean;
  /** How long its own world takes for a step; null in a world of others. */
  readonly stepMs: Meter | null;
}

/** A robot as remote avatar, in a worker and a world of its own, so that a bad file breaks nothing else. */
export class RobotSimulation implements PageRobot {
  readonly name: string;
  readonly isShared = false;
  built: BuiltRobot | null = null;
  output: Float64Array | null = null;
  readonly stepMs: Meter = createMeter();
  readonly #events: RobotEvents;
  readonly #worker: Worker;
  #input: Float64Array | null = null;
  #spare = new Float64Array(0);
  #waitingSeconds = 0;
  readonly #clock: Clock;
  /** Set until the last request is answered. */
  #waiting: Release | null = null;

  constructor(files: RobotFiles, { skeleton, bones }: RobotWish, clock: Clock, events: RobotEvents) {
    this.#clock = clock;
    this.#events = events;
    this.name = files.name;
    this.#worker = new Worker(new URL('./robotWorker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<RobotAnswer>) => this.#onAnswer(data));
    this.#worker.addEventListener('error', ({ message }) =>
      this.#onAnswer({ kind: 'failed', reason: message || 'its script could not be loaded' }),
    );
    this.#ask({ kind: 'open', wasmUrl, files, skeleton, bones });
  }

  /** Adds up time, and sends the person's pose as soon as the last frame is back. */
  step({ pose: { localRotations } }: RobotLeader, dtSeconds: number): void {
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
      this.#events.progress(answer.share);
      return;
    }
    this.#waiting?.();
    this.#waiting = null;
    if (answer.kind === 'built') {
      this.built = { shapes: answer.shapes, report: answer.report };
      this.#input = new Float64Array(answer.inputLength);
      this.#events.built(this.built);
    }
    if (answer.kind === 'frame') {
      addSample(this.stepMs, answer.stepMs);
      this.#spare = (this.output as Float64Array<ArrayBuffer> | null) ?? new Float64Array(answer.output.length);
      this.output = answer.output;
      this.#input = answer.input;
    }
    if (answer.kind === 'failed') this.#events.failed(answer.reason);
  }

  #ask(request: RobotRequest, handedOver: Transferable[] = []): void {
    this.#waiting ??= this.#clock.hold();
    this.#worker.postMessage(request, handedOver);
  }
}
