import { embodyRoom } from './embody/embodyRoom.js';
import { mirrorRoom } from './mirrorRoom.js';
import type { Room } from './room.js';

/** The rooms that exist, in the order of the navigation. A new system adds its room here. */
export const rooms: readonly Room[] = [mirrorRoom, embodyRoom];

/** The room that an address (#/id) names; the first for any other address. */
export function roomOfHash(hash: string): Room {
  const id = hash.replace(/^#\/?/, '');
  return rooms.find((room) => room.id === id) ?? rooms[0];
}
