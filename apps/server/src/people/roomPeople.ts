import { ownValue } from '@leib/core';
import { type PeopleRole, peopleRoles } from '@leib/net';
import type { ActorId, OrderedDoc, StageDoc } from '@leib/stage';

/** People in a document, the oldest first; a room may have other actors. */
export function peopleOf({ actors }: StageDoc): readonly ActorId[] {
  return Object.keys(actors).filter((id) => actors[id].kind === 'remote' && actors[id].source.kind === 'network');
}

/** What somebody may do; null for who is not there. */
export function roleOf({ actors }: StageDoc, actor: ActorId): PeopleRole | null {
  const settings = ownValue(actors, actor)?.settings;
  if (settings === undefined) return null;
  // Anything else that a host has put there allows nothing.
  return peopleRoles.find((role) => role === settings.role) ?? 'watcher';
}

/** An actor of the next version, with a number on the wire that nobody has. */
export function newPerson({ version, doc }: OrderedDoc, invited: PeopleRole | null) {
  const people = peopleOf(doc);
  const taken = new Set(people.map((id) => doc.actors[id].source.person));
  let person = (version % 65535) + 1;
  while (taken.has(person)) person = (person % 65535) + 1;
  const hasHost = people.some((id) => doc.actors[id].settings.role === 'host');
  const role = invited ?? (hasHost ? 'guest' : 'host');
  const source = { kind: 'network', person };
  return { kind: 'remote', source, settings: { name: `Person ${people.length + 1}`, role } };
}
