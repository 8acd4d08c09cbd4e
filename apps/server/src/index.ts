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

// Where studies are kept

export { openStudyStore } from './study/openStudyStore.js';
export type { StudyStore } from './study/studyStore.js';
export { backupStudies, restoreStudies } from './study/studyBackup.js';
export type { StudyOptions } from './study/studyService.js';
export { Instruments } from './study/instruments/instruments.js';
export { sourceOfStudy } from './study/studySource.js';

// Voices across networks

export type { IceServers } from './people/iceServers.js';
