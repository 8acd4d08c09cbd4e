import { decodeJson, humanoidBones, InputError, requireDecoded } from '@leib/core';
import * as v from 'valibot';
import { measureNames } from '../measure/measureNames.js';

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

const WHERE = 'body space header';

const numbers = v.array(v.pipe(v.number(), v.finite()));
const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const nameOf = <const Names extends readonly string[]>(names: Names, what: string) =>
  v.picklist(names, ({ input }) => `expected ${what}, got ${JSON.stringify(input)}`);

const sexSchema = v.object({
  explainedVariance: numbers,
  /** Metres of one int16 step of each measure mode. */
  modeSteps: numbers,
  pcaToBetas: numbers,
  pcaExplainedVariance: numbers,
  measureMeans: numbers,
  measureCovariance: numbers,
  personCount: count(1e9),
});

const headerSchema = v.object({
  vertexCount: count(65535),
  triangleCount: count(4 * 65535),
  betaNames: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(64)),
  measureBetaCount: count(64),
  residualSteps: numbers,
  jointNames: v.array(nameOf(humanoidBones, 'a humanoid bone')),
  parents: numbers,
  regressorStarts: numbers,
  measureNames: v.array(nameOf(measureNames, 'a measure')),
  pcaCount: count(64),
  female: sexSchema,
  male: sexSchema,
});

export type SexHeader = v.InferOutput<typeof sexSchema>;
export type BodySpaceHeader = v.InferOutput<typeof headerSchema>;

/** Parses and checks the header. A right checksum proves that the bytes are undamaged, not that the content is sound. */
export function decodeBodySpaceHeader(text: string): BodySpaceHeader {
  const header = requireDecoded(decodeJson(text, headerSchema), WHERE);
  checkLengths(header);
  checkJoints(header);
  return header;
}

function checkLengths(header: BodySpaceHeader): void {
  const betaCount = header.betaNames.length;
  const jointCount = header.jointNames.length;
  const measureCount = header.measureNames.length;
  expectLength('residualSteps', header.residualSteps, betaCount - header.measureBetaCount);
  expectLength('parents', header.parents, jointCount);
  expectLength('regressorStarts', header.regressorStarts, jointCount + 1);
  for (const sex of ['female', 'male'] as const) {
    const part = header[sex];
    expectLength(`${sex}.explainedVariance`, part.explainedVariance, betaCount);
    expectLength(`${sex}.modeSteps`, part.modeSteps, header.measureBetaCount);
    expectLength(`${sex}.pcaToBetas`, part.pcaToBetas, betaCount * header.pcaCount);
    expectLength(`${sex}.pcaExplainedVariance`, part.pcaExplainedVariance, header.pcaCount);
    expectLength(`${sex}.measureMeans`, part.measureMeans, measureCount);
    expectLength(`${sex}.measureCovariance`, part.measureCovariance, measureCount * measureCount);
  }
}

function checkJoints({ parents, regressorStarts }: BodySpaceHeader): void {
  parents.forEach((parent, joint) => {
    if (parent >= joint || parent < -1) throw fail(`parents[${joint}]`, `expected a joint before it, got ${parent}`);
  });
  if (regressorStarts[0] !== 0 || regressorStarts.some((start, i, all) => i > 0 && start < all[i - 1])) {
    throw fail('regressorStarts', 'expected numbers that rise from 0, got others');
  }
}

function expectLength(path: string, list: readonly number[], length: number): void {
  if (list.length !== length) throw fail(path, `expected ${length} numbers, got ${list.length}`);
}

function fail(path: string, reason: string): InputError {
  return new InputError(`${WHERE}, ${path}`, reason);
}
