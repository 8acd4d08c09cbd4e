import {
  type BodyModel,
  type BodySpace,
  buildMannequin,
  conditionalMeasures,
  defaultLandmarks,
  defaultSuitColours,
  type Mannequin,
  pcaOfBetas,
  type SuitColours,
  suitColours,
} from '@leib/body';
import { InputError } from '@leib/core';
import type { BodySpec } from '../bodySpec.js';
import type { BodySpaceInfo, OpenedFile, Shown, ShownBody, ShowRequest, WrittenKind } from './bodyServiceTypes.js';
import { ComparedFiles } from './comparedFiles.js';
import { type BodyBuilder, type BuiltBody, createBodyBuilder } from './createBodyBuilder.js';
import { poseBody } from './poseBody.js';
import { showOther } from './showOther.js';
import { type WrittenFile, writeBodyFile } from './writeBodyFile.js';

/** Builds, measures, compares and writes bodies: all work that takes longer than a frame. Runs in a worker. */
export interface BodyService {
  readonly info: BodySpaceInfo;
  show(request: ShowRequest): Shown;
  openFile(name: string, bytes: Uint8Array): Promise<OpenedFile>;
  /** Throws InputError where the body cannot be built. */
  write(kind: WrittenKind, body: BodySpec): WrittenFile;
}

/** Plum: distinct from skin and from the first body's suit. */
const otherSuit: SuitColours = { ...defaultSuitColours, suit: [0.195, 0.094, 0.196] };

export function createBodyService(space: BodySpace): BodyService {
  const builder = createBodyBuilder(space);
  const files = new ComparedFiles(space);
  const mannequin = buildMannequin(space.neutral, defaultLandmarks);
  return {
    info: infoOf(space),
    show(request) {
      const startMs = performance.now();
      const built = builder.build(request.body);
      const { findings, expected } = built;
      const buildMs = performance.now() - startMs;
      if (!built.body) return { findings, expected, body: null, other: null, otherProblem: null, buildMs };
      const body = drawBody(builder, request, built.body, mannequin);
      const { other, otherProblem } = showOther(request, built.body, { builder, files, mannequin });
      return { findings, expected, body, other, otherProblem, buildMs };
    },
    openFile: (name, bytes) => files.open(name, bytes),
    write(kind, spec) {
      const { body, findings } = builder.build(spec);
      if (!body) {
        const reason = findings.find(({ severity }) => severity === 'impossible')?.message;
        throw new InputError(spec.name, reason ?? 'the body cannot be built');
      }
      return writeBodyFile(kind, spec, body, mannequin);
    },
  };
}

function infoOf({ female, male, neutral }: BodySpace): BodySpaceInfo {
  const ofEach = <Value>(read: (model: BodyModel) => Value) => ({
    female: read(female),
    male: read(male),
    neutral: read(neutral),
  });
  return {
    triangles: neutral.triangles,
    suit: suitColours(neutral),
    otherSuit: suitColours(neutral, otherSuit),
    betaNames: neutral.betaNames,
    usual: ofEach(({ measureStatistics }) => conditionalMeasures(measureStatistics, {})),
    pca: ofEach(({ pcaView: { count, toBetas } }) => ({ count, toBetas })),
  };
}

function drawBody(
  builder: BodyBuilder,
  { body: spec, pose }: ShowRequest,
  { model, betas, shaped, measured }: BuiltBody,
  mannequin: Mannequin,
): ShownBody {
  const components = new Float64Array(model.pcaView.count);
  pcaOfBetas(model, betas, components);
  return {
    name: spec.name,
    betas: [...betas],
    components: [...components],
    ...poseBody(model, shaped, pose, mannequin),
    measured,
    lines: builder
      .trace(spec.sex, shaped)
      .filter(({ points }) => points.length > 0)
      .map(({ name, isClosed, points, anchors }) => ({
        name,
        isClosed,
        points: Float32Array.from(points),
        anchors: anchors && { vertices: anchors.vertices, shares: Float32Array.from(anchors.shares) },
      })),
  };
}
