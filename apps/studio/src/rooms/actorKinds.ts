import { InputError, ownValue } from '@leib/core';
import { createPersonKind } from '@leib/embody';
import type { ActorKind, ActorKinds } from '@leib/stage';
import type { World } from '../world/world.js';

/** Actors of these kinds are made by the room that is open: their code comes with it. */
const roomKinds = ['simulated', 'performer', 'robot'] as const;

/** Who can be on the studio's stage. */
export function actorKinds(world: World): ActorKinds {
  const ofRoom: ActorKind = {
    create(doc, id) {
      const kind = ownValue(world.room.kinds ?? {}, doc.kind);
      if (kind === undefined) throw new InputError('kind', `expected a kind of this room, got "${doc.kind}"`);
      return kind.create(doc, id);
    },
  };
  return { person: createPersonKind(world.personRefs), ...Object.fromEntries(roomKinds.map((kind) => [kind, ofRoom])) };
}
