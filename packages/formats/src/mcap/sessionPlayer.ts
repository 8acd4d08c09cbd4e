import { createTimeline, seekTimeline, stepTimeline, type Timeline } from '@leib/core';
import { createDeviceFrame, type DeviceFrame, sampleRecording } from '@leib/tracking';
import { createJointsFrame, type JointsFrame, sampleJoints } from '../recording/jointsRecording.js';
import type { SessionRecording } from './sessionRecording.js';

/** A session being played: the timeline is the play head; speed, loop and pause are its fields. */
export interface SessionPlayer {
  readonly session: SessionRecording;
  readonly timeline: Timeline;
  /** What was tracked at the play head. Written by step and seek. */
  readonly frame: DeviceFrame;
  /** The recorded body at the play head. Written by step and seek. */
  readonly joints: JointsFrame;
  /** The settings in force at the play head; null before the first. Written by step and seek. */
  settings: unknown;
}

export function createSessionPlayer(session: SessionRecording): SessionPlayer {
  const player: SessionPlayer = {
    session,
    timeline: createTimeline(session.endSeconds - session.startSeconds),
    frame: createDeviceFrame(),
    joints: createJointsFrame(),
    settings: null,
  };
  updateSessionPlayer(player);
  return player;
}

/** Moves on by dt * speed. Allocates nothing. */
export function stepSessionPlayer(player: SessionPlayer, dtSeconds: number): void {
  stepTimeline(player.timeline, dtSeconds);
  updateSessionPlayer(player);
}

/** Jumps to a time since the session's start. What is there does not depend on the way there. */
export function seekSessionPlayer(player: SessionPlayer, timeSeconds: number): void {
  seekTimeline(player.timeline, timeSeconds);
  updateSessionPlayer(player);
}

/** Reads everything anew at the play head: for callers that wrote to the timeline themselves. */
export function updateSessionPlayer(player: SessionPlayer): void {
  const { session, timeline, frame, joints } = player;
  const clock = session.startSeconds + timeline.timeSeconds;
  if (session.tracking) sampleRecording(session.tracking, clock - session.tracking.times[0], frame);
  if (session.joints) sampleJoints(session.joints, clock, joints);
  player.settings = null;
  for (const entry of session.settings) {
    if (entry.timeSeconds > clock) break;
    player.settings = entry.settings;
  }
}
