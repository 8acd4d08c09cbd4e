import { createRequire } from 'node:module';

// The server's own: what lab/ has beside it is of another time, and comes with other tools.
const require = createRequire(new URL('../../../apps/server/package.json', import.meta.url));
export const { WebSocket, WebSocketServer } = require('ws') as typeof import('ws');
