import { type Pose, readSmplJoints, smplToJoint } from '@leib/core';
import {
  createJointsFrame,
  createMemorySink,
  type MemorySink,
  openSessionWriter,
  type SessionWriter,
} from '@leib/formats';
import type { Avatar } from '@leib/three';
import { createDeviceFrame, createTrackerOffsets, devicesOfJoints, type JointFrame } from '@leib/tracking';

/** Nominal rate written in the header; the frames carry their true times. */
const NOMINAL_HZ = 90;

export interface FinishedRecording {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seconds: number;
}

/** Identity: joints are recorded, since the source and its offsets may change during a recording. */
const jointsThemselves = createTrackerOffsets();

/** Writes the tracked joints (before the room moves them) and the solved body into one MCAP file. */
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

  /** Adds one frame after it was solved: the tracked joints and the body, in the avatar's metres. */
  append(tracked: JointFrame, body: { readonly avatar: Avatar; readonly pose: Pose }, dtSeconds: number): void {
    this.#seconds += dtSeconds;
    devicesOfJoints(tracked, jointsThemselves, this.#frame);
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

/** Starts a recording with the present settings. */
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
