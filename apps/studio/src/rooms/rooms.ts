import { bodyRoom } from './body/bodyRoom.js';
import { embodyRoom } from './embody/embodyRoom.js';
import { mirrorRoom } from './mirrorRoom.js';
import { mocapRoom } from './mocap/mocapRoom.js';
import { puppetRoom } from './puppet/puppetRoom.js';
import { reembodyRoom } from './reembody/reembodyRoom.js';
import { resultsRoom } from './results/resultsRoom.js';
import type { Room } from './room.js';
import { studyRoom } from './study/studyRoom.js';
import { togetherRoom } from './together/togetherRoom.js';
import { wearRoom } from './wear/wearRoom.js';

/** The rooms that exist, in the order of the navigation. A new system adds its room here. */
export const rooms: readonly Room[] = [
  mirrorRoom,
  embodyRoom,
  bodyRoom,
  wearRoom,
  reembodyRoom,
  mocapRoom,
  puppetRoom,
  togetherRoom,
  studyRoom,
  resultsRoom,
];

/** The room that an address (#/id, or #/id?view) names; the first for any other address. */
export function roomOfHash(hash: string): Room {
  return findRoom(hash) ?? rooms[0];
}

/** Whether an address names a room. */
export function isRoomHash(hash: string): boolean {
  return findRoom(hash) !== undefined;
}

function findRoom(hash: string): Room | undefined {
  const [id] = hash.replace(/^#\/?/, '').split('?');
  return rooms.find((room) => room.id === id);
}
