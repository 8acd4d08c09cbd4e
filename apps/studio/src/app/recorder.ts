import { readSmplJoints, smplToJoint } from '@leib/core';
import {
  createJointsFrame,
  createMemorySink,
  type MemorySink,
  openSessionWriter,
  type SessionWriter,
} from '@leib/formats';
import type { Avatar } from '@leib/three';
import { createDeviceFrame, createTrackerOffsets, devicesOfJoints } from '@leib/tracking';
import type { World } from '../world/world.js';

/** Nominal rate written in the header; the frames carry their true times. */
const NOMINAL_HZ = 90;

export interface FinishedRecording {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seconds: number;
}

/** Sources change while a recording runs, and their offsets with them: what is written are the joints. */
const jointsThemselves = createTrackerOffsets();

/** Writes what is tracked, before the room moves it, and how the body stands into one MCAP file. */
export class Recorder {
  readonly #sink: MemorySink;
  readonly #writer: SessionWriter;
  readonly #frame = createDeviceFrame();
  readonly #joints = createJointsFrame();
  #avatar: Avatar;
  #smplJoints: Int16Array;
  #seconds = 0;

  constructor(sink: MemorySink, writer: SessionWriter, avatar: Avatar) {
    this.#sink = sink;
    this.#writer = writer;
    this.#avatar = avatar;
    this.#smplJoints = smplToJoint(avatar.skeleton);
  }

  /** One frame, after it was solved. Metres are the avatar's own: the header's stature is the avatar's. */
  append({ reader, body }: World, dtSeconds: number): void {
    if (!body) return;
    this.#seconds += dtSeconds;
    devicesOfJoints(reader.tracked, jointsThemselves, this.#frame);
    this.#frame.timeSeconds = this.#seconds;
    this.#writer.appendTracking(this.#frame);
    if (body.avatar !== this.#avatar) {
      this.#avatar = body.avatar;
      this.#smplJoints = smplToJoint(body.avatar.skeleton);
    }
    readSmplJoints(this.#smplJoints, body.pose, this.#joints.positions, this.#joints.rotations);
    this.#joints.timeSeconds = this.#seconds;
    this.#writer.appendJoints(this.#joints);
  }

  async finish(): Promise<FinishedRecording> {
    await this.#writer.dispose();
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    return { name: `leib-${stamp}.mcap`, bytes: new Uint8Array(this.#sink.bytes()), seconds: this.#seconds };
  }
}

/** Begins a recording with the settings of the moment. */
export async function startRecording(settings: unknown, avatar: Avatar): Promise<Recorder> {
  const sink = createMemorySink();
  const writer = await openSessionWriter(sink, {
    tracking: { hz: NOMINAL_HZ, floorY: 0, stature: avatar.report.statureMetres },
    jointsHz: NOMINAL_HZ,
    hasControllers: true,
    hasHandJoints: true,
    startedAtMs: Date.now(),
    versions: { leib: __LEIB_VERSION__ },
  });
  writer.appendSettings(0, settings);
  return new Recorder(sink, writer, avatar);
}
