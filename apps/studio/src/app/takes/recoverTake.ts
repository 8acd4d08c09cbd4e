import { secondsOfSession } from './readTake.js';
import { type BodyTake, nameOfTake } from './take.js';
import type { TakeShelf } from './takeShelf.js';

/** A page was closed while it recorded: what it had kept becomes a take. */
export async function recoverTake(shelf: TakeShelf, id: string): Promise<BodyTake> {
  const session = await shelf.joinPieces(id);
  const seconds = await secondsOfSession(session);
  const name = nameOfTake(shelf.takes, 'recovered', new Date());
  const about = { id, name, room: 'recovered', avatar: '', headHeight: null, recordedAtMs: Date.now() };
  const take: BodyTake = { ...about, seconds, range: [0, seconds], byteCount: session.length };
  shelf.add(take, { session, body: null });
  await shelf.removePieces(id);
  return take;
}
