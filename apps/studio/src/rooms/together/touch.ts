import type { ActorDoc, ActorId, ActorKind } from '@leib/stage';
import type { World } from '../../world/world.js';

/** One's own body as forces move it, on the stage. */
export const TOUCHED: ActorId = 'touched';
/** Bodies of one world, one's own included. */
const MOST_BODIES = 8;

/**
 * One's own body in a simulated world, and the others beside it, each following who is tracked: where bodies meet they push each other.
 * Who comes later than the seventh of them is not in it. They stand behind those whom they follow.
 */
export function touchActors(others: readonly ActorId[]): Readonly<Record<ActorId, ActorDoc>> {
  const body = (of: ActorId, shape: ActorDoc['body'], settings: ActorDoc['settings']): ActorDoc => ({
    ...{ kind: 'simulated', profile: null, source: { kind: 'pose', of } },
    ...{ body: shape, settings },
  });
  const copies = others.slice(0, MOST_BODIES - 1).map((id): [ActorId, ActorDoc] => {
    return [`${TOUCHED} ${id}`, body(id, { kind: 'copy', of: TOUCHED }, {})];
  });
  const mine = body('me', { kind: 'default' }, { place: { kind: 'worker' } });
  return { [TOUCHED]: mine, ...Object.fromEntries(copies) };
}

/** Their kind; the engine is loaded when the first one comes. */
export function createTouchKind(world: World): ActorKind {
  let opened: Promise<ActorKind> | null = null;
  const open = async (): Promise<ActorKind> => {
    const [{ createSimulatedKind }, { skinnedSurfaceOf }, { openPlace }] = await Promise.all([
      import('@leib/reembody'),
      import('@leib/three/reembody'),
      import('../reembody/simulation/openPlace.js'),
    ]);
    return createSimulatedKind({
      body: () => {
        const { body } = world;
        if (!body) throw new Error('expected an avatar that is worn');
        const { skeleton } = body.avatar;
        return { skeleton, skin: skinnedSurfaceOf(body.avatar), isSameRig: false };
      },
      place: (ref) => openPlace(ref, world.clock),
      hold: () => world.clock.hold(),
    });
  };
  return {
    async create(doc, id) {
      const release = world.clock.hold();
      try {
        opened ??= open();
        return (await opened).create(doc, id);
      } finally {
        release();
      }
    },
  };
}
