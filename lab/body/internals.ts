/** What these scripts reach inside of @leib/body: the file formats of leib-bodies.bin and leib-parts.bin. */

export {
  type BodyPart,
  type BodyParts,
  boxOf,
  boxVertices,
  OFFSET_STEP,
} from '../../packages/body/dist/dress/bodyParts.js';
export {
  type BodyPartsHeader,
  PARTS_MAGIC,
  PARTS_PREFIX,
  PARTS_VERSION,
  partArrays,
} from '../../packages/body/dist/dress/bodyPartsFile.js';
export { buildClothPlan, spanCloth } from '../../packages/body/dist/dress/dressBody.js';
export {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  padToFour,
  sectionNames,
} from '../../packages/body/dist/shape/bodySpaceHeader.js';
export type { BodySpaceHeader, SexHeader } from '../../packages/body/dist/shape/bodySpaceHeader.js';
