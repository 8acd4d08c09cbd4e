import { InputError } from '@leib/core';
import { createCapturedKind, createViewerKind } from '@leib/mocap';
import type { ActorKind } from '@leib/stage';
import { MocapController } from './mocapController.js';

export { MocapController };

export interface MocapKinds {
  readonly captured: ActorKind;
  readonly viewer: ActorKind;
}

/** Actors of the room's document refer to what its controller has. @param open the room that is open now */
export function createMocapKinds(open: () => MocapController): MocapKinds {
  return {
    captured: {
      create: (doc, id) => createCapturedKind(open().sources).create(doc, id),
    },
    viewer: createViewerKind({
      devices(ref) {
        const { heads } = open().walls;
        if (heads) return heads.open(ref);
        throw new InputError('source', 'expected walls that are sent to, got none');
      },
    }),
  };
}
