import { HELD_BODY, inputAt } from '@leib/reembody';
import type { CollidersView } from '@leib/three';
import type { BuiltBody } from '../simulation/remoteSimulation.js';
import type { OthersView } from './othersView.js';

/**
 * The person's own shapes, with a pick that finds everybody's: parts of the others are counted on after the person's, body
 * by body, so that whoever pushes a part need not know whose it is. aimAtOwner() takes such a number apart again.
 */
export function withOthersShapes(
  own: CollidersView,
  others: OthersView,
  built: () => BuiltBody | null | undefined,
): CollidersView {
  return {
    ...own,
    pick(ray) {
      const mine = own.pick(ray);
      const theirs = others.pick(ray);
      const world = built();
      if (theirs === null || !world || (mine !== null && mine.distance < theirs.distance)) return mine;
      let part = world.body.parts.length + theirs.part;
      for (let i = 0; i < theirs.other; i++) part += world.others[i].body.parts.length;
      return { part, point: theirs.point, distance: theirs.distance };
    },
  };
}

/** Says whose part is pushed, where the number of the pushed part is counted through all bodies. */
export function aimAtOwner(input: Float64Array, { body, others }: BuiltBody): void {
  if (input[inputAt.heldKind] !== HELD_BODY) return;
  let part = input[inputAt.heldNumber] - body.parts.length;
  for (let i = 0; i < others.length && part >= 0; i++) {
    const count = others[i].body.parts.length;
    if (part < count) {
      input[inputAt.heldKind] = HELD_BODY + 1 + i;
      input[inputAt.heldNumber] = part;
    }
    part -= count;
  }
}
