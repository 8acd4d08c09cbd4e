import { InputError, ownValue } from '@leib/core';
import { createPersonKind } from '@leib/embody';
import type { ActorKind, ActorKinds } from '@leib/stage';
import type { World } from '../world/world.js';
import type { MocapKinds } from './mocap/mocapKinds.js';

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
  const ofMocap = (kind: keyof MocapKinds) => async (): Promise<ActorKind> => {
    const release = world.clock.hold();
    try {
      const { createMocapKinds, MocapController } = await import('./mocap/mocapKinds.js');
      return createMocapKinds(() => {
        const { controller } = world.room;
        if (controller instanceof MocapController) return controller;
        throw new InputError('kind', 'expected the room Mocap, which has what it refers to');
      })[kind];
    } finally {
      release();
    }
  };
  return {
    person: createPersonKind(world.personRefs),
    captured: ofMocap('captured'),
    viewer: ofMocap('viewer'),
    ...Object.fromEntries(roomKinds.map((kind) => [kind, ofRoom])),
  };
}
