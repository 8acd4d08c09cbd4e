import { type BuiltBody, inputAt, PUSH_BODY } from '@leib/reembody';
import type { CollidersView } from '@leib/three/reembody';
import { boneLabel } from '../settings/boneLabel.js';
import type { OthersView } from './othersView.js';

/**
 * The person's own shapes, with a pick over all bodies: parts of others are numbered after the person's, body by body.
 * aimAtOwner() splits such a number into body and part.
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

/** The name of a part, by its number through all bodies. */
export function partName(built: BuiltBody | null, part: number): string {
  const bodies = built ? [built.body, ...built.others.map(({ body }) => body)] : [];
  let left = part;
  for (const { parts } of bodies) {
    if (left < parts.length) return boneLabel(parts[left].bone);
    left -= parts.length;
  }
  return 'Body';
}

/** Whether a part, by its number through all bodies, belongs to one arm of the person's own body. */
export function isArmOf(built: BuiltBody | null, part: number, side: 'left' | 'right'): boolean {
  const bone = built?.body.parts[part]?.bone ?? '';
  return bone.startsWith(side) && !/Leg|Foot|Toes|Eye/.test(bone);
}

/** Writes body and part of a pushed part whose number counts through all bodies. */
export function aimAtOwner(input: Float64Array, { body, others }: BuiltBody): void {
  if (input[inputAt.pushKind] !== PUSH_BODY) return;
  let part = input[inputAt.pushNumber] - body.parts.length;
  for (let i = 0; i < others.length && part >= 0; i++) {
    const count = others[i].body.parts.length;
    if (part < count) {
      input[inputAt.pushKind] = PUSH_BODY + 1 + i;
      input[inputAt.pushNumber] = part;
    }
    part -= count;
  }
}
