import {
  buildRetarget,
  createMoment,
  createPose,
  type Pose,
  type Retarget,
  retargetPose,
  type Skeleton,
  sampleTrack,
  skeletonOfTrack,
  type Track,
  updateWorldPose,
} from '@leib/core';
import { createFaceReader, createPosePacking } from '@leib/core/pack';
import type { WornAvatar } from '@leib/embody';
import type { ActorDoc, ActorId, Figures, PackedBody } from '@leib/stage';
import { type RemoteActor, scaleOf } from './remoteActor.js';
import type { RecordedMoment } from './roomReplay.js';

interface ReadTrack {
  readonly track: Track;
  readonly moment: ReturnType<typeof createMoment>;
  readonly pose: Pose;
  readonly retarget: Retarget;
}

/** Somebody of a recorded room: their pose at the play head, in the body that is shown of them. */
export class RecordedRemote implements RemoteActor {
  readonly id: ActorId;
  readonly kind: string;
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  readonly avatar: WornAvatar;
  face: Float64Array | null = null;
  readonly #momentOf: () => RecordedMoment | null;
  readonly #packing: ReturnType<typeof createPosePacking>;
  #doc: ActorDoc;
  #read: ReadTrack | null = null;
  #faceOf: { readonly track: Track; readonly read: ReturnType<typeof createFaceReader> } | null = null;
  #isThere = false;

  constructor(avatar: WornAvatar, doc: ActorDoc, id: ActorId, momentOf: () => RecordedMoment | null) {
    this.id = id;
    this.kind = doc.kind;
    this.avatar = avatar;
    this.skeleton = avatar.skeleton;
    this.pose = createPose(avatar.skeleton);
    this.#packing = createPosePacking(avatar.skeleton);
    this.#doc = doc;
    this.#momentOf = momentOf;
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  /** What is recorded is of now. */
  get faceAgeMs(): number {
    return this.face === null ? Number.POSITIVE_INFINITY : 0;
  }

  get scale(): number {
    return scaleOf(this.#doc);
  }

  step(): void {
    const moment = this.#momentOf();
    this.#isThere = moment !== null;
    if (moment === null) return;
    const { pose: track, face, seconds } = moment;
    if (this.#read?.track !== track) this.#read = readTrack(track, this.skeleton);
    this.#show(this.#read, seconds);
    if (face && this.#faceOf?.track !== face) this.#faceOf = { track: face, read: createFaceReader(face) };
    this.face = face && this.#faceOf ? this.#faceOf.read(seconds) : null;
  }

  set(doc: ActorDoc): boolean {
    if (doc.body !== this.#doc.body) return false;
    this.#doc = doc;
    return true;
  }

  pack(): PackedBody | null {
    return this.#isThere ? this.#packing(this.pose, this.face) : null;
  }

  figures(): Figures {
    return { numbers: {}, remarks: [] };
  }

  dispose(): void {}

  /** A recording is in the room's metres, whatever size bodies are drawn in. */
  #show({ track, moment, pose: recorded, retarget }: ReadTrack, seconds: number): void {
    sampleTrack(track, seconds, moment);
    recorded.rootPosition.set(moment.values.root);
    recorded.localRotations.set(moment.values.joints);
    updateWorldPose(retarget.from, recorded);
    retargetPose(retarget, recorded, this.pose);
    // Legs of another length are another height, and nothing but that: people stand where they stood.
    for (const axis of [0, 2]) {
      const hips = recorded.worldPositions[retarget.fromHips * 3 + axis] / this.scale;
      this.pose.rootPosition[axis] += hips - this.pose.worldPositions[retarget.toHips * 3 + axis];
    }
    updateWorldPose(this.skeleton, this.pose);
  }
}

function readTrack(track: Track, skeleton: Skeleton): ReadTrack {
  const from = skeletonOfTrack(track);
  return { track, moment: createMoment(track), pose: createPose(from), retarget: buildRetarget(from, skeleton) };
}
