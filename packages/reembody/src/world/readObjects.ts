import type { RemoteWorld } from './remoteWorld.js';

/** Places of the room's objects after the frame's last substep. */
export function updateObjects(world: RemoteWorld): void {
  if (world.objects.length === 0) return;
  const { qpos } = world.views;
  for (let i = 0; i < world.objects.length; i++) {
    const state = world.objects[i];
    const { coordinate: q, place, object } = state;
    if (q < 0) continue;
    if (object.kind === 'door') {
      state.opening = qpos[q];
      place[4] = Math.sin(qpos[q] / 2);
      place[6] = Math.cos(qpos[q] / 2);
    } else if (object.kind === 'button') {
      state.opening = -qpos[q];
      for (let k = 0; k < 3; k++) place[k] = object.position[k] + object.outward[k] * qpos[q];
    } else {
      for (let k = 0; k < 3; k++) {
        place[k] = qpos[q + k];
        place[3 + k] = qpos[q + 4 + k];
      }
      place[6] = qpos[q + 3];
    }
  }
}
