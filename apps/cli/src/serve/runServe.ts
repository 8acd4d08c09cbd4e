import { fileURLToPath } from 'node:url';
import { serveUntilStopped } from '@leib/server';
import { type CommandRun, UsageError } from '../command.js';
import type { serveOptions } from '../commands/serve.js';
import { readBridgeOptions } from '../feeds/readFeedOptions.js';

export const runServe: CommandRun<typeof serveOptions> = async (_operands, options, output) => {
  const port = readPort(options.port ?? (process.env.PORT || undefined));
  const bridge = readBridgeOptions(options);
  await serveUntilStopped({
    ...(port !== undefined && { port }),
    host: options.host ?? '127.0.0.1',
    studioDir: options.studio ?? fileURLToPath(new URL('../../../studio/dist', import.meta.url)),
    bridge,
    onListening(server) {
      output.print(`Leib is at ${server.url} (Ctrl-C stops it)`);
      for (const { protocol, address, port, problem } of server.bridge.feeds) {
        if (problem !== null) output.note(problem);
        else output.print(`${protocol}: listening on UDP ${address}:${port}`);
      }
    },
  });
};

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`"${text}" is no port: it must be a whole number from 0 to 65535.`);
}
