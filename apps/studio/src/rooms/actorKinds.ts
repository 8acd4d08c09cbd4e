import { createPersonKind } from '@leib/embody';
import type { ActorKinds } from '@leib/stage';
import type { World } from '../world/world.js';

/** Who can be on the studio's stage. Kinds that the first page does not need are loaded when the first actor of them comes. */
export function actorKinds(world: World): ActorKinds {
  return { person: createPersonKind(world.personRefs) };
}
