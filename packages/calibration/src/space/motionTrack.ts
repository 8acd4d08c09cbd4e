import { copyPoseSlice, isUsablePose, mixPose, POSE_SIZE } from '@leib/tracking';

/** The latest poses of a device with their times, oldest first. Allocated once. */
export interface MotionTrack {
  /** Seconds on its feed's clock, rising. capacity. */
  readonly times: Float64Array;
  /** capacity x 7. */
  readonly poses: Float64Array;
  count: number;
}

export function createMotionTrack(capacity: number): MotionTrack {
  return { times: new Float64Array(capacity), poses: new Float64Array(capacity * POSE_SIZE), count: 0 };
}

/** Adds a pose; ignores one that is unusable or not later than the last. A full track drops its older half. */
export function appendMotion(track: MotionTrack, timeSeconds: number, poses: Float64Array, at = 0): void {
  const { times } = track;
  if (!isUsablePose(poses, at) || !(track.count === 0 || timeSeconds > times[track.count - 1])) return;
  if (track.count === times.length) {
    const kept = track.count >> 1;
    times.copyWithin(0, track.count - kept, track.count);
    track.poses.copyWithin(0, (track.count - kept) * POSE_SIZE, track.count * POSE_SIZE);
    track.count = kept;
  }
  times[track.count] = timeSeconds;
  copyPoseSlice(track.poses, track.count * POSE_SIZE, poses, at);
  track.count++;
}

export function clearMotion(track: MotionTrack): void {
  track.count = 0;
}

/** Longest time between two poses that is interpolated, seconds. */
const LONGEST_GAP = 0.15;

/** The interpolated pose at a time; false outside the track and in its gaps. */
export function sampleMotion(track: MotionTrack, timeSeconds: number, out: Float64Array, outAt = 0): boolean {
  const { times, poses, count } = track;
  if (count < 2 || !(timeSeconds >= times[0] && timeSeconds <= times[count - 1])) return false;
  let low = 0;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= timeSeconds) low = middle;
    else high = middle;
  }
  const length = times[high] - times[low];
  if (length > LONGEST_GAP) return false;
  copyPoseSlice(out, outAt, poses, low * POSE_SIZE);
  mixPose(out, outAt, poses, high * POSE_SIZE, (timeSeconds - times[low]) / length);
  return true;
}
