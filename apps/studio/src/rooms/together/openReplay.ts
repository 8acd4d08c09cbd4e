import { isRoomRecording, RoomReplay } from '@leib/together';

/** A recording of a room of people as a room to be in; null where the file is anything else. */
export async function openReplay(file: File): Promise<RoomReplay | null> {
  if (!/\.mcap(\.gz)?$/i.test(file.name)) return null;
  const { readRecording } = await import('@leib/formats');
  const { recording } = await readRecording(new Uint8Array(await file.arrayBuffer()));
  return isRoomRecording(recording) ? new RoomReplay(recording) : null;
}
