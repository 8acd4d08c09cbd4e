/**
 * The file of a body space, little-endian:
 *
 *   0  magic "LEIBBODY"       8  version u32      12  CRC-32 u32 of everything from byte 16
 *  16  header length u32     20  header, UTF-8 JSON (bodySpaceHeader.ts), padded with spaces to a multiple of four
 *      sections, one after the other, each padded with zeros to a multiple of four, in the order of sectionNames
 */
export const BODY_SPACE_MAGIC = 'LEIBBODY';
export const BODY_SPACE_VERSION = 1;
export const BODY_SPACE_PREFIX = 20;

/** Sections in file order: number type and count. V vertices, T triangles, R regressor entries. */
export const sectionNames = [
  /** u16, T x 3 */
  'triangles',
  /** u8, V x 4 */
  'skinJoints',
  /** u16, V x 4, share x 65535 */
  'skinWeights',
  /** u16, R */
  'regressorVertices',
  /** f32, R */
  'regressorWeights',
  /** f32, V x 3 */
  'femaleMean',
  'maleMean',
  /** i16, measureBetaCount x V x 3, in steps of the header's modeSteps */
  'femaleModes',
  'maleModes',
  /** i16, residualBetaCount x V x 3 */
  'residualModes',
] as const;

export const padToFour = (length: number) => (length + 3) & ~3;
