import { createPose, createQuat, lerp, type Motion, type Pose, quat, type Skeleton } from '@leib/core';

/** A take while it is recorded: frames at an even rate, whatever rate the poses come at. */
export interface TakeRecorder {
  readonly hz: number;
  skeleton: Skeleton;
  /** Pose of the call before. */
  readonly before: Pose;
  frameCount: number;
  /** Seconds since the last written frame. */
  elapsedSeconds: number;
  /** 3 numbers a frame, and 4 for each joint. */
  readonly rootPositions: number[];
  readonly localRotations: number[];
}

/** @param hz of the motion that comes out */
export function createTakeRecorder(skeleton: Skeleton, hz = 60): TakeRecorder {
  return {
    hz,
    skeleton,
    before: createPose(skeleton),
    frameCount: 0,
    elapsedSeconds: 0,
    rootPositions: [],
    localRotations: [],
  };
}

const from = createQuat();
const to = createQuat();

/**
 * Takes the next pose, `dtSeconds` after the one before. Frames between the two are interpolated. The skeleton may have got
 * other lengths meanwhile, with the same joints: the last one is that of the whole take.
 */
export function appendTake(recorder: TakeRecorder, skeleton: Skeleton, pose: Pose, dtSeconds: number): void {
  const { hz, before } = recorder;
  recorder.skeleton = skeleton;
  if (recorder.frameCount === 0) writeFrame(recorder, pose, 1);
  else {
    // From the pose before to the next frame. A hair of slack: sums of steps of a frame each are not exact.
    let nextSeconds = 1 / hz - recorder.elapsedSeconds;
    for (; nextSeconds <= dtSeconds + 1e-9; nextSeconds += 1 / hz) writeFrame(recorder, pose, nextSeconds / dtSeconds);
    recorder.elapsedSeconds = dtSeconds + 1 / hz - nextSeconds;
  }
  before.rootPosition.set(pose.rootPosition);
  before.localRotations.set(pose.localRotations);
}

function writeFrame(recorder: TakeRecorder, pose: Pose, share: number): void {
  const { before, rootPositions, localRotations } = recorder;
  for (let k = 0; k < 3; k++) rootPositions.push(lerp(before.rootPosition[k], pose.rootPosition[k], share));
  for (let at = 0; at < pose.localRotations.length; at += 4) {
    const [a, b] = [before.localRotations, pose.localRotations];
    quat.set(from, a[at], a[at + 1], a[at + 2], a[at + 3]);
    quat.set(to, b[at], b[at + 1], b[at + 2], b[at + 3]);
    localRotations.push(...quat.slerp(to, from, to, share));
  }
  recorder.frameCount++;
}

/** What was recorded so far. */
export function finishTake({ hz, skeleton, frameCount, ...recorded }: TakeRecorder, name: string): Motion {
  return {
    name,
    skeleton,
    hz,
    frameCount,
    rootPositions: Float64Array.from(recorded.rootPositions),
    localRotations: Float64Array.from(recorded.localRotations),
  };
}
