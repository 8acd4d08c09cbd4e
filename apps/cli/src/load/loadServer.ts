import { startServer } from '@leib/server';

/** Script of the server that `leib load` starts: it says its address, and ends with the one who started it. */
process.on('disconnect', () => process.exit());
const { url } = await startServer({ port: 0, studioDir: null });
process.send?.(url);
