import { ownValue, refusalOf } from '@leib/core';
import { type MocapOffsets, offsetsText, parseOffsets } from '@leib/mocap';

/** The JSON of a file of offsets (leib-offsets/1): one step of the room's history. */
export interface OffsetsFile {
  readonly format: 'leib-offsets/1';
  readonly bodies: Readonly<Record<string, OffsetsOfBody>>;
}

interface OffsetsOfBody {
  readonly restRotation: readonly number[];
  /** By the joint's name: its place in the body's frame, metres. */
  readonly joints: Readonly<Record<string, readonly number[]>>;
  readonly bone?: string;
}

/** Reason why a value cannot be offsets; null where it can. */
export function checkOffsetsFile(value: unknown): string | null {
  return refusalOf(parseOffsets(JSON.stringify(value)));
}

/** Offsets of a stored file; null where there is none, or it cannot be read any more. */
export function offsetsOfFile(file: OffsetsFile | null): MocapOffsets | null {
  if (!file) return null;
  const decoded = parseOffsets(JSON.stringify(file));
  return decoded.ok ? decoded.value : null;
}

export function fileOfOffsets(offsets: MocapOffsets): OffsetsFile {
  return JSON.parse(offsetsText(offsets)) as OffsetsFile;
}

/** The same file with one joint elsewhere, metres in the body's frame. */
export function withJointAt(file: OffsetsFile, body: string, joint: string, at: readonly number[]): OffsetsFile {
  const known = ownValue(file.bodies, body);
  if (!known) return file;
  const rounded = at.map((value) => Math.round(value * 1e5) / 1e5);
  const moved = { ...known, joints: { ...known.joints, [joint]: rounded } };
  return { ...file, bodies: { ...file.bodies, [body]: moved } };
}
