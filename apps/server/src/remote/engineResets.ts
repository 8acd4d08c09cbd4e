import { inputAt, PUSH_OBJECT } from '@leib/reembody';
import type { RoomClient } from './roomClient.js';

/** A client that has made the engine reset so often leaves: each time all bodies of the world are put back into their targets. */
const MOST_RESETS = 2;
/** Where nobody pushed a reset counts less: people who come may stand in each other for a moment, without any fault of theirs. */
const UNPUSHED = 0.1;

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
    const count = (this.#counts.get(guilty.id) ?? 0) + (pushOf(guilty) > 0 ? 1 : UNPUSHED);
    this.#counts.set(guilty.id, count);
    return count < MOST_RESETS ? null : guilty;
  }

  forget(id: number): void {
    this.#counts.delete(id);
  }
}

/** Who pushes with the largest force; where nobody pushes, who has changed the world last. */
function findGuilty(clients: Iterable<RoomClient>): RoomClient | null {
  let [guilty, mostForceSq, lastChange]: [RoomClient | null, number, number] = [null, 0, -1];
  for (const client of clients) {
    const forceSq = pushOf(client);
    if (forceSq < mostForceSq || (forceSq === mostForceSq && client.changeNumber <= lastChange)) continue;
    [guilty, mostForceSq, lastChange] = [client, forceSq, client.changeNumber];
  }
  return guilty;
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
