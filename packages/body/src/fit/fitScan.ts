import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { type FitPose, updateFitPose } from './fitPose.js';
import { createFitSystem, type FitSystem, type FreeJoint, scanJoints } from './fitSystem.js';
import { pickScanPoints, type ScanPoints, thinScanPoints } from './scanPoints.js';
import { findStartPoses, type StartPose } from './startPoses.js';
import { type ScanStep, stepScan } from './stepScan.js';
import {
  buildSurfaceSearch,
  createSurfacePlace,
  findOnSurface,
  findVertexTriangles,
  type VertexTriangles,
} from './surfaceSearch.js';
import { vertexTrust } from './vertexTrust.js';

export interface FitScanOptions {
  /** Joints that may turn; those that people are scanned with when absent. */
  readonly freeJoints?: readonly FreeJoint[];
  /** Points of the scan that are used, 40 000 when absent. */
  readonly mostPoints?: number;
  /** Told how far it has come, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** How far the scan's points are from the fitted surface, metres. */
export interface FitResidual {
  readonly mean: number;
  readonly median: number;
  /** 95 of 100 points are nearer. */
  readonly p95: number;
  /** Part of the points that lie on the body at all; the others are hair, clothes, floor or noise. */
  readonly usedShare: number;
}

export interface BodyFit {
  readonly betas: Float64Array;
  /** The body of these betas in the model's own T-pose, metres. */
  readonly surface: BodySurface;
  /** The same body in the scan's pose and place. */
  readonly posed: BodySurface;
  readonly residual: FitResidual;
  readonly iterationCount: number;
}

const startsTried = 5;
const coarsePoints = 1500;
const coarseIterations = 8;
const coarseBetas = 4;
/** Steps in which all betas are fitted, but no hand, foot or head turns yet. */
const limbIterations = 6;
const fineIterations = 20;
/** Steps at the end that also take off what noise alone would do, and clouds simulated for it in each. */
const lastIterations = 5;
const simulations = 8;
const fewestPoints = 100;
/** Points farther from the body than this are not of it, metres. */
const finestReach = 0.03;
/** Fine parts fit as well as plain ones up to this ratio of their distances; noise alone gives about 1. */
const finePartsRatio = 1.25;
/** A fit has ended when no beta changes by more, standard deviations. */
const smallestStep = 0.002;
/**
 * Fits shape, place and a few joints of the model to a scan of a standing person: any orientation, holes and noise
 * allowed, metres. Points of the scan look for the nearest place on the body, which holes cannot mislead; their
 * distances along the body's normals are made small by Gauss-Newton steps (Chen & Medioni, "Object modelling by
 * registration of multiple range images", 1992), each weighted by how well it fits (Tukey's biweight), with the prior
 * that betas are one standard deviation large.
 *
 * Noise does not only blur such a fit but moves it: points that left a finger or an ear come back nearer to its outside,
 * so everything small and round seems larger. The last steps therefore simulate the same noise on the body itself, and
 * take off what it would do (a parametric bootstrap; Efron & Tibshirani, "An introduction to the bootstrap", 1993).
 */
export function fitScan(model: BodyModel, scan: BodySurface, options: FitScanOptions = {}): BodyFit {
  const { freeJoints = scanJoints, mostPoints = 40_000, onProgress = () => {} } = options;
  const pointCount = scan.positions.length / 3;
  if (pointCount < fewestPoints)
    throw new Error(`a scan of ${pointCount} points; at least ${fewestPoints} are needed.`);
  const all = pickScanPoints(scan, mostPoints);
  const around = findVertexTriangles(model.triangles, model.vertexCount);
  const trust = vertexTrust(model);
  const search = { around, trust };
  const {
    pose,
    isRest,
    system: limbs,
  } = chooseStart(model, all, freeJoints, search, (share) => onProgress(0.35 * share));
  const some = thinScanPoints(all, 4 * coarsePoints);
  for (let round = 0; round < limbIterations; round++) {
    stepScan(limbs, pose, some, { ...search, reach: 0.1 - (0.06 * round) / limbIterations });
  }
  const posing = createFitSystem(model, freeJoints);
  let iterationCount = coarseIterations + limbIterations;
  for (let round = 0, step = 1; round < fineIterations && step > smallestStep; round++, iterationCount++) {
    ({ step } = stepScan(posing, pose, some, { ...search, reach: Math.max(finestReach, 0.04 - 0.002 * round) }));
    onProgress(0.4 + (0.2 * round) / fineIterations);
  }
  const system = isRest && isStill(posing, pose) ? straighten(model, pose) : posing;
  const noisePull = new Float64Array(model.vertexCount);
  const lastTrust = doFinePartsFit(model, pose, all, search) ? trust.map(() => 1) : trust;
  for (let round = 0; round < lastIterations; round++, iterationCount++) {
    stepScan(system, pose, all, {
      around,
      trust: lastTrust,
      reach: finestReach,
      noisePull,
      simulations: round === 1 ? simulations : 0,
    });
    onProgress(0.6 + (0.4 * (round + 1)) / lastIterations);
  }
  updateFitPose(model, pose);
  return {
    betas: pose.betas,
    surface: { positions: pose.shaped.positions, triangles: model.triangles },
    posed: { positions: pose.positions, triangles: model.triangles },
    residual: residualOf(model, pose, all, around),
    iterationCount,
  };
}

/** Fits the few best ways of standing roughly, drops the worse ones on the way, and goes on with the best. */
function chooseStart(
  model: BodyModel,
  scan: ScanPoints,
  freeJoints: readonly FreeJoint[],
  search: Pick<ScanStep, 'around' | 'trust'>,
  onProgress: (share: number) => void,
): StartPose & { readonly system: FitSystem } {
  const few = thinScanPoints(scan, coarsePoints);
  const activeBetas = Math.min(coarseBetas, model.betaCount);
  // Hands, feet and head follow when the limbs they hang on are where they belong; before, they would turn to anything.
  const largeJoints = freeJoints.filter(({ bone }) => bone.includes('Upper'));
  let tried = findStartPoses(model, scan, startsTried).map((start) => ({
    ...start,
    system: createFitSystem(model, largeJoints),
  }));
  for (let round = 0; round < coarseIterations; round++) {
    const reach = 0.3 - (0.2 * round) / coarseIterations;
    tried = tried.map((each) => ({
      ...each,
      ...stepScan(each.system, each.pose, few, { ...search, reach, activeBetas }),
    }));
    tried.sort((a, b) => a.misfit - b.misfit);
    if (round === 2) tried = tried.slice(0, 2);
    onProgress((round + 1) / coarseIterations);
  }
  return tried[0];
}

/**
 * Whether fingers, toes and face fit as well as everything else: then they are the model's, and what they say counts.
 * Hair, a fist or another face is not.
 */
function doFinePartsFit(
  model: BodyModel,
  pose: FitPose,
  { points }: ScanPoints,
  { around, trust }: Pick<ScanStep, 'around' | 'trust'>,
): boolean {
  updateFitPose(model, pose);
  const search = buildSurfaceSearch(pose.positions, model.triangles, around);
  const place = createSurfacePlace();
  const fine: number[] = [];
  const plain: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    findOnSurface(search, points[at], points[at + 1], points[at + 2], place);
    (trust[place.vertex] < 0.5 ? fine : plain).push(Math.sqrt(place.distanceSq));
  }
  return medianOf(fine) < finePartsRatio * medianOf(plain);
}

function medianOf(values: number[]): number {
  return values.length === 0 ? 0 : values.sort((a, b) => a - b)[values.length >> 1];
}

/** Whether no joint is turned by more than a scan's noise turns it. */
function isStill({ turnedJoints, blurs }: FitSystem, { localRotations: r }: FitPose): boolean {
  return turnedJoints.every((joint, i) => {
    const cosine = (r[joint * 9] + r[joint * 9 + 4] + r[joint * 9 + 8] - 1) / 2;
    // The first is the body's own heading.
    return i === 0 || Math.acos(Math.min(1, Math.max(-1, cosine))) < blurs[i];
  });
}

/** Puts a body back into the model's own pose, where it is found to be in it: what joints cannot do, betas need not undo. */
function straighten(model: BodyModel, pose: FitPose): FitSystem {
  for (let joint = 1; joint < model.parents.length; joint++) {
    pose.localRotations.fill(0, joint * 9, joint * 9 + 9);
    for (const k of [0, 4, 8]) pose.localRotations[joint * 9 + k] = 1;
  }
  return createFitSystem(model, []);
}

function residualOf(model: BodyModel, pose: FitPose, { points }: ScanPoints, around: VertexTriangles): FitResidual {
  const search = buildSurfaceSearch(pose.positions, model.triangles, around);
  const place = createSurfacePlace();
  const distances: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    findOnSurface(search, points[at], points[at + 1], points[at + 2], place);
    distances.push(Math.sqrt(place.distanceSq));
  }
  distances.sort((a, b) => a - b);
  const used = distances.filter((distance) => distance < finestReach);
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
  return {
    mean,
    median: distances[distances.length >> 1],
    p95: distances[Math.floor(distances.length * 0.95)],
    usedShare: used.length / distances.length,
  };
}
