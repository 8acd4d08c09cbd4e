import { factorCholesky, InputError } from '@leib/core';
import { crc32 } from '@leib/formats';
import type { BodyModel, BodySex, BodySpace, MeasureStatistics, PcaView } from './bodyModel.js';
import {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  type BodySpaceHeader,
  decodeBodySpaceHeader,
  padToFour,
  type SexHeader,
  sectionNames,
} from './bodySpaceHeader.js';

/** Reads leib-bodies.bin. Throws InputError where the bytes are damaged, cut off or another file. */
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
    // Built on first use: most programs need one model only.
    get neutral() {
      neutral ??= averageModels(female, male);
      return neutral;
    },
  };
}

const fail = (reason: string): never => {
  throw new InputError('body space', reason);
};

function readHeader(bytes: Uint8Array): BodySpaceHeader {
  if (bytes.length < BODY_SPACE_PREFIX) fail(`expected at least ${BODY_SPACE_PREFIX} bytes, got ${bytes.length}`);
  const magic = String.fromCharCode(...bytes.subarray(0, 8));
  if (magic !== BODY_SPACE_MAGIC) fail(`expected ${BODY_SPACE_MAGIC} at byte 0, got another file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== BODY_SPACE_VERSION) fail(`expected version ${BODY_SPACE_VERSION}, got version ${version}`);
  if (crc32(bytes.subarray(16)) !== view.getUint32(12, true)) {
    fail('the checksum does not match; the file is damaged or cut off');
  }
  const length = view.getUint32(16, true);
  const left = bytes.length - BODY_SPACE_PREFIX;
  if (length > left) fail(`expected a header of at most ${left} bytes, got ${length}`);
  const text = new TextDecoder().decode(bytes.subarray(BODY_SPACE_PREFIX, BODY_SPACE_PREFIX + length));
  return decodeBodySpaceHeader(text);
}

/** Sections of the file, each at a multiple of four bytes in its buffer. */
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
  // Aligned numbers are read in place; copying three megabytes would take as long as the rest of loading.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const sections: Partial<Record<(typeof sectionNames)[number], Uint8Array>> = {};
  for (const name of sectionNames) {
    if (at + lengths[name] > bytes.length) fail(`the file ends inside the section "${name}"`);
    sections[name] = aligned.subarray(at, at + lengths[name]);
    at += padToFour(lengths[name]);
  }
  if (at !== bytes.length) fail(`expected ${at} bytes, got ${bytes.length}`);
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
  if (largest(triangles) >= vertexCount) fail(`triangles: expected vertices below ${vertexCount}, got others`);
  if (largest(vertices) >= vertexCount) fail(`joint regressor: expected vertices below ${vertexCount}, got others`);
  const skinJoints = sections.skinJoints.slice();
  if (largest(skinJoints) >= jointNames.length)
    fail(`skin joints: expected joints below ${jointNames.length}, got others`);
  const shares = asUint16(sections.skinWeights);
  const skinWeights = new Float32Array(shares.length);
  for (let at = 0; at < shares.length; at += 4) {
    const sum = shares[at] + shares[at + 1] + shares[at + 2] + shares[at + 3];
    if (sum === 0) fail(`skin weights of vertex ${at / 4}: expected a sum above 0, got 0`);
    for (let k = at; k < at + 4; k++) skinWeights[k] = shares[k] / sum;
  }
  return {
    vertexCount,
    triangles,
    betaCount: header.betaNames.length,
    betaNames: header.betaNames,
    jointNames,
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
  if (!factorCholesky(factor, header.measureNames.length)) {
    fail(`${sex} covariance: expected a positive definite matrix, got another`);
  }
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
      names: header.measureNames,
      means: Float64Array.from(part.measureMeans),
      covariance,
      factor,
      personCount: part.personCount,
    },
  };
}

/** The neutral model: every part of a model is linear in the betas, so averaging the parts averages the bodies. */
function averageModels(female: BodyModel, male: BodyModel): BodyModel {
  const sex: BodySex = 'neutral';
  return {
    ...female,
    sex,
    meanPositions: average(female.meanPositions, male.meanPositions),
    modes: averageModes(female.modes, male.modes),
    explainedVariance: average(female.explainedVariance, male.explainedVariance),
    pcaView: averageViews(female.pcaView, male.pcaView, female.betaCount),
    measureStatistics: averageStatistics(female.measureStatistics, male.measureStatistics),
  };
}

function average(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = (a[i] + b[i]) / 2;
  return out;
}

/** A plain loop: for millions of numbers map() would take most of the loading time. */
function averageModes(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = (a[i] + b[i]) / 2;
  return out;
}

/** Averages the columns of two bases and makes them orthonormal again (Gram-Schmidt). */
function averageViews(a: PcaView, b: PcaView, betaCount: number): PcaView {
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
  return { count, toBetas, explainedVariance: average(a.explainedVariance, b.explainedVariance) };
}

/** Averages the factors, not the covariances, so that measures = mean + L beta holds for the neutral model too. */
function averageStatistics(a: MeasureStatistics, b: MeasureStatistics): MeasureStatistics {
  const size = a.names.length;
  const factor = average(a.factor, b.factor);
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) covariance[i * size + j] += factor[i * size + k] * factor[j * size + k];
    }
  }
  return {
    names: a.names,
    means: average(a.means, b.means),
    covariance,
    factor,
    personCount: a.personCount + b.personCount,
  };
}
