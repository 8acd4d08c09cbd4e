import type { ReembodyValues } from '../settings/reembodyShape.js';

type Where = Pick<ReembodyValues, 'where' | 'sharedRoom'>;

/** Where the world is simulated, as the document has it: in this page, or on the server, where others may join in a world that has a name. */
export type PlaceRef = { readonly kind: 'worker' } | { readonly kind: 'server'; readonly world: string | null };

export function placeOf({ where, sharedRoom }: Where): PlaceRef {
  return where === 'worker' ? { kind: where } : { kind: where, world: sharedRoom > 0 ? `room-${sharedRoom}` : null };
}

/** Bodies of the page besides the person's; in a shared room the others are the other people. */
export function otherCountOf({ where, sharedRoom, others }: Where & Pick<ReembodyValues, 'others'>): number {
  return where === 'server' && sharedRoom > 0 ? 0 : others;
}
