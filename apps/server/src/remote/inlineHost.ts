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
  return {
    async receive(client, bytes, receivedMs) {
      if (room === null) await loading;
      return room?.receive(client, bytes, receivedMs) ?? 0;
    },
    async leave(client) {
      if (room === null) await loading;
      const begunMs = performance.now();
      room?.leave(client);
      return performance.now() - begunMs;
    },
    async dispose() {
      isDisposed = true;
      room?.dispose();
      room = null;
    },
  };
}
