/** `@leib/body/build`: the file format of leib-bodies.bin, for the scripts that write it (packages/body/build). */
export {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  padToFour,
  sectionNames,
} from './shape/bodySpaceFormat.js';
export type { BodySpaceHeader, SexHeader } from './shape/bodySpaceHeader.js';
export { crc32 } from './shape/crc32.js';
