/** `@leib/body/build`: the file formats of leib-bodies.bin and leib-parts.bin, for the scripts that write them (packages/body/build). */

export { type BodyPart, type BodyParts, boxOf, boxVertices, OFFSET_STEP } from './dress/bodyParts.js';
export {
  type BodyPartsHeader,
  PARTS_MAGIC,
  PARTS_PREFIX,
  PARTS_VERSION,
  partArrays,
} from './dress/bodyPartsFile.js';
export { buildClothPlan, spanCloth } from './dress/clothSurface.js';
export {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  padToFour,
  sectionNames,
} from './shape/bodySpaceFormat.js';
export type { BodySpaceHeader, SexHeader } from './shape/bodySpaceHeader.js';
