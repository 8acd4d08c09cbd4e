#!/usr/bin/env node

import { serveUntilStopped } from '../dist/index.js';

// PORT and HOST as other servers read them. More choices (https, feeds, walls): `leib serve` of @leib/cli.
const { PORT, HOST } = process.env;
try {
  await serveUntilStopped({
    ...(PORT && { port: Number(PORT) }),
    ...(HOST && { host: HOST }),
    onListening: ({ url }) => console.log(`Leib is at ${url} (Ctrl-C stops it)`),
  });
} catch (error) {
  console.error(`leib-server: ${error.message}`);
  process.exitCode = 1;
}
