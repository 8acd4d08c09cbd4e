import {
  aboutSkeleton,
  type Pose,
  poseTrackSpec,
  readSmplJoints,
  type Skeleton,
  type StageEvent,
  smplToJoint,
  type TrackSpec,
  valuesOfPose,
} from '@leib/core';
import {
  createFeedWriter,
  createJointsFrame,
  jointsTrackSpec,
  type RecordingWriter,
  valuesOfJoints,
} from '@leib/formats';
import type { SimulatedActor } from '@leib/reembody';
import type { Avatar, FaceValues } from '@leib/three';
import {
  createDeviceFrame,
  createTrackerOffsets,
  devicesOfJoints,
  type FeedDevice,
  type JointFrame,
  standingHeadHeight,
  statureOfHeadHeight,
} from '@leib/tracking';
import { GrowingTake } from '../../files/takes/growingTake.js';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import { faceWeights } from './stageTake.js';
import type { TakeSettings } from './takeSettings.js';

type TrackWriter = ReturnType<RecordingWriter['track']>;

/** Nominal rate written in the headers; the moments carry their true times. */
const NOMINAL_HZ = 90;

/** Joints are recorded, since the source and its offsets may change during a recording: each sits on itself. */
const jointsThemselves = { offsets: createTrackerOffsets() };

/** Weights by the names of VRM 1.0's expressions; the gaze is yaw of the left and the right eye, and pitch, radians. */
const faceSpec: TrackSpec = {
  name: 'face',
  kind: 'face',
  hz: NOMINAL_HZ,
  about: { names: Object.keys(faceWeights) },
  channels: { weights: { kind: 'line', count: 4 }, gaze: { kind: 'line', count: 3 } },
};

/** What a person is in a frame. */
export interface PersonFrame {
  /** The tracked joints, before the room moves them. */
  readonly tracked: JointFrame;
  readonly avatar: Avatar;
  /** In the avatar's metres, fingers included. */
  readonly pose: Pose;
  readonly face: Readonly<FaceValues>;
  /** As they are, before roles, offsets and spaces; none where the source has none of its own. */
  readonly devices: readonly FeedDevice[];
}

/**
 * A person's take while it is recorded: devices as they were, tracked joints, 22 joints of the solved body, the whole body
 * with its fingers, the face; where a body follows by forces, what it reached and how late it was asked. Another avatar
 * goes on in a track of its own, since it has other joints.
 */
export class PersonTake {
  readonly growing: GrowingTake;
  readonly #tracked: ReturnType<RecordingWriter['devices']>;
  readonly #joints: TrackWriter;
  #reached: TrackWriter | null = null;
  #body: { readonly writer: TrackWriter; readonly avatar: Avatar; skeleton: Skeleton } | null = null;
  #bodyCount = 0;
  #face: TrackWriter | null = null;
  readonly #appendDevices: ReturnType<typeof createFeedWriter>;
  readonly #deviceFrame = createDeviceFrame();
  readonly #frame = createJointsFrame();
  /** Of the stage, at the first frame. */
  #startSeconds: number | null = null;
  #seconds = -1;

  private constructor(growing: GrowingTake, avatar: Avatar) {
    this.growing = growing;
    // Joints are in the avatar's metres: the stature is that of a person whose head is as high as the avatar's.
    const stature = Number(statureOfHeadHeight(standingHeadHeight(avatar.ownSkeleton)).toFixed(3));
    this.#tracked = growing.writer.devices(jointsThemselves, { hz: NOMINAL_HZ, stature });
    this.#joints = growing.writer.track(jointsTrackSpec('joints', NOMINAL_HZ));
    this.#appendDevices = createFeedWriter(growing.writer, NOMINAL_HZ);
  }

  /** Starts a recording with the present settings. */
  static async start(kept: KeptTakes, settings: TakeSettings, avatar: Avatar): Promise<PersonTake> {
    const take = new PersonTake(await GrowingTake.start(kept), avatar);
    take.growing.writer.document(0, settings);
    return take;
  }

  get seconds(): number {
    return Math.max(0, this.#seconds);
  }

  /** Adds one frame after it was solved. `stageSeconds`: the stage's own time. */
  append(person: PersonFrame, stageSeconds: number): void {
    this.#startSeconds ??= stageSeconds;
    this.#seconds = stageSeconds - this.#startSeconds;
    const { tracked, avatar, pose } = person;
    devicesOfJoints(tracked, jointsThemselves.offsets, this.#deviceFrame);
    this.#deviceFrame.timeSeconds = this.#seconds;
    this.#tracked.append(this.#deviceFrame);
    readSmplJoints(smplToJoint(avatar.skeleton), pose, this.#frame.positions, this.#frame.rotations);
    this.#joints.append(this.#seconds, valuesOfJoints(this.#frame));
    this.#appendBody(avatar, pose);
    this.#appendFace(person.face);
    this.#appendDevices(person.devices, this.#seconds);
    this.growing.keep(this.#seconds);
  }

  #appendBody(avatar: Avatar, pose: Pose): void {
    const { skeleton } = avatar;
    if (this.#body?.avatar.ownSkeleton !== avatar.ownSkeleton) {
      const name = this.#bodyCount++ === 0 ? 'body' : `body ${this.#bodyCount}`;
      const writer = this.growing.writer.track(poseTrackSpec(name, skeleton, NOMINAL_HZ));
      this.#body = { writer, avatar, skeleton };
    } else if (this.#body.skeleton !== skeleton) {
      // The same joints with other lengths.
      this.#body.writer.describe(aboutSkeleton(skeleton));
      this.#body.skeleton = skeleton;
    }
    this.#body.writer.append(this.#seconds, valuesOfPose(pose));
  }

  #appendFace(face: Readonly<FaceValues>): void {
    this.#face ??= this.growing.writer.track(faceSpec);
    const { leftYaw, rightYaw, pitch } = face;
    const weights = Object.values(faceWeights).map((key) => face[key]);
    this.#face.append(this.#seconds, { weights, gaze: [leftYaw, rightYaw, pitch] });
  }

  /** Adds the body that follows by forces, in the frame that was added last: what it reached, and how late it was asked. */
  appendSimulated({ skeleton, pose, delaySeconds }: Pick<SimulatedActor, 'skeleton' | 'pose' | 'delaySeconds'>): void {
    if (this.#seconds < 0) return;
    this.#reached ??= this.growing.writer.track(jointsTrackSpec('reached', NOMINAL_HZ));
    readSmplJoints(smplToJoint(skeleton), pose, this.#frame.positions, this.#frame.rotations);
    this.#reached.append(this.#seconds, valuesOfJoints(this.#frame, delaySeconds));
  }

  /** What was done, and what else happened on the stage, in the frame that was added last. */
  appendEvents(events: readonly StageEvent[]): void {
    for (const { kind, data } of events) this.growing.writer.event({ seconds: this.seconds, kind, data });
  }

  /** Settings as they stand from the last frame on. */
  appendSettings(settings: TakeSettings): void {
    this.growing.writer.document(this.seconds, settings);
  }
}
