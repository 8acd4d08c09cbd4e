import type { Combination } from '@leib/mocap';
import { fileNameOf } from './takeFiles.js';

/** Parts of the body that a second take can lend: names of bodyGroups, without those that lead the way. */
export const lentGroups = [
  { id: 'legs', label: 'Legs' },
  { id: 'trunk', label: 'Trunk' },
  { id: 'head', label: 'Head' },
  { id: 'leftArm', label: 'Left arm' },
  { id: 'rightArm', label: 'Right arm' },
] as const;

export type LentGroup = (typeof lentGroups)[number]['id'];

/** What the visitor has chosen in the form: the second take over the first, or after it. */
export interface CombineDraft {
  readonly first: string;
  readonly second: string;
  readonly way: 'over' | 'after';
  readonly groups: readonly LentGroup[];
  /** When the second take begins in the first, seconds; of a take that comes after: where it begins in itself. */
  readonly at: number;
  /** Seconds for a seam. */
  readonly blend: number;
  /** The time is found by comparing movements of these groups; null: as given. */
  readonly alignBy: readonly LentGroup[] | null;
}

/** Seconds to both sides of the given time in which an alignment is looked for. */
const WITHIN = 3;

/** Hands go along with their arms. */
function withHands(groups: readonly LentGroup[]): string[] {
  return groups.flatMap((group) =>
    group === 'leftArm' ? [group, 'leftHand'] : group === 'rightArm' ? [group, 'rightHand'] : [group],
  );
}

/** The draft as what combineTakes() takes. */
export function combinationOf({ first, second, way, groups, at, blend, alignBy }: CombineDraft): Combination {
  const align = alignBy ? { groups: withHands(alignBy), within: WITHIN } : undefined;
  const takes = Object.fromEntries([first, second].map((name) => [name, { file: fileNameOf(name, 'bvh') }]));
  const base = { take: first, blend: 0, place: 'continue' } as const;
  if (way === 'after') {
    return {
      name: `${first} then ${second}`,
      takes,
      groups: {},
      pieces: [base, { take: second, from: Math.max(0, at), blend, place: 'continue', align }],
      layers: [],
    };
  }
  return {
    name: `${first} with ${second}`,
    takes,
    groups: {},
    pieces: [base],
    layers: [{ take: second, groups: withHands(groups), at, blend, orientation: 'joint', align }],
  };
}
