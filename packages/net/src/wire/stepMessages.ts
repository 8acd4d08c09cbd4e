import { accept, type Decoded, refuse } from '@leib/core';
import { createMessage, HEADER_SIZE, type roomKind } from '../room/message.js';

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
