// Serving the studio
export { type ServeOptions, serveUntilStopped } from './serveUntilStopped.js';
export { PortTakenError, type RunningServer, type ServerOptions, startServer } from './startServer.js';
