import { type HumanoidBone, humanoidBones } from '@leib/core';
import { type BvhMotionOptions, bvhUnits, type UpAxis, upAxes } from '@leib/formats';
import { UsageError } from '../command.js';

/** What a user says about a file that does not say it itself; what is absent is found. */
export interface ReadAs {
  readonly up?: UpAxis;
  /** Metres per unit of a BVH file. */
  readonly scale?: number;
  readonly rest?: NonNullable<BvhMotionOptions['rest']>;
  readonly bones?: NonNullable<BvhMotionOptions['bones']>;
}

/** The options that say how a file is to be read, as they stand in the call. */
export interface ReadAsWords {
  readonly up: string | undefined;
  readonly unit: string | undefined;
  readonly rest: string | undefined;
  readonly bones: string | undefined;
}

export function readAsOptions({ up, unit, rest, bones }: ReadAsWords): ReadAs {
  return {
    ...(up !== undefined && { up: axisOf(up) }),
    ...(unit !== undefined && { scale: metresOf(unit) }),
    ...(rest !== undefined && { rest: restOf(rest) }),
    ...(bones !== undefined && { bones: bonesOf(bones) }),
  };
}

function axisOf(text: string): UpAxis {
  const word = text.toLowerCase().replace(/^\+/, '');
  const axis = upAxes.find((known) => known === word);
  if (axis) return axis;
  throw new UsageError('--up', `expected one of ${upAxes.join(', ')}, got "${text}"`);
}

function metresOf(text: string): number {
  const known = bvhUnits.find(({ short, name }) => short === text || name === text);
  const metres = known?.scale ?? (text.trim() === '' ? Number.NaN : Number(text));
  if (metres > 0 && metres < Infinity) return metres;
  const names = bvhUnits.map(({ short }) => short).join(', ');
  throw new UsageError('--unit', `expected one of ${names}, or metres above zero, got "${text}"`);
}

function restOf(text: string): NonNullable<ReadAs['rest']> {
  if (text === 'offsets' || text === 'frames') return text;
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError('--rest', `expected offsets, frames or the number of a frame, got "${text}"`);
}

/** "head=Neck1,leftToes=" names the head's joint and says that there are no toes. */
function bonesOf(text: string): NonNullable<ReadAs['bones']> {
  return Object.fromEntries(
    text.split(',').map((pair): [HumanoidBone, string | null] => {
      const [name, joint, ...more] = pair.split('=');
      const bone = humanoidBones.find((known) => known === name.trim());
      if (bone && joint !== undefined && more.length === 0) return [bone, joint.trim() || null];
      throw new UsageError('--bones', `expected bone=joint,..., with bones of VRM 1.0, got "${pair}"`);
    }),
  );
}

const words = { up: '--up', scale: '--unit', rest: '--rest', bones: '--bones' } as const;

/** Refuses what has no meaning for a kind of file. */
export function checkReadAs(readAs: ReadAs, from: string, path: string): void {
  for (const name of Object.keys(readAs) as (keyof ReadAs)[]) {
    if (from === 'BVH' || (from === 'C3D' && name === 'up')) continue;
    const wanted = name === 'up' ? 'a BVH or C3D file' : 'a BVH file';
    throw new UsageError(words[name], `expected ${wanted}, got ${from} in ${path}, which says it itself; leave it out`);
  }
}
