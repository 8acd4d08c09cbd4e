import type { VisitorStorage } from '../../files/visitorStorage.js';

/** Ids of rooms kept in the browser: whose tour was seen, whose introduction was closed. */
export interface RoomMarks {
  has(roomId: string): boolean;
  set(roomId: string, isMarked: boolean): void;
}

export function createRoomMarks(storage: VisitorStorage, key: string): RoomMarks {
  const read = () => new Set((storage.getItem(key) ?? '').split(' ').filter((id) => id !== ''));
  return {
    has: (roomId) => read().has(roomId),
    set(roomId, isMarked) {
      const marked = read();
      if (isMarked) marked.add(roomId);
      else marked.delete(roomId);
      storage.setItem(key, [...marked].join(' '));
    },
  };
}
