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
import { type BodySpec, looksOf } from '../bodySpec.js';
import type {
  BodySpaceInfo,
  Figure,
  OpenedFile,
  Shown,
  ShownBody,
  ShownPart,
  ShowRequest,
  WrittenKind,
} from './bodyServiceTypes.js';
import { ComparedFiles } from './comparedFiles.js';
import { type BodyBuilder, type BuiltBody, createBodyBuilder } from './createBodyBuilder.js';
import { DressedBodies } from './dressedBodies.js';
import { poseBody } from './poseBody.js';
import { showOther } from './showOther.js';
import { type WrittenFile, writeBodyFile } from './writeBodyFile.js';

/** Builds, measures, compares and writes bodies: all work that takes longer than a frame. Runs in a worker. */
export interface BodyService {
  readonly info: BodySpaceInfo;
  show(request: ShowRequest): Shown;
  openFile(name: string, bytes: Uint8Array): Promise<OpenedFile>;
  /** The body in clothes. Throws InputError where it cannot be built. */
  dress(request: ShowRequest): Promise<readonly ShownPart[]>;
  /** GLB and VRM hold the figure that is asked for, other files its surface or numbers. Throws InputError as above. */
  write(kind: WrittenKind, body: BodySpec, figure: Figure): Promise<WrittenFile>;
}

/** Plum: distinct from skin and from the first body's suit. */
const otherSuit: SuitColours = { ...defaultSuitColours, suit: [0.195, 0.094, 0.196] };

/** @param readParts fetches leib-parts.bin, when a body is dressed for the first time */
export function createBodyService(space: BodySpace, readParts: () => Promise<Uint8Array>): BodyService {
  const builder = createBodyBuilder(space);
  const files = new ComparedFiles(space);
  const mannequin = buildMannequin(space.neutral, defaultLandmarks);
  const dressed = new DressedBodies(space, readParts);
  const build = (spec: BodySpec): BuiltBody => {
    const { body, findings } = builder.build(spec);
    if (body) return body;
    const reason = findings.find(({ severity }) => severity === 'impossible')?.message;
    throw new InputError(spec.name, reason ?? 'the body cannot be built');
  };
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
    dress: async ({ body, pose }) => dressed.show(build(body), looksOf(body), pose),
    async write(kind, spec, figure) {
      const body = build(spec);
      const isAvatar = kind === 'glb' || kind === 'vrm';
      const inClothes =
        isAvatar && figure === 'dressed' ? await dressed.write(spec.name, body, looksOf(spec), kind === 'vrm') : null;
      return writeBodyFile(kind, spec, body, mannequin, inClothes);
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
