import type { Decoded } from '@leib/core';
import * as v from 'valibot';
import { decodeJsonMessage, encodeJson, roomKind } from '../room/message.js';
import { parseWalls, type WallsFile } from '../walls/wallsFile.js';

const textSchema = v.object({ text: v.string() });

/** A wall file, both ways: the server announces the one in use, a watcher sends another. */
export function encodeWalls(walls: WallsFile | string): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.walls, { text: typeof walls === 'string' ? walls : JSON.stringify(walls) });
}

export function decodeWalls(bytes: Uint8Array): Decoded<WallsFile> {
  const decoded = decodeJsonMessage(bytes, textSchema, 'walls');
  return decoded.ok ? parseWalls(decoded.value.text) : decoded;
}

/** missing: no page has opened it; silent: its page does not answer. */
const wallStates = ['missing', 'silent', 'joining', 'inStep', 'late'] as const;

const statusSchema = v.object({
  /** Last frame that walls were told to show. */
  frame: v.number(),
  hasSimulation: v.boolean(),
  /** Frames of the simulation in the last second, and bytes of the last one. */
  framesPerSecond: v.number(),
  /** How long a simulation that is connected has sent no frame, seconds; null where none is. */
  silentSeconds: v.nullable(v.number()),
  frameBytes: v.number(),
  agentCount: v.number(),
  /** Frames that were replaced by a newer one before walls were ready for them, and frames that were refused. */
  skippedFrames: v.number(),
  refusedFrames: v.number(),
  /** Why the last one was refused; empty where none was. */
  lastRefusal: v.string(),
  walls: v.array(
    v.object({
      name: v.string(),
      state: v.picklist(wallStates),
      /** Frame that its page says it shows. */
      frame: v.number(),
      /** From sending a frame until its page was ready, and of that the time for drawing; milliseconds. */
      readyMs: v.number(),
      prepareMs: v.number(),
      /** From the frame's arrival at the server until its page said that it shows it, milliseconds. */
      shownMs: v.number(),
      missedFrames: v.number(),
    }),
  ),
});
export type DisplayStatus = v.InferOutput<typeof statusSchema>;
export type WallStatus = DisplayStatus['walls'][number];

/** What watchers are told several times a second. */
export function encodeStatus(status: DisplayStatus): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.status, status);
}

export function decodeStatus(bytes: Uint8Array): Decoded<DisplayStatus> {
  return decodeJsonMessage(bytes, statusSchema, 'status');
}
