import { type Motion, motionDuration } from '@leib/core';
import {
  bytesAccess,
  motionFromJoints,
  openSession,
  readGltfMotion,
  readSession,
  type SessionRecording,
  writeSession,
} from '@leib/formats';
import { trimMotion } from '@leib/mocap';
import type { BodyTake, TakeFiles } from './take.js';

/** Times are written with seven digits. */
const SLACK = 1e-6;

/** What was recorded, as it was trimmed. */
export async function readTakeSession(take: BodyTake, { session }: TakeFiles): Promise<SessionRecording> {
  const file = await openSession(bytesAccess(session));
  const from = take.range[0] - SLACK;
  const recording = await file.read(from, take.range[1] + SLACK);
  if (from <= file.startSeconds) return recording;
  // What was set before the part that is left still holds in it.
  const before = (await file.read(file.startSeconds, from)).settings.at(-1);
  const isNamed = recording.settings.some(({ timeSeconds }) => timeSeconds <= take.range[0]);
  if (!before || isNamed) return recording;
  return { ...recording, settings: [{ ...before, timeSeconds: take.range[0] }, ...recording.settings] };
}

/** Length of a recording that was not finished, seconds. */
export async function secondsOfSession(session: Uint8Array): Promise<number> {
  const { tracking, joints } = await readSession(session);
  const times = tracking?.times ?? joints?.times;
  return times && times.length > 0 ? times[times.length - 1] : 0;
}

/** The recording as one MCAP file: bit by bit where it is whole, else what trimming has left. */
export async function writeTakeSession(take: BodyTake, files: TakeFiles): Promise<Uint8Array<ArrayBuffer>> {
  const [from, to] = take.range;
  if (from === 0 && to === take.seconds) return files.session;
  return new Uint8Array(await writeSession(await readTakeSession(take, files)));
}

/**
 * The body as it moved when it was recorded: all joints of its avatar. Only the 22 joints of leib-joints/1 where the page
 * was closed while it recorded, or the avatar was changed.
 */
export async function readTakeMotion(take: BodyTake, files: TakeFiles): Promise<Motion> {
  if (files.body) {
    const { motion } = await readGltfMotion(files.body);
    const end = Math.min(take.range[1], motionDuration(motion));
    return { ...trimMotion(motion, Math.min(take.range[0], end), end), name: take.name };
  }
  const { joints } = await readTakeSession(take, files);
  if (!joints) throw new Error(`${take.name}: expected joints in it, got none; export it as MCAP.`);
  return motionFromJoints(joints, take.name);
}
