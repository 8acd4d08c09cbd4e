import { requireDecoded } from '@leib/core';
import { parseWalls } from '@leib/net';
import { fingerprintOf, serveUntilStopped } from '@leib/server';
import { type CommandRun, UsageError } from './command.js';
import type { serveOptions } from './commands/serve.js';
import { readBridgeOptions } from './feeds/readFeedOptions.js';
import { readInput } from './files.js';
import { chooseCertificate, describeReach } from './serveHttps.js';

export const runServe: CommandRun<typeof serveOptions> = async (_operands, options, output) => {
  const port = readPort(options.port ?? (process.env.PORT || undefined));
  const bridge = readBridgeOptions(options);
  const walls = options.walls === undefined ? null : await readWalls(options.walls);
  const certificate = await chooseCertificate(options);
  const isOwnCertificate = options.cert !== undefined;
  await serveUntilStopped({
    ...(certificate !== null && { certificate }),
    ...(port !== undefined && { port }),
    host: options.host ?? '127.0.0.1',
    ...(options.studio !== undefined && { studioDir: options.studio }),
    bridge,
    ...(options['allow-origin'] !== undefined && { allowedOrigins: [options['allow-origin']] }),
    ...(walls !== null && { displays: { walls } }),
    onListening(server) {
      output.print(`Leib is at ${server.url} (Ctrl-C stops it)`);
      const fingerprint = certificate === null || isOwnCertificate ? null : fingerprintOf(certificate);
      const { networkUrls } = server;
      for (const line of describeReach({ networkUrls, isHttps: certificate !== null, fingerprint })) output.print(line);
      if (walls !== null) output.print(`displays: ${walls.walls.length} walls, see ${server.url}displays`);
      for (const { protocol, address, port, problem } of server.bridge.feeds) {
        if (problem !== null) output.note(problem);
        else output.print(`${protocol}: listening on UDP ${address}:${port}`);
      }
    },
  });
};

async function readWalls(path: string) {
  return requireDecoded(parseWalls(new TextDecoder().decode(await readInput(path))), path);
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError('--port', `expected a whole number from 0 to 65535, got "${text}"`);
}
