import type { Json } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { type Pointing, writePointing } from './pointing.js';

/** Between two places at which the mouse points, seconds. */
const POINT_SECONDS = 0.1;

type Told = ReturnType<SharedRoom['change']> | null;

/** What of oneself stands in the document of a room, so that it is said when it is another. */
export class ToldOfMe {
  #body = '';
  #pointed = '';
  #pointedSeconds = Number.NEGATIVE_INFINITY;

  /** Which body it is and how large, once for each. Null where nothing has to be said. */
  body(room: SharedRoom, body: Json, scale: number): Told {
    const mine = room.me ? room.doc?.actors[room.me] : undefined;
    if (!room.me || !mine || room.role === 'watcher' || room.waitingCount > 0) return null;
    const told = `${room.me} ${room.role} ${JSON.stringify(body)} ${scale}`;
    if (told === this.#body) return null;
    this.#body = told;
    const path = ['actors', room.me];
    return room.change(
      [
        { path: [...path, 'body'], value: body },
        { path: [...path, 'settings', 'scale'], value: scale },
      ],
      false,
    );
  }

  /**
   * Hands go to the others anyway, so that only which one is said, twice; a place of the mouse is said at most ten times a
   * second, where it is another.
   */
  point(room: SharedRoom, pointing: Pointing | null, seconds: number): Told {
    const value = pointing && writePointing(pointing);
    const pointed = `${room.me} ${JSON.stringify(value)}`;
    const isDue = pointing === null || seconds - this.#pointedSeconds >= POINT_SECONDS;
    if (!room.me || room.role === 'watcher' || pointed === this.#pointed || !isDue) return null;
    const path = ['actors', room.me, 'settings', 'points'];
    const isSaid = room.doc?.actors[room.me]?.settings.points !== undefined;
    this.#pointed = pointed;
    this.#pointedSeconds = seconds;
    if (value !== null) return room.change([{ path, value }], false);
    return isSaid ? room.change([{ path }], false) : null;
  }
}
