// For servers: the messages of a remote body (docs/reembody.md, "On the server")

export {
  createMessage,
  decodeNumbers,
  encodeNumbers,
  REMOTE_HEADER_SIZE,
  REMOTE_PATH,
  readHeader,
  remoteKind,
  roomNamePattern,
} from './wire/remoteMessage.js';
export { remoteLimits } from './wire/remoteLimits.js';

// From a client

export { mixTarget } from './session/mixTarget.js';
export { decodeOpening, encodeOpening, type RemoteOpening } from './wire/opening.js';
export { decodeCount, decodeSettings, encodeSettings } from './wire/requests.js';

// To a client

export { encodeBuilt } from './wire/built.js';
export { decodeFailure, encodeFailure } from './wire/requests.js';
