import { serverIsGone } from '../ui/serverWords.js';
import type { BodyOutput } from './bodyOutput.js';

const names: Readonly<Record<string, string>> = { vmc: 'VMC', vrchat: 'VRChat’s OSC' };

/** Where the body goes, or what to do so that it goes somewhere. */
export function describeOutput({
  connection,
  targets,
  sentCount,
}: Pick<BodyOutput, 'connection' | 'targets' | 'sentCount'>): string {
  if (connection === 'lost') return serverIsGone;
  if (connection !== 'open') return 'Asking the server where to …';
  if (targets.length === 0) {
    return 'The server has nowhere to send to: start it with leib serve --vmc-out 127.0.0.1:39539 or --vrchat-out 127.0.0.1:9000.';
  }
  const where = targets.map(({ protocol, address, port }) => `${names[protocol] ?? protocol} to ${address}:${port}`);
  return `${where.join(', ')}: ${sentCount} frames sent.`;
}
