import { measureNames } from '@leib/body';
import { crc32 } from '@leib/formats';
import {
  BODY_SPACE_MAGIC,
  BODY_SPACE_PREFIX,
  BODY_SPACE_VERSION,
  type BodySpaceHeader,
  padToFour,
  type SexHeader,
  sectionNames,
} from './internals.ts';
import { BETA_COUNT, type LearnedSex, MEASURE_BETAS, PCA_COUNT } from './learnSpace.ts';
import type { Statistics } from './measureStatistics.ts';
import { boneIndex, keptBones } from './rig.ts';
import type { Sex, ShapeSource } from './shapeSource.ts';
import { BODY_VERTEX_COUNT } from './targets.ts';

export interface SexContent {
  readonly learned: LearnedSex;
  readonly statistics: Statistics;
  readonly personCount: number;
}

/** Writes the file that loadBodySpace() reads; see bodySpaceFormat.ts. */
export function encodeBodySpace(source: ShapeSource, sexes: Readonly<Record<Sex, SexContent>>): Uint8Array {
  const skin = quantiseSkin(source);
  const residual = quantiseModes(sexes.female.learned.modes.slice(MEASURE_BETAS));
  const female = quantiseModes(sexes.female.learned.modes.slice(0, MEASURE_BETAS));
  const male = quantiseModes(sexes.male.learned.modes.slice(0, MEASURE_BETAS));
  const starts = [0];
  for (const { vertices } of source.jointWeights) starts.push(starts[starts.length - 1] + vertices.length);
  const header: BodySpaceHeader = {
    vertexCount: BODY_VERTEX_COUNT,
    triangleCount: source.triangles.length / 3,
    betaNames: Array.from({ length: BETA_COUNT }, (_, k) =>
      k < MEASURE_BETAS ? measureNames[k] : `residual${k - MEASURE_BETAS + 1}`,
    ),
    measureBetaCount: MEASURE_BETAS,
    residualSteps: residual.steps,
    jointNames: keptBones.map(({ bone }) => bone),
    parents: keptBones.map(({ parent }) => (parent === null ? -1 : boneIndex[parent])),
    regressorStarts: starts,
    measureNames: [...measureNames],
    pcaCount: PCA_COUNT,
    female: sexHeader(sexes.female, female.steps),
    male: sexHeader(sexes.male, male.steps),
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const headerLength = padToFour(text.length);
  const sections: Readonly<Record<(typeof sectionNames)[number], ArrayBufferView>> = {
    triangles: Uint16Array.from(source.triangles),
    skinJoints: skin.joints,
    skinWeights: skin.shares,
    regressorVertices: Uint16Array.from(source.jointWeights.flatMap(({ vertices }) => vertices)),
    regressorWeights: Float32Array.from(source.jointWeights.flatMap(({ weights }) => weights)),
    femaleMean: Float32Array.from(sexes.female.learned.mean),
    maleMean: Float32Array.from(sexes.male.learned.mean),
    femaleModes: female.values,
    maleModes: male.values,
    residualModes: residual.values,
  };
  const length = sectionNames.reduce((sum, name) => sum + padToFour(sections[name].byteLength), 0);
  const bytes = new Uint8Array(BODY_SPACE_PREFIX + headerLength + length);
  bytes.set(new TextEncoder().encode(BODY_SPACE_MAGIC), 0);
  bytes.fill(0x20, BODY_SPACE_PREFIX, BODY_SPACE_PREFIX + headerLength);
  bytes.set(text, BODY_SPACE_PREFIX);
  let at = BODY_SPACE_PREFIX + headerLength;
  for (const name of sectionNames) {
    const { buffer, byteOffset, byteLength } = sections[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padToFour(byteLength);
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(8, BODY_SPACE_VERSION, true);
  view.setUint32(16, headerLength, true);
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

/** Rounded to nine digits: more than the accuracy of the bodies, and the same on every machine. */
const round = (value: number) => Number(value.toPrecision(9));

function sexHeader({ learned, statistics, personCount }: SexContent, modeSteps: number[]): SexHeader {
  return {
    explainedVariance: [...learned.explainedVariance].map(round),
    modeSteps,
    pcaToBetas: [...learned.pcaToBetas].map(round),
    pcaExplainedVariance: [...learned.pcaExplainedVariance].map(round),
    measureMeans: [...statistics.means].map(round),
    measureCovariance: [...statistics.covariance].map(round),
    personCount,
  };
}

/** Each mode in int16 steps of its own size: the largest displacement is 32767 steps. */
function quantiseModes(modes: readonly Float64Array[]): { readonly values: Int16Array; readonly steps: number[] } {
  const length = modes[0].length;
  const values = new Int16Array(modes.length * length);
  const steps = modes.map((mode, k) => {
    const largest = mode.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const step = round(largest / 32767);
    for (let i = 0; i < length; i++) values[k * length + i] = Math.round(mode[i] / step);
    return step;
  });
  return { values, steps };
}

/** The four strongest joints of each vertex, shares in 65535ths that sum to exactly that. */
export function quantiseSkin({ weights }: Pick<ShapeSource, 'weights'>): {
  readonly joints: Uint8Array;
  readonly shares: Uint16Array;
} {
  const boneCount = keptBones.length;
  const joints = new Uint8Array(BODY_VERTEX_COUNT * 4);
  const shares = new Uint16Array(BODY_VERTEX_COUNT * 4);
  for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
    const row = weights.subarray(vertex * boneCount, (vertex + 1) * boneCount);
    const order = [...row.keys()]
      .filter((bone) => row[bone] > 0)
      .sort((a, b) => row[b] - row[a] || a - b)
      .slice(0, 4);
    let left = 65535;
    order.forEach((bone, k) => {
      joints[vertex * 4 + k] = bone;
      shares[vertex * 4 + k] = k === 0 ? 0 : Math.round(row[bone] * 65535);
      left -= shares[vertex * 4 + k];
    });
    shares[vertex * 4] = left;
  }
  return { joints, shares };
}
