import { loadMujoco } from '@leib/reembody/mujoco';
import type { WorldEvents, WorldHost } from './worldHost.js';
import { WorldRoom, type WorldRoomOptions } from './worldRoom.js';

/** A world in this thread: for tests and tools that run from sources, where there is no built script for a thread. */
export function createInlineHost(events: WorldEvents, options: WorldRoomOptions): WorldHost {
  let room: WorldRoom | null = null;
  let isDisposed = false;
  const loading = loadMujoco().then((mujoco) => {
    if (!isDisposed) room = new WorldRoom(mujoco, events, options);
  });
  const withRoom = (work: (opened: WorldRoom) => void): void => {
    if (room) work(room);
    else void loading.then(() => room && work(room));
  };
  return {
    receive: (client, bytes, receivedMs) => withRoom((opened) => opened.receive(client, bytes, receivedMs)),
    leave: (client) => withRoom((opened) => opened.leave(client)),
    dispose() {
      isDisposed = true;
      room?.dispose();
      room = null;
    },
  };
}
