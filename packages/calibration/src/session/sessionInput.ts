import {
  applyTrackerOffsets,
  copyPoseSlice,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedFrame,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';

/** A tracked thing with an id of its own: a feed's device is one. */
export interface SeenDevice {
  readonly id: string;
  /** World pose. 7 numbers; the last known one where it is lost. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  readonly quality: number;
  /** The point it is, where its protocol says so (controllers are hands); null or absent where nobody knows. */
  readonly suggestedPoint?: TrackedPoint | null;
  /** What it is, where its protocol says so: a controller is held in a known way, a bone is the joint itself. */
  readonly kind?: string;
  /** The feed that tracks it: devices of one feed are tracked in one space. */
  readonly feed?: string;
}

/** A tracked space besides that of the head, and what is seen in it, as it sees it. */
export interface ApartSpace {
  /** Of the feed. */
  readonly name: string;
  readonly devices: readonly SeenDevice[];
}

/** Several tracked spaces: where the head is, and what else there is. */
export interface SeenSpaces {
  readonly reference: string;
  /** The head's own among them. */
  readonly devices: readonly SeenDevice[];
  readonly headId: string | null;
  readonly others: readonly ApartSpace[];
}

/** What calibration looks at in one frame. */
export interface SessionInput {
  /** Pose of the head JOINT, world space (after the headset's own offset). 7 numbers. */
  readonly headWorld: Float64Array;
  readonly isHeadTracked: boolean;
  /** Height of the eyes where a headset knows it, world space. Rigs differ in where they put the head joint; eyes do not. */
  readonly eyesY?: number | null;
  readonly floorY: number;
  /** All in the space of the head: those of other spaces as their alignment brings them there. */
  readonly devices: readonly SeenDevice[];
  /** The same before they were brought together; absent where there is one space only. */
  readonly spaces?: SeenSpaces | null;
}

/**
 * Devices -> joints: puts each where its role says and takes off how it is strapped on. The frame is then what Embody
 * wants, for any subset of points. Allocates nothing.
 */
export function writeJointFrame(
  input: SessionInput,
  roles: Readonly<Record<string, TrackedPoint | null>>,
  offsets: TrackerOffsets,
  out: TrackedFrame,
): void {
  loseEverything(out);
  for (let i = 0; i < input.devices.length; i++) {
    const device = input.devices[i];
    const role = roles[device.id] ?? null;
    if (role === null || role === 'head') continue;
    const point = pointNumber[role];
    copyPoseSlice(out.poses, point * POSE_SIZE, device.pose, 0);
    out.quality[point] = device.quality;
  }
  applyTrackerOffsets(out, offsets);
  // The head comes as a joint already.
  copyPoseSlice(out.poses, pointNumber.head * POSE_SIZE, input.headWorld, 0);
  out.quality[pointNumber.head] = input.isHeadTracked ? quality.tracked : quality.lost;
}
