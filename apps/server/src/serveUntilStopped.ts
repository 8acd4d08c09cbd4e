import { InputError } from '@leib/core';
import { keepYoungHeap } from './common/youngHeap.js';
import { PortTakenError, type RunningServer, type ServerOptions, startServer } from './startServer.js';

export interface ServeOptions extends Omit<ServerOptions, 'port'> {
  /** Exactly this port; absent: 8080, or the next free one after it. */
  readonly port?: number;
  /** Called once it listens. */
  readonly onListening: (server: RunningServer) => void;
}

const FIRST_PORT = 8080;
const LAST_PORT = 8179;

/** Serves the studio until the process is asked to stop (Ctrl-C, SIGTERM, the terminal goes away). */
export async function serveUntilStopped({ port, onListening, ...options }: ServeOptions): Promise<void> {
  const stopped = untilStopSignal();
  const server =
    port === undefined
      ? await startOnFreePort(options, FIRST_PORT, LAST_PORT)
      : await startServer({ ...options, port });
  keepYoungHeap();
  onListening(server);
  await stopped;
  await server.close();
}

/** Tries ports in turn: asking first whether one is free would be a race. */
export async function startOnFreePort(
  options: Omit<ServerOptions, 'port'>,
  firstPort: number,
  lastPort: number,
): Promise<RunningServer> {
  for (let port = firstPort; port <= lastPort; port++) {
    try {
      return await startServer({ ...options, port });
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
  throw new InputError(
    'port',
    `expected a free one from ${firstPort} to ${lastPort}; choose another with PORT=... or --port`,
  );
}

/** Later signals are ignored: npm and a terminal may each send one. */
function untilStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
