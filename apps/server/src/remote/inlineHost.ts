import { loadMujoco } from '@leib/reembody';
import type { WorldHost } from './worldHost.js';
import { type WorldEvents, WorldRoom } from './worldRoom.js';

/** A world in this thread: for tests and tools that run from sources, where there is no built script for a thread. */
export function createInlineHost(events: WorldEvents, isSteppedByFrames: boolean): WorldHost {
  let room: WorldRoom | null = null;
  let isDisposed = false;
  const loading = loadMujoco().then((mujoco) => {
    if (!isDisposed) room = new WorldRoom(mujoco, events, isSteppedByFrames);
  });
  const withRoom = (work: (opened: WorldRoom) => void): void => {
    if (room) work(room);
    else void loading.then(() => room && work(room));
  };
  return {
    hear: (client, bytes, receivedMs) => withRoom((opened) => opened.hear(client, bytes, receivedMs)),
    leave: (client) => withRoom((opened) => opened.leave(client)),
    dispose() {
      isDisposed = true;
      room?.dispose();
      room = null;
    },
  };
}
