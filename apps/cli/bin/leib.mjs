#!/usr/bin/env node

import module from 'node:module';

// What was compiled once starts a fifth sooner the next time (Node 22.8 and newer).
module.enableCompileCache?.();

// A closed pipe (leib ... | head) is not an error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Node 20 has no WebSocket of its own: the server's has the same members.
globalThis.WebSocket ??= await import('ws').then(
  (ws) => ws.WebSocket,
  () => undefined,
);

const main = await import('../dist/main.js').then(
  (built) => built.main,
  (error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || process.env.LEIB_DEBUG) throw error;
    console.error('leib is not built yet: run npm start or npm test once.');
    return () => 1;
  },
);
process.exitCode = await main(process.argv.slice(2));
