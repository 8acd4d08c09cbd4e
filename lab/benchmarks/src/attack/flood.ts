import type { Attack, AttackFigures } from './attack.js';
import type { TargetAddress } from './startTarget.js';

/** What a flood of a server came to; memory and the honest guest are looked at from outside. */
export type Flood = Omit<AttackFigures, 'facts'> & { readonly facts?: Readonly<Record<string, number>> };

export interface ServerAttack extends Omit<Attack, 'run'> {
  /** The honest guest shares its room with another one from the beginning: for attacks from inside of it. */
  readonly isRoomShared?: boolean;
  /** The server speaks https, with a certificate of its own. */
  readonly isHttps?: boolean;
  /** Script of the honest guest; one who plays in a simulated world unless given. */
  readonly guest?: 'honestGuest.js' | 'honestPerson.js' | 'honestStation.js';
  /** How often quiet and attacked times take turns, and memory is looked at; 3 unless given. */
  readonly rounds?: number;
  flood(target: TargetAddress, seed: number, count: number): Promise<Flood>;
}

/** The room in which honest guests play. */
export const HONEST_ROOM = 'honest';

/** What the thread of those who attack is told. */
export interface FloodRequest {
  readonly name: string;
  readonly target: TargetAddress;
  readonly seed: number;
  readonly count: number;
}
