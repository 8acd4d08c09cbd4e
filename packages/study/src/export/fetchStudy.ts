import { InputError, requireDecoded } from '@leib/core';
import * as v from 'valibot';
import type { PersonEvents } from '../analysis/studyTable.js';
import { decodeStudyEvent, type StudyEvent } from '../studyEvent.js';
import { joinMotion } from '../uplink/motionSink.js';
import type { StudySource } from './exportStudy.js';

/** A study on a server, and the word of one who runs it. */
export interface StudyAddress {
  /** Of the server, with a closing slash. */
  readonly server: string;
  readonly study: string;
  /** Of an operator; empty on an open server. */
  readonly token: string;
}

const participants = v.object({
  participants: v.array(v.object({ participant: v.string(), number: v.number(), site: v.string() })),
});
const recordings = v.object({ recordings: v.array(v.object({ participant: v.string(), stream: v.string() })) });
const chunks = v.object({ chunks: v.array(v.object({ stream: v.string(), number: v.number() })) });

/** All that a server keeps of a study, for a report or an export in a page. Throws InputError with what the server says. */
export async function fetchStudy(address: StudyAddress, fetching = fetch): Promise<StudySource> {
  const { study } = address;
  const get = async (path: string): Promise<Response> => {
    const url = new URL(`api/study/${study}/${path}`, address.server);
    if (address.token !== '') url.searchParams.set('token', address.token);
    const response = await fetching(url.href);
    if (!response.ok) throw new InputError(path, (await response.text()) || `the server says ${response.status}`);
    return response;
  };
  const json = async <S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await get(path)).json());
  const protocol = await get('protocol').then(
    (response) => response.text(),
    () => null,
  );
  const byPerson = eventsByPerson(await (await get('events')).text());
  const { participants: list } = await json('participants', participants);
  const people = list.map((person): PersonEvents => ({ ...person, events: byPerson.get(person.participant) ?? [] }));
  const motion = new Map<string, Set<string>>();
  for (const { participant, stream } of (await json('recordings', recordings)).recordings)
    motion.set(participant, (motion.get(participant) ?? new Set()).add(stream));
  return {
    ...{ study, protocols: protocol === null ? [] : [protocol], people, motion },
    async readMotion(participant, stream) {
      const own = (await json(`motion/${participant}`, chunks)).chunks.filter((chunk) => chunk.stream === stream);
      const pieces = own.map(async ({ number }) => {
        const response = await get(`motion/${participant}/${stream}/${number}`);
        return new Uint8Array(await response.arrayBuffer());
      });
      return joinMotion(await Promise.all(pieces));
    },
  };
}

function eventsByPerson(lines: string): ReadonlyMap<string, StudyEvent[]> {
  const found = new Map<string, StudyEvent[]>();
  for (const [i, line] of lines.split('\n').entries()) {
    if (line === '') continue;
    const event = requireDecoded(decodeStudyEvent(JSON.parse(line)), `line ${i + 1}`);
    const known = found.get(event.participant);
    if (known) known.push(event);
    else found.set(event.participant, [event]);
  }
  return found;
}
