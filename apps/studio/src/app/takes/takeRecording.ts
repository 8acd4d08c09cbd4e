import { type Pose, readSmplJoints, type Skeleton, smplToJoint } from '@leib/core';
import { createJointsFrame, openSessionWriter, type SessionWriter, writeGltfMotion } from '@leib/formats';
import { appendTake, createTakeRecorder, finishTake, type TakeRecorder } from '@leib/mocap';
import type { Avatar } from '@leib/three';
import {
  createDeviceFrame,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  standingHeadHeight,
  statureOfHeadHeight,
} from '@leib/tracking';
import type { SimulatedBody } from '../../world/worldEvents.js';
import type { TakeFiles } from './take.js';
import type { TakeSettings } from './takeSettings.js';

/** Nominal rate written in the header; the frames carry their true times. */
const NOMINAL_HZ = 90;

/** The bytes of a file that grows, in the pieces in which they were written. */
interface GrowingFile {
  readonly pieces: Uint8Array<ArrayBuffer>[];
  write(bytes: Uint8Array): void;
}

/** Identity: joints are recorded, since the source and its offsets may change during a recording. */
const jointsThemselves = createTrackerOffsets();

/**
 * A take while it is recorded: the tracked joints (before the room moves them) and 22 joints of the solved body as MCAP,
 * and the whole solved body as a motion; where a body follows by forces, what it reached and how late it was asked. Another avatar ends the motion, since it has other joints; MCAP goes on.
 */
export class TakeRecording {
  readonly #file: GrowingFile;
  readonly #writer: SessionWriter;
  readonly #frame = createDeviceFrame();
  readonly #joints = createJointsFrame();
  readonly #body: TakeRecorder;
  #bodySkeleton: Skeleton;
  #avatar: Avatar;
  #smplJoints: Int16Array;
  #simulated: { readonly skeleton: Skeleton; readonly joints: Int16Array } | null = null;
  #seconds = 0;
  #keptCount = 0;

  constructor(file: GrowingFile, writer: SessionWriter, avatar: Avatar) {
    this.#file = file;
    this.#writer = writer;
    this.#avatar = avatar;
    this.#bodySkeleton = avatar.ownSkeleton;
    this.#body = createTakeRecorder(avatar.skeleton);
    this.#smplJoints = smplToJoint(avatar.skeleton);
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** Adds one frame after it was solved: the tracked joints and the body, in the avatar's metres. */
  append(tracked: JointFrame, body: { readonly avatar: Avatar; readonly pose: Pose }, dtSeconds: number): void {
    const isFirst = this.#body.frameCount === 0;
    if (!isFirst) this.#seconds += dtSeconds;
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
    if (body.avatar.ownSkeleton === this.#bodySkeleton) {
      appendTake(this.#body, body.avatar.skeleton, body.pose, dtSeconds);
    }
  }

  /** Adds the body that follows by forces, in the frame that was added last: what it reached, and how late it was asked. */
  appendSimulated({ skeleton, pose, delaySeconds }: SimulatedBody): void {
    if (this.#body.frameCount === 0) return;
    if (skeleton !== this.#simulated?.skeleton) this.#simulated = { skeleton, joints: smplToJoint(skeleton) };
    readSmplJoints(this.#simulated.joints, pose, this.#joints.positions, this.#joints.rotations);
    this.#joints.timeSeconds = this.#seconds;
    this.#writer.appendRemote(this.#joints, delaySeconds);
  }

  /** Settings as they stand from the last frame on. */
  appendSettings(settings: TakeSettings): void {
    this.#writer.appendSettings(this.#seconds, settings);
  }

  /** What was written since the last call: MCAP in pieces, each of which can be read as far as it goes. */
  nextPiece(): Blob | null {
    const { pieces } = this.#file;
    if (pieces.length === this.#keptCount) return null;
    const piece = new Blob(pieces.slice(this.#keptCount));
    this.#keptCount = pieces.length;
    return piece;
  }

  async finish(name: string): Promise<TakeFiles> {
    await this.#writer.dispose();
    const isWhole = this.#avatar.ownSkeleton === this.#bodySkeleton && this.#body.frameCount > 1;
    const body = isWhole ? new Uint8Array(await writeGltfMotion(finishTake(this.#body, name))) : null;
    return { session: new Uint8Array(await new Blob(this.#file.pieces).arrayBuffer()), body };
  }
}

/** Starts a recording with the present settings. */
export async function startTakeRecording(settings: TakeSettings, avatar: Avatar): Promise<TakeRecording> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const file: GrowingFile = {
    pieces,
    // The writer uses its buffer again.
    write: (bytes) => void pieces.push(new Uint8Array(bytes)),
  };
  // Joints are in the avatar's metres: the stature is that of a person whose head is as high as the avatar's.
  const stature = Number(statureOfHeadHeight(standingHeadHeight(avatar.ownSkeleton)).toFixed(3));
  const writer = await openSessionWriter(file, {
    tracking: { hz: NOMINAL_HZ, floorY: 0, stature },
    jointsHz: NOMINAL_HZ,
    remoteHz: NOMINAL_HZ,
    hasControllers: true,
    hasHandJoints: true,
    startedAtMs: Date.now(),
    versions: { leib: __LEIB_VERSION__ },
  });
  writer.appendSettings(0, settings);
  return new TakeRecording(file, writer, avatar);
}
