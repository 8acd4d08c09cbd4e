import { type Recording, recordingSpan, trackOfMotion } from '@leib/core';
import { readGltfMotion, readRecording, writeRecording } from '@leib/formats';
import type { KeptTakes } from './keptTakes.js';
import { freeName, type KeptTake, nameOfTake, type TakeKind } from './take.js';

export { readRecording };

/** A recording with the body that an earlier version kept beside it. */
export async function motionFromVrma(recording: Recording, bytes: Uint8Array): Promise<Recording> {
  const { motion } = await readGltfMotion(bytes);
  return { ...recording, tracks: [...recording.tracks, trackOfMotion(motion)] };
}

/** What a take is of, by its tracks. */
export function kindOfRecording({ tracks }: Pick<Recording, 'tracks'>): TakeKind {
  const has = (wanted: string) => tracks.some(({ kind }) => kind === wanted);
  // Rigid bodies beside a body are what it was solved from.
  return has('parts')
    ? 'puppet'
    : has('pose') && !has('joints')
      ? 'body'
      : has('devices') || has('bodies')
        ? 'person'
        : 'body';
}

/** Name of the puppet that was played; empty where none was. */
function puppetOf({ tracks }: Pick<Recording, 'tracks'>): string {
  const { puppet } = tracks.find(({ kind }) => kind === 'parts')?.about ?? {};
  return typeof puppet === 'string' ? puppet : '';
}

/** What is said about a take that is made of a recording. */
export interface AboutTake extends Partial<Pick<KeptTake, 'id' | 'avatar' | 'headHeight' | 'range'>> {
  readonly name: string;
  readonly room: string;
}

/** Adds a recording to the list: read from a file, combined, or played; its clock begins at 0. */
export async function addRecording(kept: KeptTakes, recording: Recording, about: AboutTake): Promise<KeptTake> {
  const bytes = await writeRecording({ ...recording, versions: { leib: __LEIB_VERSION__, ...recording.versions } });
  return addBytes(kept, bytes, recording, about);
}

/** The same where it is a file already. */
export async function addBytes(
  kept: KeptTakes,
  bytes: Uint8Array<ArrayBuffer>,
  recording: Recording,
  { id = crypto.randomUUID(), avatar = puppetOf(recording), headHeight = null, name, ...about }: AboutTake,
): Promise<KeptTake> {
  const [, seconds] = recordingSpan(recording);
  const kind = kindOfRecording(recording);
  const listed = kept.takes.filter((take) => take.kind === kind && take.avatar === avatar);
  const take: KeptTake = {
    id,
    file: id,
    name: freeName(listed, name),
    kind,
    avatar,
    headHeight,
    recordedAtMs: Date.now(),
    seconds,
    range: [0, seconds],
    byteCount: bytes.length,
    ...about,
  };
  kept.add(take, bytes);
  return take;
}

/** A take with another recording, as one step of the history. */
export async function replaceRecording(
  kept: KeptTakes,
  take: KeptTake,
  recording: Recording,
  label: string,
): Promise<void> {
  const bytes = await writeRecording({ ...recording, versions: { leib: __LEIB_VERSION__ } });
  const [, seconds] = recordingSpan(recording);
  const file = crypto.randomUUID();
  kept.replace({ ...take, file, seconds, range: [0, seconds], byteCount: bytes.length }, { label }, bytes);
}

/** A page was closed while it recorded: what it had kept becomes a take. */
export async function recoverTake(kept: KeptTakes, id: string): Promise<KeptTake> {
  const bytes = await kept.joinPieces(id);
  const { recording } = await readRecording(bytes);
  const name = nameOfTake(kept.takes, 'recovered', new Date());
  const take = await addBytes(kept, bytes, recording, { id, name, room: 'recovered' });
  await kept.removePieces(id);
  return take;
}
