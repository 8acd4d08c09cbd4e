import type { Source, Timeline } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import type { TrackerOffsets } from '../frame/trackerOffsets.js';

/** Where DeviceFrames come from: a headset, an emulated one, a recording, a clip. */
export interface TrackedSource extends Source<DeviceFrame> {
  /** How each tracked thing sits on its joint. */
  readonly offsets: TrackerOffsets;
  readonly timeline: Timeline | null;
  /** False where no person wears what is tracked, though it is live: keys and mouse. */
  readonly isWorn?: boolean;
}
