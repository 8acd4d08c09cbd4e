// Serving the studio, with everything below on the same port

export { PortTakenError, type RunningServer, type ServerOptions, startServer } from './startServer.js';
export { serveUntilStopped } from './serveUntilStopped.js';

// Certificates of https

export {
  type Certificate,
  checkCertificate,
  fingerprintOf,
  type KeepOptions,
  keepCertificate,
} from './https/certificate.js';
export { networkAddresses } from './https/networkAddresses.js';

// Tracker feeds from UDP to pages

export type { BridgeOptions } from './bridge/feedsChannel.js';
export { type FeedSpec, openUdpFeed, type UdpFeed } from './bridge/udpFeed.js';
export { parseEndpoint } from './bridge/endpoint.js';
