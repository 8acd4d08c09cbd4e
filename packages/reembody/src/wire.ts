// For servers: the messages of a remote body (packages/net/SPEC.md)

export { mixTarget } from './session/mixTarget.js';
export { encodeBuilt } from './wire/built.js';
export { decodeOpening, encodeOpening, type RemoteOpening } from './wire/opening.js';
export {
  decodeCount,
  decodeNumbers,
  decodeSettings,
  encodeNumbers,
  encodeSettings,
  NUMBERS_AT,
  remoteLimits,
} from './wire/remoteMessage.js';
