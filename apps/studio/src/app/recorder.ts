import { readSmplJoints, smplToJoint } from '@leib/core';
import {
  createJointsFrame,
  createMemorySink,
  type JointsFrame,
  type MemorySink,
  openSessionWriter,
  type SessionWriter,
} from '@leib/formats';
import { copyTrackedFrame, createTrackedFrame } from '@leib/tracking';
import type { World } from '../world/world.js';

/** Nominal rate written in the header; the frames carry their true times. */
const NOMINAL_HZ = 90;

export interface FinishedRecording {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seconds: number;
}

/** Writes what is tracked and how the body stood into one MCAP file, with the settings of the moment. */
export class Recorder {
  readonly #frame = createTrackedFrame();
  readonly #joints: JointsFrame = createJointsFrame();
  #sink: MemorySink | null = null;
  #writer: SessionWriter | null = null;
  #seconds = 0;

  get isRecording(): boolean {
    return this.#writer !== null;
  }

  async start(settings: unknown, stature: number): Promise<void> {
    this.#seconds = 0;
    this.#sink = createMemorySink();
    const writer = await openSessionWriter(this.#sink, {
      tracking: { hz: NOMINAL_HZ, floorY: 0, stature },
      jointsHz: NOMINAL_HZ,
      hasControllers: true,
      hasHandJoints: true,
      startedAtMs: Date.now(),
      versions: { leib: __LEIB_VERSION__ },
    });
    writer.appendSettings(0, settings);
    this.#writer = writer;
  }

  /** One frame, after it was solved. Metres are the avatar's own: the header's stature is the avatar's. */
  append({ frame, body }: World, dtSeconds: number): void {
    if (!this.#writer || !body) return;
    this.#seconds += dtSeconds;
    copyTrackedFrame(this.#frame, frame);
    this.#frame.timeSeconds = this.#seconds;
    this.#writer.appendTracking(this.#frame);
    readSmplJoints(smplToJoint(body.avatar.skeleton), body.state.pose, this.#joints.positions, this.#joints.rotations);
    this.#joints.timeSeconds = this.#seconds;
    this.#writer.appendJoints(this.#joints);
  }

  async stop(): Promise<FinishedRecording> {
    const writer = this.#writer;
    this.#writer = null;
    if (!writer || !this.#sink) throw new Error('nothing is being recorded');
    await writer.dispose();
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    return { name: `leib-${stamp}.mcap`, bytes: new Uint8Array(this.#sink.bytes()), seconds: this.#seconds };
  }
}
