import { fileURLToPath } from 'node:url';
import { serveUntilStopped } from '@leib/server';
import { defineCommand, UsageError } from '../command.js';
import { feedDetails, feedOptions, outputOptions, readBridgeOptions } from '../feeds/feedOptions.js';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve the studio until Ctrl-C',
  operands: [],
  options: {
    port: { type: 'string', value: 'PORT', help: 'exactly this port (also PORT=...); else 8080 or the next free one' },
    host: { type: 'string', value: 'ADDRESS', help: 'address to listen on; 0.0.0.0 opens it to the network' },
    studio: { type: 'string', value: 'FOLDER', help: 'another build of the studio' },
    ...feedOptions,
    ...outputOptions,
  },
  details: [
    'A headset on the network needs https; over a cable, "adb reverse tcp:8080 tcp:8080" makes it localhost.',
    feedDetails,
  ].join('\n'),
  async run(_operands, options, output) {
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
  },
});

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`"${text}" is no port: it must be a whole number from 0 to 65535.`);
}
