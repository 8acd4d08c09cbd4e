// For servers: the messages of a remote body (packages/net/SPEC.md)

export { decodeNumbers, encodeNumbers, NUMBERS_AT } from './wire/remoteMessage.js';
export { remoteLimits } from './wire/remoteLimits.js';

// From a client

export { mixTarget } from './session/mixTarget.js';
export { decodeOpening, encodeOpening, type RemoteOpening } from './wire/opening.js';
export { decodeCount, decodeSettings, encodeSettings } from './wire/requests.js';

// To a client

export { encodeBuilt } from './wire/built.js';
