import { inputAt, PUSH_OBJECT } from '@leib/reembody';
import type { RoomClient } from './roomClient.js';

/** A client that has made the engine reset so often leaves: each time all bodies of the world are put back into their targets. */
const MOST_RESETS = 2;
/** What a reset counts where somebody jumped about, and where nobody did or pushed: people who come may stand in each other for a moment. */
const JUMPED = 0.5;
const UNPUSHED = 0.1;
/** Unrest of somebody who jumps again and again; a teleport has 1, who walks or waves stays below. */
const RESTLESS = 3;

/** Who has made the engine of a shared world reset, how often. */
export class EngineResets {
  #seen = 0;
  readonly #counts = new Map<number, number>();

  /** After a step: the client that has to leave, or null. @param resets of the world so far; a world that is built anew begins at 0 */
  note(resets: number, clients: Iterable<RoomClient>): RoomClient | null {
    const isReset = resets > this.#seen;
    this.#seen = resets;
    const guilty = isReset ? findGuilty(clients) : null;
    if (guilty === null) return null;
    const weight = pushOf(guilty) > 0 ? 1 : guilty.unrest > RESTLESS ? JUMPED : UNPUSHED;
    const count = (this.#counts.get(guilty.id) ?? 0) + weight;
    this.#counts.set(guilty.id, count);
    return count < MOST_RESETS ? null : guilty;
  }

  forget(id: number): void {
    this.#counts.delete(id);
  }
}

/**
 * Who pushes with the largest force; where nobody pushes, whose body jumps about most; where nobody's does, who has changed the world
 * last. null where nobody is there.
 */
export function findGuilty(clients: Iterable<RoomClient>): RoomClient | null {
  const blame = (client: RoomClient) => [
    pushOf(client),
    client.unrest > RESTLESS ? client.unrest : 0,
    client.changeNumber,
  ];
  const [guilty] = [...clients]
    .map((client) => ({ client, by: blame(client) }))
    .sort((a, b) => b.by[0] - a.by[0] || b.by[1] - a.by[1] || b.by[2] - a.by[2]);
  return guilty?.client ?? null;
}

/** Square of a client's largest force in its last frame, N²; 0 where it pushes nothing. */
function pushOf({ input, ownCount }: RoomClient): number {
  const blockLength = input.length / ownCount;
  let most = 0;
  for (let at = 0; at < input.length; at += blockLength) {
    if (!(input[at + inputAt.pushKind] >= PUSH_OBJECT)) continue;
    const force = at + inputAt.pushForce;
    const forceSq = input[force] ** 2 + input[force + 1] ** 2 + input[force + 2] ** 2;
    if (forceSq > most) most = forceSq;
  }
  return most;
}
