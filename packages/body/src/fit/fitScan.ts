import { buildKdTree, forEachWithin, InputError } from '@leib/core';
import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import { type FitPose, updateFitPose } from './fitPose.js';
import { createFitSystem, type FitSystem, scanJoints } from './fitSystem.js';
import { pickScanPoints, type ScanPoints, thinScanPoints, vertexAreas } from './scanPoints.js';
import { findStartPoses, type StartPose } from './startPoses.js';
import { type ScanStep, stepScan } from './stepScan.js';
import {
  buildSurfaceSearch,
  createSurfacePlace,
  findOnSurface,
  findVertexTriangles,
  type VertexTriangles,
} from './surfaceSearch.js';

export interface FitScanOptions {
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Distances of the scan's points from the fitted surface, metres. */
export interface FitResidual {
  readonly mean: number;
  readonly median: number;
  /** 95th percentile. */
  readonly p95: number;
  /** Share of the points that lie on the body; the others are hair, clothes, floor or noise. */
  readonly usedShare: number;
}

export interface BodyFit {
  readonly betas: Float64Array;
  /** The body of these betas in the model's own T-pose, metres. */
  readonly surface: BodySurface;
  /** The same body in the scan's pose and position. */
  readonly posed: BodySurface;
  /** How its joints are turned there, world space, 3 x 3 by rows. jointCount x 9. */
  readonly jointRotations: Float64Array;
  readonly residual: FitResidual;
  readonly iterationCount: number;
}

/** Points of the scan that are used. */
const mostPoints = 40_000;
const startsTried = 5;
const coarsePoints = 1500;
const coarseIterations = 8;
const coarseBetas = 4;
/** Steps that fit all betas, but no hands, feet or head. */
const limbIterations = 6;
const fineIterations = 20;
/** Steps at the end that subtract the effect of noise, and number of point clouds simulated for it. */
const lastIterations = 5;
const simulations = 8;
const fewestPoints = 100;
/** Points farther from the body than this are not part of it, metres. */
const finestReach = 0.03;
/** Fine parts fit as well as plain ones up to this ratio of their median distances; noise alone gives about 1. */
const finePartsRatio = 1.25;
/** Smaller scans are not of a person, metres. */
const LEAST_EXTENT = 0.3;
/** The fit ends when no beta changes by more, standard deviations. */
const smallestStep = 0.002;

/**
 * Fits shape, position and a few joints of the model to a scan of a standing person: any orientation, holes and noise
 * allowed, metres. For each point of the scan the nearest place on the body is found, which is robust to holes; the
 * distances along the body's normals are minimised by Gauss-Newton steps (Chen & Medioni, "Object modelling by
 * registration of multiple range images", 1992), weighted by Tukey's biweight, with a normal prior on the betas.
 *
 * Noise biases such a fit: a point that noise moves off a finger or an ear is assigned to its outside, so small round
 * parts seem larger. The last steps simulate the same noise on the fitted body and subtract its effect (a parametric
 * bootstrap; Efron & Tibshirani, "An introduction to the bootstrap", 1993).
 */
export function fitScan(model: BodyModel, scan: BodySurface, { onProgress = () => {} }: FitScanOptions = {}): BodyFit {
  const pointCount = scan.positions.length / 3;
  if (pointCount < fewestPoints) {
    const got = `expected at least ${fewestPoints} points, got ${pointCount}`;
    throw new InputError('scan', `${got}; choose a scan of a whole person`);
  }
  const extent = extentOf(scan.positions);
  if (!(extent >= LEAST_EXTENT)) {
    const got = `expected a person of at least ${LEAST_EXTENT} m, got points within ${extent.toFixed(3)} m`;
    throw new InputError('scan', `${got}; choose a scan of a whole person`);
  }
  const all = pickScanPoints(scan, mostPoints);
  const around = findVertexTriangles(model.triangles, model.vertexCount);
  const trust = vertexTrust(model);
  const search = { around, trust };
  const { pose, isRest, system: limbs } = chooseStart(model, all, search, (share) => onProgress(0.35 * share));
  const some = thinScanPoints(all, 4 * coarsePoints);
  for (let round = 0; round < limbIterations; round++) {
    stepScan(limbs, pose, some, { ...search, reach: 0.1 - (0.06 * round) / limbIterations });
  }
  const posing = createFitSystem(model);
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
    jointRotations: pose.worldRotations,
    residual: residualOf(model, pose, all, around),
    iterationCount,
  };
}

/** Along the axis where it is largest, metres. */
function extentOf(positions: Float64Array): number {
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = axis; at < positions.length; at += 3) {
      least = Math.min(least, positions[at]);
      most = Math.max(most, positions[at]);
    }
    extent = Math.max(extent, most - least);
  }
  return extent;
}

/** Fits the best few start poses coarsely, drops the worse ones after some rounds, and returns the best. */
function chooseStart(
  model: BodyModel,
  scan: ScanPoints,
  search: Pick<ScanStep, 'around' | 'trust'>,
  onProgress: (share: number) => void,
): StartPose & { readonly system: FitSystem } {
  const few = thinScanPoints(scan, coarsePoints);
  const activeBetas = Math.min(coarseBetas, model.betaCount);
  // Only large limbs: hands, feet and head are fitted once their limbs are in place.
  const largeJoints = scanJoints.filter(({ bone }) => bone.includes('Upper'));
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
 * Whether fingers, toes and face fit as well as the rest. If so they match the model and get full weight; hair, a fist or
 * another face do not match.
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

/** Whether no joint is turned by more than the noise of a scan would turn it. */
function isStill({ turnedJoints, blurs }: FitSystem, { localRotations: r }: FitPose): boolean {
  return turnedJoints.every((joint, i) => {
    const cosine = (r[joint * 9] + r[joint * 9 + 4] + r[joint * 9 + 8] - 1) / 2;
    // The first is the heading of the whole body.
    return i === 0 || Math.acos(Math.min(1, Math.max(-1, cosine))) < blurs[i];
  });
}

/** Resets the pose to the model's rest pose, so that small wrong turns of joints are not compensated by betas. */
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
  const distances = new Float64Array(points.length / 3);
  for (let i = 0; i < distances.length; i++) {
    findOnSurface(search, points[i * 3], points[i * 3 + 1], points[i * 3 + 2], place);
    distances[i] = Math.sqrt(place.distanceSq);
  }
  distances.sort();
  const used = distances.filter((distance) => distance < finestReach);
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
  return {
    mean,
    median: distances[distances.length >> 1],
    p95: distances[Math.floor(distances.length * 0.95)],
    usedShare: used.length / distances.length,
  };
}

/** Radius around a vertex, metres: more than the noise of scanners, less than a wrist. */
const radius = 0.01;
/** Smallest weight of a vertex. Not 0, because only the fingertips show the whole length of an arm. */
const leastTrust = 0.05;

/**
 * Weight of each vertex in a fit to a noisy scan, 0 to 1. Between fingers, toes and lips, and inside ears, noise moves
 * points to the wrong side, always outwards, which would bias the shape. Such places are found by the normals around
 * them: they point in many directions, so their mean is short.
 */
function vertexTrust({ meanPositions, triangles, vertexCount }: BodyModel): Float64Array {
  const normals = new Float64Array(vertexCount * 3);
  updateNormals(triangles, meanPositions, normals);
  const areas = vertexAreas(meanPositions, triangles);
  const tree = buildKdTree(meanPositions);
  const trust = new Float64Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const v = vertex * 3;
    let [x, y, z, area] = [0, 0, 0, 0];
    forEachWithin(tree, meanPositions[v], meanPositions[v + 1], meanPositions[v + 2], radius, (other) => {
      x += normals[other * 3] * areas[other];
      y += normals[other * 3 + 1] * areas[other];
      z += normals[other * 3 + 2] * areas[other];
      area += areas[other];
    });
    const evenness = Math.sqrt(x * x + y * y + z * z) / (area || 1);
    const share = Math.min(1, Math.max(0, (evenness - 0.8) / 0.15));
    trust[vertex] = Math.max(leastTrust, share * share * (3 - 2 * share));
  }
  return trust;
}
