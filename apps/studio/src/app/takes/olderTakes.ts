import { decodeJson, recordingOf, trackOfMotion } from '@leib/core';
import { readGltfMotion } from '@leib/formats';
import { parseTake } from '@leib/puppet';
import { nullable, number, object, string } from 'valibot';
import type { KeptFiles } from '../../files/keptFiles.js';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import { addRecording } from '../../files/takes/readTake.js';
import { recordingOfEntry } from '../../rooms/puppet/takes/takeEntry.js';

/** Databases in which earlier versions kept the takes of single rooms. */
export interface OlderTakes {
  /** VRM animations by the names of the takes. */
  readonly mocap: KeptFiles;
  /** Each a line that says what follows, the take's lines, its sound. */
  readonly puppet: KeptFiles;
}

const headSchema = object({
  puppet: string(),
  takeBytes: number(),
  sound: nullable(object({ name: string(), type: string(), startSeconds: number() })),
});

/** Moves takes of earlier versions into the one list; what cannot be read stays where it is. */
export async function adoptOlderTakes(kept: KeptTakes, { mocap, puppet }: OlderTakes): Promise<void> {
  for (const { name, bytes } of await mocap.list()) {
    const { motion } = await readGltfMotion(bytes);
    await addRecording(kept, recordingOf([trackOfMotion({ ...motion, name })]), { name, room: 'Mocap' });
    await mocap.remove(name);
  }
  for (const { name, bytes } of await puppet.list()) {
    const text = new TextDecoder();
    const headEnd = bytes.indexOf(10);
    const head = decodeJson(text.decode(bytes.subarray(0, headEnd)), headSchema);
    if (!head.ok) continue;
    const takeEnd = headEnd + 1 + head.value.takeBytes;
    const take = parseTake(text.decode(bytes.subarray(headEnd + 1, takeEnd)));
    if (!take.ok) continue;
    const sound = head.value.sound && { ...head.value.sound, bytes: bytes.slice(takeEnd) };
    const about = { name: take.value.name, room: 'Puppet', avatar: head.value.puppet };
    await addRecording(kept, recordingOfEntry(take.value, sound, about.avatar), about);
    await puppet.remove(name);
  }
}
