import { copyPoseSlice, POSE_SIZE } from '@leib/tracking';

/** Poses of a tracker, gathered while its joint is turned. Allocated once. */
export interface PoseSamples {
  /** capacity x 7. */
  readonly poses: Float64Array;
  count: number;
  /** Only every so many poses are kept; doubles whenever the buffer is full. */
  stride: number;
  /** Poses offered since the last one that was kept. */
  skipped: number;
}

export function createPoseSamples(capacity: number): PoseSamples {
  return { poses: new Float64Array(capacity * POSE_SIZE), count: 0, stride: 1, skipped: 0 };
}

export function clearPoseSamples(samples: PoseSamples): void {
  samples.count = 0;
  samples.stride = 1;
  samples.skipped = 0;
}

/**
 * Keeps a pose. A full buffer drops every second one and doubles the stride, so the samples always cover the whole
 * movement evenly.
 */
export function appendPoseSample(samples: PoseSamples, poses: Float64Array, at: number): void {
  samples.skipped++;
  if (samples.skipped < samples.stride) return;
  samples.skipped = 0;
  if (samples.count * POSE_SIZE === samples.poses.length) thin(samples);
  copyPoseSlice(samples.poses, samples.count * POSE_SIZE, poses, at);
  samples.count++;
}

function thin(samples: PoseSamples): void {
  const kept = samples.count >> 1;
  for (let i = 0; i < kept; i++) copyPoseSlice(samples.poses, i * POSE_SIZE, samples.poses, i * 2 * POSE_SIZE);
  samples.count = kept;
  samples.stride *= 2;
}
