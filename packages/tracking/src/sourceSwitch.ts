import { smoothStep } from '@leib/core';
import { copyDeviceFrame, createDeviceFrame, type DeviceFrame } from './deviceFrame.js';
import { addPoseGap, measurePoseGap } from './poseGap.js';
import { isUsablePose } from './poseSlice.js';
import type { Timeline } from './timeline.js';
import { POSE_SIZE, quality, trackedPoints } from './trackedParts.js';
import type { TrackedSource } from './trackedSource.js';
import { createTrackerOffsets, removeOffsets, type TrackerOffsets } from './trackerOffsets.js';

export interface SourceSwitchOptions {
  /** How long a hand-over takes. */
  readonly fadeSeconds?: number;
}

/** A source that is another one at a time. Its poses are joint poses already (identity offsets). */
export interface SourceSwitch extends TrackedSource {
  /** The source played now. */
  readonly current: TrackedSource;
  /** Hands over to another source; the old one is returned, not disposed of: it may be wanted again. */
  switchTo(source: TrackedSource): TrackedSource;
}

class CrossfadeSwitch implements SourceSwitch {
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  current: TrackedSource;
  readonly #fadeSeconds: number;
  readonly #shown: DeviceFrame = createDeviceFrame();
  readonly #gaps = new Float64Array(trackedPoints.length * POSE_SIZE);
  /** Points that were shown before the hand-over: only they can jump. */
  readonly #hasGap = new Uint8Array(trackedPoints.length);
  #sinceSwitchSeconds = Number.POSITIVE_INFINITY;
  #isNew = false;

  constructor(source: TrackedSource, { fadeSeconds = 0.3 }: SourceSwitchOptions) {
    this.current = source;
    this.#fadeSeconds = fadeSeconds;
  }

  get label(): string {
    return this.current.label;
  }

  get timeline(): Timeline | null {
    return this.current.timeline;
  }

  switchTo(source: TrackedSource): TrackedSource {
    const old = this.current;
    if (source === old) return old;
    this.current = source;
    this.#isNew = true;
    return old;
  }

  step(dtSeconds: number, out: DeviceFrame): void {
    const shown = this.#shown;
    this.current.step(dtSeconds, out);
    for (let point = 0; point < trackedPoints.length; point++) {
      if (!isUsablePose(out.devicePoses, point * POSE_SIZE)) out.quality[point] = quality.lost;
    }
    removeOffsets(out.devicePoses, this.current.offsets, out.devicePoses);
    if (this.#isNew) this.#measureGaps(out);
    const amount = 1 - smoothStep(this.#sinceSwitchSeconds / this.#fadeSeconds);
    this.#sinceSwitchSeconds += dtSeconds;
    for (let point = 0; point < trackedPoints.length; point++) {
      const at = point * POSE_SIZE;
      if (out.quality[point] === quality.lost) {
        for (let k = 0; k < POSE_SIZE; k++) out.devicePoses[at + k] = shown.devicePoses[at + k];
      } else if (amount > 0 && this.#hasGap[point] === 1) {
        addPoseGap(out.devicePoses, this.#gaps, at, amount);
      }
    }
    copyDeviceFrame(shown, out);
  }

  dispose(): void {
    this.current.dispose();
  }

  /** The old source need not run on: what differs at the moment of the hand-over is all that has to fade. */
  #measureGaps(out: DeviceFrame): void {
    for (let point = 0; point < trackedPoints.length; point++) {
      const isShared = out.quality[point] !== quality.lost && this.#shown.quality[point] !== quality.lost;
      this.#hasGap[point] = isShared ? 1 : 0;
      if (isShared) measurePoseGap(this.#gaps, this.#shown.devicePoses, out.devicePoses, point * POSE_SIZE);
    }
    this.#sinceSwitchSeconds = 0;
    this.#isNew = false;
  }
}

/**
 * One source to the outside, replaced live inside: the poses crossfade, so that the body never jumps. Finger joints
 * are handed on as they are: they count relative to their wrist, and the body eases its fingers itself.
 */
export function createSourceSwitch(source: TrackedSource, options: SourceSwitchOptions = {}): SourceSwitch {
  return new CrossfadeSwitch(source, options);
}
