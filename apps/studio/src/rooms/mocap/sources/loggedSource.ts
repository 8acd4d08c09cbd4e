import { defaultUpAxis } from '@leib/feeds';
import { type BodySource, createRecordedBodySource, recordingOfDTrackLog } from '@leib/mocap';
import { type BodyIds, bodyMapOf } from '../settings/bodyIds.js';

/** A DTrack log by the room's body ids; what of it could not be used is among its remarks. Throws InputError. */
export function createLoggedSource(bytes: Uint8Array, ids: BodyIds | null, label: string): BodySource {
  const { tracking, remarks } = recordingOfDTrackLog(bytes, bodyMapOf(ids), defaultUpAxis.dtrack);
  return createRecordedBodySource(tracking, label, remarks);
}
