import { composePoses, createXrOffsets, type FeedDevice, invertPose, POSE_SIZE } from '@leib/tracking';

/** Feeds whose senders use Unity's axes: a headset at identity looks along +Z there, as a head joint at rest does. */
const unityFeed = /^(vmc|vrchat):/;

/** Whether a headset's pose looks along -Z at identity, as WebXR's; else it looks along +Z. */
export function looksBack({ kind, feed }: Pick<FeedDevice, 'kind' | 'feed'>): boolean {
  return kind === 'headset' && !unityFeed.test(feed);
}

const headInHeadset = new Float64Array(POSE_SIZE);
invertPose(headInHeadset, 0, createXrOffsets(), 0);

/** The head joint under a headset that looks along -Z, for an average head. */
export function writeHeadOfHeadset(out: Float64Array, at: number): void {
  composePoses(out, at, out, at, headInHeadset, 0);
}
