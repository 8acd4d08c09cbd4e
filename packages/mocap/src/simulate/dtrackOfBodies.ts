import { encodeDTrackFrame } from '@leib/feeds';
import { POSE_SIZE, quality } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { BodyMap } from '../bodies/bodyMap.js';

/** Height of a room calibration of the kind "powerwall" is Y, as ours: poses are sent as they are. */
export function encodeDTrackBodies(
  { names, bodyOfId }: BodyMap,
  frame: BodyFrame,
  frameNumber: number,
): Uint8Array<ArrayBuffer> {
  const bodies = [...bodyOfId].flatMap(([id, row]) => {
    const body = frame.names.indexOf(names[row]);
    if (body < 0 || frame.quality[body] === quality.lost) return [];
    return [{ id, pose: frame.poses.slice(body * POSE_SIZE, (body + 1) * POSE_SIZE) }];
  });
  return encodeDTrackFrame({
    frameNumber,
    epochSeconds: frame.timeSeconds,
    calibratedBodyCount: bodyOfId.size,
    bodies,
  });
}
