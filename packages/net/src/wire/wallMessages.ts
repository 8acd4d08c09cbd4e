import { accept, type Decoded, refuse } from '@leib/core';
import * as v from 'valibot';
import { createMessage, decodeJsonMessage, encodeJson, HEADER_SIZE, roomKind } from '../room/message.js';
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

/** A frame's number and a time, milliseconds: what ready, shown, show and silent carry. */
export interface StepMessage {
  readonly frame: number;
  /** ready: how long preparing took; silent: how long no frame has come; shown and show: 0. */
  readonly milliseconds: number;
}

type StepKind = (typeof roomKind)['ready' | 'shown' | 'show' | 'silent'];

export function encodeStep(kind: StepKind, frame: number, milliseconds = 0): Uint8Array<ArrayBuffer> {
  const message = createMessage(kind, 8);
  const view = new DataView(message.buffer);
  view.setUint32(HEADER_SIZE, frame, true);
  view.setFloat32(HEADER_SIZE + 4, milliseconds, true);
  return message;
}

export function decodeStep(bytes: Uint8Array): Decoded<StepMessage> {
  if (bytes.length !== HEADER_SIZE + 8) {
    return refuse('step', `expected ${HEADER_SIZE + 8} bytes, got ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const milliseconds = view.getFloat32(HEADER_SIZE + 4, true);
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    return refuse('step, milliseconds', `expected 0 or more, got ${milliseconds}`);
  }
  return accept({ frame: view.getUint32(HEADER_SIZE, true), milliseconds });
}
