import {
  copyPoseSlice,
  createDeviceFrame,
  createTrackerOffsets,
  type DeviceFrame,
  loseEverything,
  POSE_SIZE,
  quality,
  type TrackedHand,
  type TrackedSource,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';

/**
 * Merges several sources, for example a headset and trackers on the body. Every point comes from the first source that
 * tracks it, with its offset: the merged source's `offsets` change with the frames. All sources must track in one space.
 * Sticks and buttons are the first source's.
 */
export function createMergedSource(sources: readonly TrackedSource[], label = 'Trackers'): TrackedSource {
  const frame = createDeviceFrame();
  const offsets = createTrackerOffsets();
  return {
    label,
    offsets,
    timeline: null,
    step(dtSeconds, out) {
      loseEverything(out);
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        source.step(dtSeconds, frame);
        addPoints(out, offsets, frame, source.offsets);
        if (i > 0) continue;
        out.timeSeconds = frame.timeSeconds;
        Object.assign(out.leftController, frame.leftController);
        Object.assign(out.rightController, frame.rightController);
      }
    },
    dispose() {
      for (const source of sources) source.dispose();
    },
  };
}

function addPoints(out: DeviceFrame, outOffsets: TrackerOffsets, from: DeviceFrame, offsets: TrackerOffsets): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    if (out.quality[point] !== quality.lost || from.quality[point] === quality.lost) continue;
    const at = point * POSE_SIZE;
    copyPoseSlice(out.devicePoses, at, from.devicePoses, at);
    copyPoseSlice(outOffsets, at, offsets, at);
    out.quality[point] = from.quality[point];
  }
  addHand(out.leftHandJoints, from.leftHandJoints);
  addHand(out.rightHandJoints, from.rightHandJoints);
}

function addHand(out: TrackedHand, from: TrackedHand): void {
  if (out.quality !== quality.lost || from.quality === quality.lost) return;
  out.poses.set(from.poses);
  out.quality = from.quality;
}
