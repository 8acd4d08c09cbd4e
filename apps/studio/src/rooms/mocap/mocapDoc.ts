import { personDoc } from '@leib/embody';
import type { ActorDoc, JsonObject, SourceRef } from '@leib/stage';
import type { RoomDoc } from '../../world/roomScene.js';
import { ME } from '../../world/world.js';
import { type HeadRef, headName, type MocapSettings } from './mocapShape.js';

/** Whose bodies are solved, or whose take is played. */
export const PERFORMER = 'performer';

/** What the room's actors refer to, besides its settings: other numbers are other sources and bodies. */
export interface MocapRefs {
  readonly source: number;
  readonly body: number;
  /** How the bodies sit on the performer; null while that is not known, and where nothing is solved. */
  readonly offsets: object | null;
  /** Empty while no walls are sent to. */
  readonly heads: readonly HeadRef[];
}

const nothing: MocapRefs = { source: 0, body: 0, offsets: null, heads: [] };

/** Who is on the room's stage: the performer in the chosen character's body, and whoever looks at walls. */
export function mocapDoc(values: MocapSettings, refs: MocapRefs = nothing): RoomDoc {
  const { method, smoothingMs, predictMs, swaps, transfer, skeleton } = values;
  const performer: ActorDoc = {
    kind: 'captured',
    source: { kind: 'room', number: refs.source },
    body: { kind: 'character', number: refs.body },
    profile: refs.offsets && { kind: 'offsets', file: refs.offsets as JsonObject },
    settings: { method, smoothingMs, predictMs, swaps, transfer, skeleton: skeleton as JsonObject | null },
  };
  const heads = refs.heads.map((head, place): [string, ActorDoc] => [headName(place), viewerDoc(head)]);
  const you = refs.heads.includes('you') ? { [ME]: personDoc({ solver: 'none' }) } : {};
  return { actors: { ...you, [PERFORMER]: performer, ...Object.fromEntries(heads) } };
}

function viewerDoc(head: HeadRef): ActorDoc {
  const source: SourceRef = head === 'performer' || head === 'you' ? { kind: head } : { kind: 'device', id: head };
  return { kind: 'viewer', source, body: { kind: 'default' }, profile: null, settings: {} };
}
