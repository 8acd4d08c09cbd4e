import {
  type BodyModel,
  type BodyPicture,
  type BodySex,
  type BodySpace,
  type BodySurface,
  buildMannequin,
  conditionalMeasures,
  defaultLandmarks,
  estimateTPose,
  type GivenMeasures,
  type MeasureName,
  measureIndex,
  pcaOfBetas,
  suitColours,
  type TPoseLengths,
} from '@leib/body';
import { InputError } from '@leib/core';
import { type BodySpec, firstBody, looksOf } from '../bodySpec.js';
import type {
  BodySpaceInfo,
  CompareRequest,
  Figure,
  OpenedFile,
  PeopleCharts,
  PeopleRequest,
  PictureRequest,
  Shown,
  ShownBody,
  ShownComparison,
  ShownPart,
  ShowRequest,
  WrittenKind,
} from './bodyServiceTypes.js';
import { ComparedFiles } from './comparedFiles.js';
import { comparePeopleTakes, compareShown, drawShown } from './compareShown.js';
import type { BuiltBody } from './createBodyBuilder.js';
import { createBodyBuilder, ModelBodies } from './createBodyBuilder.js';
import { DressedBodies } from './dressedBodies.js';
import { poseBody } from './poseBody.js';
import { notOpen, type OtherTools, showOthers } from './showOther.js';
import { type WrittenFile, writeBodyFile } from './writeBodyFile.js';

/** Builds, measures, compares and writes bodies: all work that takes longer than a frame. Runs in a worker. */
export interface BodyService {
  readonly info: BodySpaceInfo;
  show(request: ShowRequest): Shown;
  openFile(name: string, bytes: Uint8Array): Promise<OpenedFile>;
  /** Keeps a mesh or point cloud to compare with, metres, upright. */
  keepMesh(name: string, surface: BodySurface): OpenedFile;
  /** The tables of all bodies. Throws InputError where the files of vertices or distances are wrong. */
  compare(request: CompareRequest): ShownComparison;
  /** All bodies in one picture. */
  draw(request: CompareRequest, picture: PictureRequest): BodyPicture;
  /** Two takes of each of many people. */
  comparePeople(request: PeopleRequest, onProgress: (share: number) => void): Promise<PeopleCharts>;
  /** Measures of a person whose joints trackers have seen in a T-pose; those that trackers tell something of. */
  measureWearer(sex: BodySex, lengths: TPoseLengths): GivenMeasures;
  /** The body in clothes. Throws InputError where it cannot be built. */
  dress(request: Pick<ShowRequest, 'body' | 'pose'>): Promise<readonly ShownPart[]>;
  /**
   * GLB and VRM hold the figure that is asked for, other files its surface or numbers. Throws InputError as above.
   * @param scanned surface in the T-pose in place of the body's own: it is saved as it is, bare
   */
  write(kind: WrittenKind, body: BodySpec, figure: Figure, scanned?: Float64Array): Promise<WrittenFile>;
}

/** Plum: distinct from skin and from the first body's suit. */
const otherSuit = [0.195, 0.094, 0.196] as const;

/** @param readParts fetches leib-parts.bin, when a body is dressed for the first time */
export function createBodyService(space: BodySpace, readParts: () => Promise<Uint8Array>): BodyService {
  const files = new ComparedFiles(space);
  const builder = createBodyBuilder(space, new ModelBodies((name) => files.model(name)));
  const mannequin = buildMannequin(space.neutral, defaultLandmarks);
  const dressed = new DressedBodies(space, readParts);
  const build = (spec: BodySpec): BuiltBody => {
    const { body, findings } = builder.build(spec);
    if (body) return body;
    const reason = findings.find(({ severity }) => severity === 'impossible')?.message;
    throw new InputError(spec.name, reason ?? notOpen(spec.model ?? ''));
  };
  const tools: OtherTools = { builder, files, mannequin, own: space.neutral };
  return {
    info: infoOf(space),
    show(request) {
      const built = builder.build(request.body);
      const { findings, expected } = built;
      if (!built.body) {
        const isImpossible = findings.some(({ severity }) => severity === 'impossible');
        const problem = isImpossible ? null : notOpen(request.body.model ?? '');
        return { findings, expected, body: null, problem, others: [] };
      }
      const body = drawBody(request, built.body, tools);
      return { findings, expected, body, problem: null, others: showOthers(request, built.body, tools) };
    },
    openFile: (name, bytes) => files.open(name, bytes),
    keepMesh: (name, surface) => files.keep(name, surface, []),
    compare: (request) => compareShown(request, build(request.body), tools),
    draw: (request, picture) => drawShown(request, build(request.body), tools, picture),
    comparePeople: (request, onProgress) => comparePeopleTakes(request, builder, onProgress),
    measureWearer(sex, lengths) {
      const betas = [...estimateTPose(space[sex], lengths)];
      const { body } = builder.build({ ...firstBody, sex, betas });
      return body ? wearerMeasures(lengths, body.measured) : {};
    },
    dress: async ({ body, pose }) => dressed.show(build(body), looksOf(body), pose),
    async write(kind, spec, figure, scanned) {
      const body = build(spec);
      if (scanned) return writeBodyFile(kind, spec, withSurface(body, scanned), null, null);
      // Clothes are fitted to Leib's topology.
      const isAvatar = (kind === 'glb' || kind === 'vrm') && spec.model === undefined;
      const inClothes =
        isAvatar && figure === 'dressed' ? await dressed.write(spec.name, body, looksOf(spec), kind === 'vrm') : null;
      return writeBodyFile(kind, spec, body, spec.model === undefined ? mannequin : null, inClothes);
    },
  };
}

function withSurface(body: BuiltBody, positions: Float64Array): BuiltBody {
  if (positions.length !== body.shaped.positions.length) {
    throw new InputError('scan', `expected ${body.shaped.positions.length / 3} vertices, got ${positions.length / 3}`);
  }
  return { ...body, shaped: { ...body.shaped, positions } };
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
    otherSuit: suitColours(neutral, { suit: otherSuit }),
    statistics: ofEach(({ measureStatistics }) => measureStatistics),
    usual: ofEach(({ measureStatistics }) => conditionalMeasures(measureStatistics, {})),
    pca: ofEach(({ pcaView: { count, toBetas } }) => ({ count, toBetas })),
  };
}

function drawBody(
  { body: spec, pose }: ShowRequest,
  { model, betas, shaped, measured, notes }: BuiltBody,
  { builder, mannequin }: OtherTools,
): ShownBody {
  const components = new Float64Array(model.pcaView.count);
  pcaOfBetas(model, betas, components);
  const isOwn = spec.model === undefined;
  // Tapes lie at landmarks of Leib's topology.
  const lines = isOwn ? builder.trace(spec.sex, shaped).filter(({ points }) => points.length > 0) : [];
  return {
    name: spec.name,
    betas: [...betas],
    betaNames: model.betaNames,
    own: isOwn ? null : { triangles: model.triangles, suit: suitColours(model) },
    notes,
    components: [...components],
    ...poseBody(model, shaped, pose, isOwn ? mannequin : null),
    measured,
    lines: lines.map(({ name, isClosed, points, anchors }) => ({
      name,
      isClosed,
      points: Float32Array.from(points),
      anchors: anchors && { vertices: anchors.vertices, shares: Float32Array.from(anchors.shares) },
    })),
  };
}

/** The measures that trackers tell something of. */
function wearerMeasures(lengths: TPoseLengths, measured: Float64Array): GivenMeasures {
  const names: MeasureName[] = [
    ...(lengths.headHeight === undefined ? [] : (['stature'] as const)),
    ...(lengths.wristSpan === undefined && lengths.elbowSpan === undefined ? [] : (['armLength'] as const)),
    ...(lengths.hipsHeight === undefined && lengths.kneeHeight === undefined ? [] : (['crotchHeight'] as const)),
  ];
  return Object.fromEntries(names.map((name) => [name, Number(measured[measureIndex(name)].toFixed(3))]));
}
