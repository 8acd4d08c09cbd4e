import { InputError } from '@leib/core';
import { createDTrackFrame, parseDTrack, type UpAxis } from '@leib/feeds';
import { createTimeline, lastFrameAt, stepTimeline } from '@leib/tracking';
import { type BodyFrame, copyBodyFrame, createBodyFrame } from './bodyFrame.js';
import type { BodyMap } from './bodyMap.js';
import type { BodySource } from './bodySource.js';
import { type BodyWarnings, createBodyWarnings } from './bodyWarnings.js';
import { readDTrackBodies } from './feedBodies.js';

/** A log of DTrack packets, frame by frame. */
export interface DTrackLog {
  readonly names: readonly string[];
  /** Times from 0 on. */
  readonly frames: readonly BodyFrame[];
  readonly warnings: BodyWarnings;
}

/** Rate of logs whose packets carry no time. */
const USUAL_HZ = 60;

/**
 * Reads what a DTrack controller sent, written to a file as it came: packets of lines, each beginning with its frame
 * number ("fr 1234"). Throws InputError where there is no packet with a body of the map.
 */
export function readDTrackLog(text: string, map: BodyMap, up: UpAxis): DTrackLog {
  const warnings = createBodyWarnings();
  const packets = text.split(/^(?=fr )/m).filter((packet) => packet.startsWith('fr '));
  const packet = createDTrackFrame();
  const encoder = new TextEncoder();
  const frames: BodyFrame[] = [];
  let first = Number.NaN;
  for (const [index, lines] of packets.entries()) {
    if (!parseDTrack(encoder.encode(lines), packet)) continue;
    const frame = createBodyFrame(map.names);
    const before = frames.at(-1);
    // A lost body stays where it was seen last.
    if (before) frame.poses.set(before.poses);
    readDTrackBodies(map, packet, up, frame, warnings);
    const given = Number.isNaN(packet.epochSeconds) ? packet.timeOfDaySeconds : packet.epochSeconds;
    if (Number.isNaN(first)) first = given;
    const seconds = Number.isNaN(given) ? index / USUAL_HZ : given - first;
    frame.timeSeconds = Math.max(seconds, before?.timeSeconds ?? 0);
    frames.push(frame);
  }
  if (!frames.some(({ quality }) => quality.some((grade) => grade > 0))) {
    const ids = [...map.bodyOfId.keys()].join(', ');
    throw new InputError('DTrack log', `expected packets with bodies ${ids}, got none; are the body ids others?`);
  }
  return { names: map.names, frames, warnings };
}

/** Plays a log in a loop, frame by frame as it was measured. */
export function createLoggedBodySource({ names, frames }: DTrackLog, label: string): BodySource {
  const times = Float64Array.from(frames, ({ timeSeconds }) => timeSeconds);
  const timeline = createTimeline(times[times.length - 1]);
  return {
    label,
    names,
    timeline,
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      copyBodyFrame(out, frames[Math.max(0, lastFrameAt(times, frames.length, timeline.timeSeconds))]);
    },
    dispose() {},
  };
}
