// Serving the studio

// Tracker feeds over UDP
export { type Endpoint, parseEndpoint } from './bridge/endpoint.js';
export { type Bridge, type BridgeOptions, startBridge } from './bridge/startBridge.js';
export { type FeedSpec, openUdpFeed, type UdpFeed } from './bridge/udpFeed.js';
// Remote bodies over a WebSocket
export { type RemoteOptions, type RemoteService, startRemote } from './remote/startRemote.js';
export { type ServeOptions, serveUntilStopped } from './serveUntilStopped.js';
export { PortTakenError, type RunningServer, type ServerOptions, startServer } from './startServer.js';
