import { serveUntilStopped } from '@leib/server';

/** Script of the servers that `leib load` starts: it says its address, and ends with the one who started it. The word is where NATS is. */
process.on('disconnect', () => process.exit());
const [servers] = process.argv.slice(2);
const nats = servers === undefined ? {} : { nats: { servers } };
await serveUntilStopped({ port: 0, studioDir: null, ...nats, onListening: ({ url }) => process.send?.(url) });
process.exit();
