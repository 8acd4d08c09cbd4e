import type { DisplayStatus } from '@leib/net';
import { serverIsGone } from '../../ui/serverWords.js';

/** What goes on with the simulation, in a sentence. @param isConnected null before the first answer */
export function simulationLine(
  isConnected: boolean | null,
  status: Pick<DisplayStatus, 'hasSimulation'> | null,
): string {
  if (isConnected === null) return 'Connecting to the server …';
  if (!isConnected) return serverIsGone;
  if (status === null) return 'Connected.';
  if (status.hasSimulation) return 'A simulation is running.';
  return 'No simulation yet: switch on “Send to displays” in the studio’s room Mocap, or run leib mocap play.';
}
