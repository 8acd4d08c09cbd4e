import { type BodySource, createRecordedBodySource, recordingOfDTrackLog } from '@leib/mocap';
import type { MocapSettings } from '../mocapShape.js';
import { bodyMapOf } from '../settings/bodyIds.js';

export type LogSettings = Pick<MocapSettings, 'bodyIds' | 'upAxis'>;

/** A DTrack log by the room's body ids and up axis; what of it could not be used is among its remarks. Throws InputError. */
export function createLoggedSource(bytes: Uint8Array, { bodyIds, upAxis }: LogSettings, label: string): BodySource {
  const { tracking, remarks } = recordingOfDTrackLog(bytes, bodyMapOf(bodyIds), upAxis);
  return createRecordedBodySource(tracking, label, remarks);
}
