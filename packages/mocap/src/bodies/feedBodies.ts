import { type DTrackFrame, describeDTrackFaults, turnUpright, type UpAxis } from '@leib/feeds';
import { copyPoseSlice, type FeedDevice, POSE_SIZE, quality } from '@leib/tracking';
import { type BodyFrame, type BodyWarnings, warn } from './bodyFrame.js';
import type { BodyMap } from './bodyMap.js';

/**
 * The bodies of one DTrack packet. Ids that the map does not have are passed over. Bodies with one id, or with NaN, count as
 * lost, with a sentence.
 */
export function readDTrackBodies(
  map: BodyMap,
  packet: DTrackFrame,
  up: UpAxis,
  out: BodyFrame,
  warnings: BodyWarnings,
): void {
  out.quality.fill(quality.lost);
  if (!Number.isNaN(packet.epochSeconds)) out.timeSeconds = packet.epochSeconds;
  for (const fault of describeDTrackFaults(packet)) warn(warnings, fault);
  const { items, count } = packet.bodies;
  for (let i = 0; i < count; i++) {
    const { id, isTracked, pose } = items[i];
    const body = map.bodyOfId.get(id);
    if (body === undefined || !isTracked) continue;
    copyPoseSlice(out.poses, body * POSE_SIZE, pose, 0);
    turnUpright(out.poses.subarray(body * POSE_SIZE, (body + 1) * POSE_SIZE), up);
    out.quality[body] = quality.tracked;
  }
}

/** `body/3` at the end of a device's id is body 3 of a DTrack system. */
const bodyKey = /(?:^|\/)body\/(\d{1,4})$/;

/** Index of the map's body that a device of a feed is, or -1: by its DTrack number, else by its name. */
export function bodyOfDevice(map: BodyMap, { id, name }: Pick<FeedDevice, 'id' | 'name'>): number {
  const key = bodyKey.exec(id);
  return key === null ? map.names.indexOf(name) : (map.bodyOfId.get(Number(key[1])) ?? -1);
}

/** The bodies of a live feed as its devices stand now; a device that is no body of the map is passed over. */
export function readFeedBodies(map: BodyMap, devices: readonly FeedDevice[], out: BodyFrame): void {
  out.quality.fill(quality.lost);
  for (const device of devices) {
    const body = bodyOfDevice(map, device);
    if (body < 0 || device.quality <= out.quality[body]) continue;
    copyPoseSlice(out.poses, body * POSE_SIZE, device.pose, 0);
    out.quality[body] = device.quality;
    out.timeSeconds = device.lastSeenMs / 1000;
  }
}
