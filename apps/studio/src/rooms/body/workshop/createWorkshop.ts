import {
  type BodyEstimator,
  type BodyModel,
  type BodySex,
  type BodySpace,
  buildBodyEstimator,
  buildMannequin,
  checkMeasures,
  conditionalMeasures,
  createMeasureScratch,
  createShapedBody,
  defaultLandmarks,
  defaultSuitColours,
  type EstimatedBody,
  estimateBody,
  MEASURE_COUNT,
  type MeasureScratch,
  measureShape,
  pcaOfBetas,
  type ShapedBody,
  type SuitColours,
  shapeBody,
  suitColours,
  traceMeasures,
} from '@leib/body';
import { type BodySpec, givenOf } from '../bodySpec.js';
import { ComparedFiles } from './comparedFiles.js';
import { poseBody } from './poseBody.js';
import { showOther } from './showOther.js';
import type { OpenedFile, Shown, ShownBody, ShowRequest, WorkshopInfo, WrittenKind } from './workshopTypes.js';
import { type WrittenFile, writeBodyFile } from './writeBodyFile.js';

/** Builds, measures, compares and writes bodies. Everything that takes longer than a frame; runs in a worker. */
export interface Workshop {
  readonly info: WorkshopInfo;
  show(request: ShowRequest): Shown;
  openFile(name: string, bytes: Uint8Array): Promise<OpenedFile>;
  /** Throws where nothing can be built. */
  write(kind: WrittenKind, body: BodySpec): WrittenFile;
}

/** A body that was built, whether from measures or from betas. */
export interface BuiltBody {
  readonly model: BodyModel;
  readonly betas: Float64Array;
  readonly shaped: ShapedBody;
  readonly measured: Float64Array;
}

export interface Built {
  readonly findings: Shown['findings'];
  readonly expected: Shown['expected'];
  /** null where a finding says that it cannot be. */
  readonly body: BuiltBody | null;
}

interface Station {
  readonly estimator: BodyEstimator;
  readonly scratch: MeasureScratch;
}

/** Plum instead of teal: neither skin nor the first body's suit. */
const otherSuit: SuitColours = { ...defaultSuitColours, suit: [0.195, 0.094, 0.196] };

export function createWorkshop(space: BodySpace): Workshop {
  const stations = new Map<BodySex, Station>();
  const files = new ComparedFiles(space);
  const mannequin = buildMannequin(space.neutral, defaultLandmarks);

  /** Making one takes a tenth of a second: not before somebody of that sex is there. */
  function stationOf(sex: BodySex): Station {
    const known = stations.get(sex);
    if (known) return known;
    const estimator = buildBodyEstimator(space[sex]);
    const station = { estimator, scratch: createMeasureScratch(estimator.plan, space[sex].vertexCount) };
    stations.set(sex, station);
    return station;
  }

  function build(spec: BodySpec): Built {
    const model = space[spec.sex];
    const given = givenOf(spec);
    const findings = checkMeasures(model.measureStatistics, given);
    const isImpossible = findings.some(({ severity }) => severity === 'impossible');
    // What to expect of somebody impossible is said of nobody in particular.
    const expected = conditionalMeasures(model.measureStatistics, isImpossible ? {} : given);
    if (spec.betas !== null) return { findings, expected, body: shapeBetas(spec.sex, spec.betas) };
    if (isImpossible) return { findings, expected, body: null };
    const { betas, shaped, measured }: EstimatedBody = estimateBody(stationOf(spec.sex).estimator, given);
    return { findings, expected, body: { model, betas, shaped, measured } };
  }

  function shapeBetas(sex: BodySex, given: readonly number[]): BuiltBody {
    const model = space[sex];
    const { estimator, scratch } = stationOf(sex);
    const shaped = createShapedBody(model);
    const measured = new Float64Array(MEASURE_COUNT);
    const betas = Float64Array.from({ length: model.betaCount }, (_, k) => given[k] ?? 0);
    shapeBody(model, betas, shaped);
    measureShape(estimator.plan, scratch, shaped.positions, shaped.joints, measured);
    return { model, betas, shaped, measured };
  }

  function draw(spec: BodySpec, { model, betas, shaped, measured }: BuiltBody, pose: ShowRequest['pose']): ShownBody {
    const { estimator, scratch } = stationOf(spec.sex);
    const components = new Float64Array(model.pcaView.count);
    pcaOfBetas(model, betas, components);
    const lines = traceMeasures(estimator.plan, scratch, shaped.positions, shaped.joints);
    return {
      name: spec.name,
      betas: [...betas],
      components: [...components],
      ...poseBody(model, shaped, pose, mannequin),
      measured,
      lines: lines
        .filter(({ points }) => points.length > 0)
        .map(({ name, isClosed, points, anchors }) => ({
          name,
          isClosed,
          points: Float32Array.from(points),
          anchors: anchors && { vertices: anchors.vertices, shares: Float32Array.from(anchors.shares) },
        })),
    };
  }

  const { female, male, neutral } = space;
  const ofEach = <Value>(read: (model: BodyModel) => Value) => ({
    female: read(female),
    male: read(male),
    neutral: read(neutral),
  });
  return {
    info: {
      triangles: neutral.triangles,
      suit: suitColours(neutral),
      otherSuit: suitColours(neutral, otherSuit),
      betaNames: neutral.betaNames,
      usual: ofEach(({ measureStatistics }) => conditionalMeasures(measureStatistics, {})),
      pca: ofEach(({ pcaView: { count, toBetas } }) => ({ count, toBetas })),
    },
    show(request) {
      const begun = performance.now();
      const built = build(request.body);
      const { findings, expected } = built;
      const buildMs = performance.now() - begun;
      if (!built.body) return { findings, expected, body: null, other: null, otherProblem: null, buildMs };
      const body = draw(request.body, built.body, request.pose);
      const { other, otherProblem } = showOther(request, built.body, build, files, mannequin, (positions, joints) => {
        const { estimator, scratch } = stationOf(request.body.sex);
        const measured = new Float64Array(MEASURE_COUNT);
        measureShape(estimator.plan, scratch, positions, joints, measured);
        return measured;
      });
      return { findings, expected, body, other, otherProblem, buildMs };
    },
    openFile: (name, bytes) => files.open(name, bytes),
    write(kind, spec) {
      const { body, findings } = build(spec);
      if (!body) throw new Error(findings.find(({ severity }) => severity === 'impossible')?.message);
      return writeBodyFile(kind, spec, body, mannequin);
    },
  };
}
