import type { Combination } from '@leib/mocap';
import { fileNameOfTake } from '../../../files/takes/take.js';

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
  /** When the second take begins in the first, seconds; of a take that comes after: how much of its begin is left out. */
  readonly at: number;
  /** Seconds for a seam. */
  readonly blend: number;
  /** The time is found by comparing movements of these groups; null: as given. */
  readonly alignBy: readonly LentGroup[] | null;
}

/** Lengths of the two takes, seconds. */
export interface TakeSeconds {
  readonly first: number;
  readonly second: number;
}

/** What the time of a draft means, and the range that it can have, seconds. */
export function timeOfDraft(way: CombineDraft['way'], { first, second }: TakeSeconds) {
  return way === 'after'
    ? {
        label: 'Leaves out',
        help: 'Seconds at the begin of the second take that are left out before it follows; by hand, or by Align',
        min: 0,
        max: floorTo(second),
      }
    : {
        label: 'Begins at',
        help: 'When the second take begins in the first, seconds: below zero its begin is left out; by hand, or by Align',
        min: -floorTo(second),
        max: floorTo(first),
      };
}

/** Reason why two takes cannot be put together so, with the range of the number that is wrong; null where they can. */
export function refuseDraft({ way, at, blend }: CombineDraft, seconds: TakeSeconds): string | null {
  const { label, min, max } = timeOfDraft(way, seconds);
  if (!(at >= min && at <= max)) return `${label}: expected ${min} to ${max} s, got ${at}.`;
  const longest = floorTo(Math.min(seconds.first, seconds.second - (way === 'after' ? at : 0)));
  if (!(blend >= 0 && blend <= longest)) return `Seam: expected 0 to ${longest} s, got ${blend}.`;
  return null;
}

/** To hundredths, as it is shown. */
function floorTo(seconds: number): number {
  return Math.floor(seconds * 100) / 100;
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
  const takes = Object.fromEntries([first, second].map((name) => [name, { file: fileNameOfTake({ name }, 'bvh') }]));
  const base = { take: first, blend: 0, place: 'continue' } as const;
  if (way === 'after') {
    return {
      name: `${first} then ${second}`,
      takes,
      groups: {},
      pieces: [base, { take: second, from: at, blend, place: 'continue', align }],
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
