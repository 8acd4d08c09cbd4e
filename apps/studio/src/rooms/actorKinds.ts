import { InputError } from '@leib/core';
import { createPersonKind } from '@leib/embody';
import type { ActorKind, ActorKinds } from '@leib/stage';
import type { World } from '../world/world.js';
import type { MocapKinds } from './mocap/mocapKinds.js';

/** Who can be on the studio's stage. Kinds that the first page does not need are loaded when the first actor of them comes. */
export function actorKinds(world: World): ActorKinds {
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
  return { person: createPersonKind(world.personRefs), captured: ofMocap('captured'), viewer: ofMocap('viewer') };
}
