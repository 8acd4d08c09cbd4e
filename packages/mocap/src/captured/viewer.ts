import { buildSkeleton, createPose, decodeValue, type Pose, requireDecoded, updateWorldPose } from '@leib/core';
import type { Actor, ActorDoc, ActorKind, Figures, SourceRef } from '@leib/stage';
import {
  composePoses,
  createDeviceFrame,
  createPoseTrack,
  type DeviceFrame,
  headLimits,
  isDoubted,
  judgePose,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedSource,
  verdict,
} from '@leib/tracking';
import * as v from 'valibot';

/** Somebody who looks at walls: where their eyes are, and whether that is known now. */
export interface Viewer extends Actor {
  /** Between the eyes, looking along -Z: position and rotation, world space. The last known one while it is not tracked. */
  readonly eyes: Float64Array;
  readonly isTracked: boolean;
}

/** Whether an actor is a viewer. */
export function isViewer(actor: Actor): actor is Viewer {
  return actor.kind === 'viewer';
}

const number = v.pipe(v.number(), v.finite());
const settingsSchema = v.strictObject({
  /** From what is tracked to the middle between the eyes: a tracker sits above or beside them. */
  eyes: v.optional(v.strictTuple([number, number, number, number, number, number, number]), [0, 0, 0, 0, 0, 0, 1]),
});

/** Any tracked head: of glasses in a CAVE, of a headset, of a recording. */
export function createViewerKind(open: { devices(ref: SourceRef): TrackedSource | Promise<TrackedSource> }): ActorKind {
  return {
    create(doc, id) {
      readEyes(doc);
      const source = open.devices(doc.source);
      const made = (devices: TrackedSource) => new TrackedViewer(id, doc, devices);
      return source instanceof Promise ? source.then(made) : made(source);
    },
  };
}

const skeleton = buildSkeleton([{ name: 'head', bone: 'head', offset: [0, 1.6, 0] }]);

class TrackedViewer implements Viewer {
  readonly id: string;
  readonly kind = 'viewer';
  readonly skeleton = skeleton;
  readonly pose: Pose = createPose(skeleton);
  readonly eyes = Float64Array.of(0, 1.6, 0, 0, 0, 0, 1);
  isTracked = false;
  readonly #source: TrackedSource;
  readonly #frame: DeviceFrame = createDeviceFrame();
  readonly #judged = createPoseTrack();
  #doc: ActorDoc;
  #headToEyes: Float64Array;

  constructor(id: string, doc: ActorDoc, source: TrackedSource) {
    this.id = id;
    this.#doc = doc;
    this.#headToEyes = readEyes(doc);
    this.#source = source;
  }

  step(_stage: unknown, dtSeconds: number): void {
    this.#source.step(dtSeconds, this.#frame);
    const { devicePoses, quality: grades } = this.#frame;
    const at = pointNumber.head * POSE_SIZE;
    const isSeen = grades[pointNumber.head] === quality.tracked;
    const found = judgePose(this.#judged, headLimits, isSeen ? devicePoses : null, at, dtSeconds);
    // One sample that is elsewhere, or no pose, does not turn all walls.
    this.isTracked = found !== verdict.lost && found !== verdict.absent && !isDoubted(this.#judged);
    if (!this.isTracked) return;
    composePoses(this.eyes, 0, devicePoses, at, this.#headToEyes, 0);
    this.pose.rootPosition.set(this.eyes.subarray(0, 3));
    this.pose.localRotations.set(this.eyes.subarray(3));
    updateWorldPose(skeleton, this.pose);
  }

  set(doc: ActorDoc): boolean {
    if (doc.source !== this.#doc.source) return false;
    this.#headToEyes = readEyes(doc);
    this.#doc = doc;
    return true;
  }

  /** Nobody sees a viewer. */
  pack(): null {
    return null;
  }

  figures(): Figures {
    const remarks = this.isTracked ? [] : ['The head is not tracked: walls show what was seen from its last place.'];
    return { numbers: { isTracked: Number(this.isTracked) }, remarks };
  }

  dispose(): void {
    this.#source.dispose();
  }
}

function readEyes({ settings }: ActorDoc): Float64Array {
  const decoded = requireDecoded(decodeValue({ settings }, v.object({ settings: settingsSchema })));
  return Float64Array.from(decoded.settings.eyes);
}
