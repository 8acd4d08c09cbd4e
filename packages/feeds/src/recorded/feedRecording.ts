import type { DeviceKind, TrackedPoint } from '@leib/tracking';

/** A named part of a recording: "tPose", "joints/leftHand". */
export interface FeedChapter {
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface RecordedDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly suggestedPoint: TrackedPoint | null;
  /** Feed that it came from, where the id is that of the live device; absent: it is played as "recorded/id". */
  readonly feed?: string;
}

/** Recorded devices of a feed. Read-only after loading. */
export interface FeedRecording {
  /** Height of the floor, metres. */
  readonly floorY: number;
  readonly chapters: readonly FeedChapter[];
  readonly devices: readonly RecordedDevice[];
  readonly frameCount: number;
  /** Seconds from the first frame, never falling. */
  readonly times: Float64Array;
  /** World poses, the last known one while a device is lost. frameCount x devices x 7. */
  readonly poses: Float64Array;
  /** One of `quality`. frameCount x devices. */
  readonly quality: Uint8Array;
}
