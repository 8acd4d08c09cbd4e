import { factorCholesky, type HumanoidBone, humanoidBones, InputError } from '@leib/core';
import { type MeasureName, measureNames } from '../measure/measureNames.js';
import type { BodyModel, BodySex, BodySpace, MeasureStatistics, PcaView } from './bodyModel.js';
import {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  type BodySpaceHeader,
  padToFour,
  type SexHeader,
  sectionNames,
} from './bodySpaceFormat.js';
import { crc32 } from './crc32.js';

/** Reads leib-bodies.bin. Damaged, cut or foreign bytes are refused with the reason. */
export function loadBodySpace(bytes: Uint8Array): BodySpace {
  const header = readHeader(bytes);
  const sections = readSections(bytes, header);
  const shared = readShared(header, sections);
  const female = readSex('female', header.female, shared, header, sections);
  const male = readSex('male', header.male, shared, header, sections);
  let neutral: BodyModel | null = null;
  return {
    female,
    male,
    // Made when it is first asked for: most programs want one body, at once.
    get neutral() {
      neutral ??= meetHalfWay(female, male);
      return neutral;
    },
  };
}

const fail = (reason: string): never => {
  throw new InputError('body space', `${reason}.`);
};

function readHeader(bytes: Uint8Array): BodySpaceHeader {
  if (bytes.length < BODY_SPACE_PREFIX) fail(`${bytes.length} bytes are too few`);
  const magic = String.fromCharCode(...bytes.subarray(0, 8));
  if (magic !== BODY_SPACE_MAGIC) fail(`the file does not begin with ${BODY_SPACE_MAGIC}; it is something else`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== BODY_SPACE_VERSION) fail(`version ${version}; this program reads version ${BODY_SPACE_VERSION}`);
  if (crc32(bytes.subarray(16)) !== view.getUint32(12, true)) fail('the checksum is wrong; the file is damaged or cut');
  const length = view.getUint32(16, true);
  if (length > bytes.length - BODY_SPACE_PREFIX) fail(`a header of ${length} bytes does not fit`);
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(BODY_SPACE_PREFIX, BODY_SPACE_PREFIX + length)));
  } catch {
    fail('the header is not JSON');
  }
  checkHeader(header as BodySpaceHeader);
  return header as BodySpaceHeader;
}

/** A right checksum says that the bytes are those that were written, not that they were written by us. */
function checkHeader(header: BodySpaceHeader): void {
  const isCount = (value: unknown, most: number) =>
    typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
  const isList = (value: unknown, length: number) =>
    Array.isArray(value) && value.length === length && value.every((entry) => Number.isFinite(entry));
  if (typeof header !== 'object' || header === null) fail('the header is not an object');
  if (!isCount(header.vertexCount, 65535)) fail(`vertexCount is ${header.vertexCount}`);
  if (!isCount(header.triangleCount, 4 * 65535)) fail(`triangleCount is ${header.triangleCount}`);
  if (!Array.isArray(header.betaNames) || !isCount(header.betaNames.length, 64)) fail('betaNames is not a list');
  const betaCount = header.betaNames.length;
  if (!isCount(header.measureBetaCount, betaCount)) fail(`measureBetaCount is ${header.measureBetaCount}`);
  if (!isList(header.residualSteps, betaCount - header.measureBetaCount)) fail('residualSteps has a wrong length');
  if (!Array.isArray(header.jointNames)) fail('jointNames is not a list');
  const unknownBone = header.jointNames.find((name) => !humanoidBones.includes(name as HumanoidBone));
  if (unknownBone !== undefined) fail(`"${unknownBone}" is not a humanoid bone`);
  const jointCount = header.jointNames.length;
  if (!isList(header.parents, jointCount)) fail('parents has a wrong length');
  const badParent = header.parents.findIndex((parent, joint) => parent >= joint || parent < -1);
  if (badParent >= 0) fail(`joint ${badParent} has parent ${header.parents[badParent]}, which comes after it`);
  if (!isList(header.regressorStarts, jointCount + 1)) fail('regressorStarts has a wrong length');
  if (header.regressorStarts[0] !== 0 || header.regressorStarts.some((start, i, all) => i > 0 && start < all[i - 1])) {
    fail('regressorStarts does not rise from 0');
  }
  if (!Array.isArray(header.measureNames)) fail('measureNames is not a list');
  const unknownMeasure = header.measureNames.find((name) => !measureNames.includes(name as MeasureName));
  if (unknownMeasure !== undefined) fail(`"${unknownMeasure}" is not a measure`);
  if (!isCount(header.pcaCount, betaCount)) fail(`pcaCount is ${header.pcaCount}`);
  for (const sex of ['female', 'male'] as const) {
    const part: SexHeader | undefined = header[sex];
    const measureCount = header.measureNames.length;
    const isSound =
      part !== undefined &&
      isList(part.explainedVariance, betaCount) &&
      isList(part.modeSteps, header.measureBetaCount) &&
      isList(part.pcaToBetas, betaCount * header.pcaCount) &&
      isList(part.pcaExplainedVariance, header.pcaCount) &&
      isList(part.measureMeans, measureCount) &&
      isList(part.measureCovariance, measureCount * measureCount) &&
      isCount(part.personCount, 1e9);
    if (!isSound) fail(`the part "${sex}" of the header is not complete`);
  }
}

/** Parts of the file, each at a multiple of four bytes in its buffer. */
type Sections = Readonly<Record<(typeof sectionNames)[number], Uint8Array>>;

function readSections(bytes: Uint8Array, header: BodySpaceHeader): Sections {
  const { vertexCount: v, triangleCount, measureBetaCount } = header;
  const residualCount = header.betaNames.length - measureBetaCount;
  const regressorCount = header.regressorStarts[header.regressorStarts.length - 1];
  const lengths: Readonly<Record<(typeof sectionNames)[number], number>> = {
    triangles: triangleCount * 6,
    skinJoints: v * 4,
    skinWeights: v * 8,
    regressorVertices: regressorCount * 2,
    regressorWeights: regressorCount * 4,
    femaleMean: v * 12,
    maleMean: v * 12,
    femaleModes: measureBetaCount * v * 6,
    maleModes: measureBetaCount * v * 6,
    residualModes: residualCount * v * 6,
  };
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16, true);
  let at = BODY_SPACE_PREFIX + headerLength;
  // Numbers can be read in place where they are aligned; copying three megabytes would cost as much as all the rest.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const sections: Partial<Record<(typeof sectionNames)[number], Uint8Array>> = {};
  for (const name of sectionNames) {
    if (at + lengths[name] > bytes.length) fail(`the file ends inside "${name}"`);
    sections[name] = aligned.subarray(at, at + lengths[name]);
    at += padToFour(lengths[name]);
  }
  if (at !== bytes.length) fail(`${bytes.length - at} bytes are left over`);
  return sections as Sections;
}

const asUint16 = (part: Uint8Array) => new Uint16Array(part.buffer, part.byteOffset, part.length / 2);
const asInt16 = (part: Uint8Array) => new Int16Array(part.buffer, part.byteOffset, part.length / 2);
const asFloat32 = (part: Uint8Array) => new Float32Array(part.buffer, part.byteOffset, part.length / 4);

type Shared = Pick<
  BodyModel,
  | 'vertexCount'
  | 'triangles'
  | 'betaCount'
  | 'betaNames'
  | 'jointNames'
  | 'parents'
  | 'jointRegressor'
  | 'skinJoints'
  | 'skinWeights'
>;

function readShared(header: BodySpaceHeader, sections: Sections): Shared {
  const { vertexCount, jointNames } = header;
  const triangles = new Uint32Array(asUint16(sections.triangles));
  const vertices = asUint16(sections.regressorVertices).slice();
  if (largest(triangles) >= vertexCount) fail('a triangle names a vertex that does not exist');
  if (largest(vertices) >= vertexCount) fail('the joint regressor names a vertex that does not exist');
  const skinJoints = sections.skinJoints.slice();
  if (largest(skinJoints) >= jointNames.length) fail('a vertex hangs on a joint that does not exist');
  const shares = asUint16(sections.skinWeights);
  const skinWeights = new Float32Array(shares.length);
  for (let at = 0; at < shares.length; at += 4) {
    const sum = shares[at] + shares[at + 1] + shares[at + 2] + shares[at + 3];
    if (sum === 0) fail(`vertex ${at / 4} hangs on no joint`);
    for (let k = at; k < at + 4; k++) skinWeights[k] = shares[k] / sum;
  }
  return {
    vertexCount,
    triangles,
    betaCount: header.betaNames.length,
    betaNames: header.betaNames,
    jointNames: jointNames as HumanoidBone[],
    parents: Int16Array.from(header.parents),
    jointRegressor: {
      starts: Uint32Array.from(header.regressorStarts),
      vertices,
      weights: asFloat32(sections.regressorWeights).slice(),
    },
    skinJoints,
    skinWeights,
  };
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}

function readSex(
  sex: 'female' | 'male',
  part: SexHeader,
  shared: Shared,
  header: BodySpaceHeader,
  sections: Sections,
): BodyModel {
  const { measureBetaCount } = header;
  const length = shared.vertexCount * 3;
  const modes = new Float32Array(shared.betaCount * length);
  const own = asInt16(sections[sex === 'female' ? 'femaleModes' : 'maleModes']);
  const residual = asInt16(sections.residualModes);
  for (let k = 0; k < shared.betaCount; k++) {
    const isOwn = k < measureBetaCount;
    const source = isOwn ? own : residual;
    const step = isOwn ? part.modeSteps[k] : header.residualSteps[k - measureBetaCount];
    const from = (isOwn ? k : k - measureBetaCount) * length;
    for (let i = 0; i < length; i++) modes[k * length + i] = source[from + i] * step;
  }
  const covariance = Float64Array.from(part.measureCovariance);
  const factor = covariance.slice();
  if (!factorCholesky(factor, header.measureNames.length))
    throw new InputError('body space', `the covariance of "${sex}" is not positive definite.`);
  return {
    ...shared,
    sex,
    meanPositions: new Float64Array(asFloat32(sections[sex === 'female' ? 'femaleMean' : 'maleMean'])),
    modes,
    explainedVariance: Float64Array.from(part.explainedVariance),
    pcaView: {
      count: header.pcaCount,
      toBetas: Float64Array.from(part.pcaToBetas),
      explainedVariance: Float64Array.from(part.pcaExplainedVariance),
    },
    measureStatistics: {
      names: header.measureNames as MeasureName[],
      means: Float64Array.from(part.measureMeans),
      covariance,
      factor,
      personCount: part.personCount,
    },
  };
}

/** The same betas of both sexes, averaged: every part of the model is linear, so averaging the parts is enough. */
function meetHalfWay(female: BodyModel, male: BodyModel): BodyModel {
  const sex: BodySex = 'neutral';
  return {
    ...female,
    sex,
    meanPositions: halfWay(female.meanPositions, male.meanPositions),
    modes: halfWayModes(female.modes, male.modes),
    explainedVariance: halfWay(female.explainedVariance, male.explainedVariance),
    pcaView: halfWayView(female.pcaView, male.pcaView, female.betaCount),
    measureStatistics: halfWayStatistics(female.measureStatistics, male.measureStatistics),
  };
}

function halfWay(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = (a[i] + b[i]) / 2;
  return out;
}

/** Millions of numbers: a plain loop, where map() would take most of the loading time. */
function halfWayModes(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = (a[i] + b[i]) / 2;
  return out;
}

/** Columns of two bases, averaged and made orthonormal again one after the other (Gram-Schmidt). */
function halfWayView(a: PcaView, b: PcaView, betaCount: number): PcaView {
  const { count } = a;
  const toBetas = new Float64Array(betaCount * count);
  const column = new Float64Array(betaCount);
  for (let c = 0; c < count; c++) {
    let along = 0;
    for (let k = 0; k < betaCount; k++) along += a.toBetas[k * count + c] * b.toBetas[k * count + c];
    const sign = along < 0 ? -1 : 1;
    for (let k = 0; k < betaCount; k++) column[k] = a.toBetas[k * count + c] + sign * b.toBetas[k * count + c];
    for (let earlier = 0; earlier < c; earlier++) {
      let dot = 0;
      for (let k = 0; k < betaCount; k++) dot += column[k] * toBetas[k * count + earlier];
      for (let k = 0; k < betaCount; k++) column[k] -= dot * toBetas[k * count + earlier];
    }
    const length = Math.hypot(...column);
    for (let k = 0; k < betaCount; k++) toBetas[k * count + c] = column[k] / length;
  }
  return { count, toBetas, explainedVariance: halfWay(a.explainedVariance, b.explainedVariance) };
}

/** Factors, not covariances, are averaged: then measures = mean + L beta holds half way too. */
function halfWayStatistics(a: MeasureStatistics, b: MeasureStatistics): MeasureStatistics {
  const size = a.names.length;
  const factor = halfWay(a.factor, b.factor);
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) covariance[i * size + j] += factor[i * size + k] * factor[j * size + k];
    }
  }
  return {
    names: a.names,
    means: halfWay(a.means, b.means),
    covariance,
    factor,
    personCount: a.personCount + b.personCount,
  };
}
