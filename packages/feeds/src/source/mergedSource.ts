import {
  copyPoseSlice,
  createDeviceFrame,
  createTrackerOffsets,
  type DeviceFrame,
  loseEverything,
  POSE_SIZE,
  quality,
  removeOffsets,
  type TrackedHand,
  type TrackedSource,
  trackedPoints,
} from '@leib/tracking';

/**
 * Merges several sources, for example a headset and trackers on the body. Every point comes from the first source that
 * tracks it. The merged source gives joint poses (its offsets are identity), since each source has its own offsets. All
 * sources must be in one space; createPlacedSource() moves one. Sticks and buttons are the first source's.
 */
export function createMergedSource(sources: readonly TrackedSource[], label = 'Trackers'): TrackedSource {
  const frame = createDeviceFrame();
  return {
    label,
    offsets: createTrackerOffsets(),
    timeline: null,
    step(dtSeconds, out) {
      loseEverything(out);
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        source.step(dtSeconds, frame);
        removeOffsets(frame.devicePoses, source.offsets, frame.devicePoses);
        addPoints(out, frame);
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

function addPoints(out: DeviceFrame, from: DeviceFrame): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    if (out.quality[point] !== quality.lost || from.quality[point] === quality.lost) continue;
    copyPoseSlice(out.devicePoses, point * POSE_SIZE, from.devicePoses, point * POSE_SIZE);
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
