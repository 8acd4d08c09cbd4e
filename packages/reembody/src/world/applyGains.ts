import { writeDamping } from '../control/writeDamping.js';
import type { RemoteWorld } from './remoteWorld.js';

/** Takes over changed gains of a running body: call it after writing to `kp` or `kd` of its state. */
export function applyGains(world: RemoteWorld, index: number): void {
  writeDamping(world.bodies[index], world.addresses[index], world.views.damping);
}
