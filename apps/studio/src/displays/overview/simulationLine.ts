import type { DisplayStatus } from '@leib/net';
import { serverIsGone } from '../../ui/explainError.js';

/** Without a frame for so long a simulation does not count as running. */
const SILENT_SECONDS = 2;

/** What goes on with the simulation, in a sentence. @param isConnected null before the first answer */
export function simulationLine(
  isConnected: boolean | null,
  status: Pick<DisplayStatus, 'hasSimulation' | 'silentSeconds'> | null,
): string {
  if (isConnected === null) return 'Connecting to the server …';
  if (!isConnected) return serverIsGone;
  if (status === null) return 'Connected.';
  const seconds = Math.floor(status.silentSeconds ?? 0);
  if (seconds >= SILENT_SECONDS) {
    return `A simulation is connected, but no frame has come for ${seconds} s: is its tab hidden, or is it paused?`;
  }
  if (status.hasSimulation) return 'A simulation is running.';
  return 'No simulation yet: switch on “Send to displays” in the studio’s room Mocap, or run leib mocap play.';
}
