import type { BodySurface } from '../bodySurface.js';
import type { MeasureName } from './measureNames.js';
import { SEAT_BELOW_CROTCH } from './measureShape.js';
import { measureArm } from './meshArm.js';
import { legSection, type Section, type StandingBody, sectionsAt, standBody, trunkSection } from './meshSections.js';
import { BODY_DENSITY, findSurfaceFaults, type SurfaceFaults, surfaceVolume } from './surfaceVolume.js';
import { type MeasureLine, tapeAround } from './tapeAround.js';

export interface MeshMeasures {
  readonly lines: readonly MeasureLine[];
  /** Measures that this mesh does not show, with the reason. */
  readonly missing: readonly { readonly name: MeasureName; readonly reason: string }[];
  /** Holes and wrong windings; where there are any, the weight is an estimate. */
  readonly faults: SurfaceFaults;
}

export interface MeasureMeshOptions {
  /** kg/m³. */
  readonly density?: number;
}

/**
 * Usual levels of navel and chest, which a mesh does not show, from the crotch (0) to the crown (1): means of both sexes
 * of ANSUR II. Women 0.234, 0.460; men 0.231, 0.489.
 */
const NAVEL_PLACE = 0.232;
const CHEST_FROM = 0.44;
const CHEST_TO = 0.5;
/** Gluteal fold below the crotch, under-bust below the nipples, shares of stature. */
const FOLD_BELOW_CROTCH = 0.014;
const UNDER_BUST_BELOW_CHEST = 0.03;

const UP = [0, 1, 0] as const;

/**
 * Takes the measures that any body mesh shows: Y up, metres, upright, legs a little apart, arms anywhere; the toes show
 * the front. For bodies of the default topology measureShape() is more accurate.
 */
export function measureMesh(mesh: BodySurface, options: MeasureMeshOptions = {}): MeshMeasures {
  const faults = findSurfaceFaults(mesh);
  const body = standBody(mesh);
  const taken = createTaken(body);
  taken.addHeight('stature', body.stature, [0, 0], 'lowest to highest point');
  addWeight(taken, mesh, faults, options.density ?? BODY_DENSITY);
  const areArmsLowered = measureArm(body, taken.add, taken.miss);
  const crotch = findCrotch(body);
  if (crotch === null) {
    for (const name of ['crotchHeight', 'sittingHeight', 'waistHeight', 'hipHeight'] as const) {
      taken.miss(name, 'no level at which two legs become one trunk');
    }
  } else addTrunk(taken, body, crotch, areArmsLowered);
  addLegsAndNeck(taken, body);
  return { lines: taken.lines, missing: taken.missing, faults };
}

/** Measures taken so far, and those that the mesh does not show. */
interface Taken {
  readonly lines: MeasureLine[];
  readonly missing: { readonly name: MeasureName; readonly reason: string }[];
  readonly add: (line: Omit<MeasureLine, 'anchors'>) => void;
  readonly miss: (name: MeasureName, reason: string) => void;
  /** @param at x and z of the plumb line */
  readonly addHeight: (name: MeasureName, value: number, at: readonly number[], how: string, isSure?: boolean) => void;
  readonly addGirth: (name: MeasureName, section: Section | null, how: string, isSure?: boolean) => void;
}

function createTaken(body: StandingBody): Taken {
  const lines: MeasureLine[] = [];
  const missing: { name: MeasureName; reason: string }[] = [];
  const add = (line: Omit<MeasureLine, 'anchors'>) => {
    lines.push({ ...line, points: body.restore(line.points), anchors: null });
  };
  const miss = (name: MeasureName, reason: string) => {
    missing.push({ name, reason });
  };
  return {
    lines,
    missing,
    add,
    miss,
    addHeight: (name, value, at, how, isSure = true) => {
      const points = Float64Array.of(at[0], 0, at[1], at[0], value, at[1]);
      add({ name, value, how, certainty: isSure ? 'measured' : 'estimated', points, isClosed: false });
    },
    addGirth: (name, section, how, isSure = true) => {
      if (!section) return miss(name, `no outline there (${how})`);
      const { length, points } = tapeAround(section.points, UP);
      const certainty = isSure && section.isClosed ? 'measured' : 'estimated';
      add({ name, value: length, how, certainty, points, isClosed: true });
    },
  };
}

function addWeight(taken: Taken, mesh: BodySurface, faults: SurfaceFaults, density: number): void {
  const volume = surfaceVolume(mesh.positions, mesh.triangles);
  if (!(volume > 0)) {
    taken.miss('weight', 'the surface is inside out or encloses nothing');
    return;
  }
  const { openEdgeCount, badEdgeCount } = faults;
  const isWhole = openEdgeCount === 0 && badEdgeCount === 0;
  const why = isWhole ? '' : `; the surface is not closed (${openEdgeCount} open, ${badEdgeCount} bad edges)`;
  taken.add({
    name: 'weight',
    value: volume * density,
    how: `volume times density${why}`,
    certainty: isWhole ? 'measured' : 'estimated',
    points: new Float64Array(0),
    isClosed: false,
  });
}

/** @param crotch height, metres */
function addTrunk({ addHeight, addGirth }: Taken, body: StandingBody, crotch: number, areArmsLowered: boolean): void {
  const { stature } = body;
  const trunk = stature - crotch;
  addHeight('crotchHeight', crotch, [0, 0], 'level at which the legs join');
  addHeight('sittingHeight', trunk + SEAT_BELOW_CROTCH, [0, 0], 'crotch to crown and the seat below it', false);
  const navel = crotch + NAVEL_PLACE * trunk;
  const waist = trunkSection(body, navel);
  addHeight('waistHeight', navel, [0, waist?.maxZ ?? 0], 'where the navel usually is', false);
  addGirth('waist', waist, 'level where the navel usually is', false);
  const hipHeight = findProtrusion(body, crotch, navel);
  const hip = trunkSection(body, hipHeight);
  addHeight('hipHeight', hipHeight, [0, hip?.minZ ?? 0], 'level of the greatest protrusion to the back');
  addGirth('hip', hip, 'level of the greatest protrusion to the back');
  const thigh = legSection(body, crotch - FOLD_BELOW_CROTCH * stature);
  addGirth('thigh', thigh, 'level of the gluteal fold, just below the crotch');
  const chest = fullest(body, trunkSection, crotch + CHEST_FROM * trunk, crotch + CHEST_TO * trunk, 1);
  const raised = areArmsLowered ? '' : '; raised arms widen it';
  const chestOnly = chest && trunkWithoutArms(chest.section, waist);
  addGirth('chest', chestOnly, `fullest level of the chest${raised}`, areArmsLowered);
  const under = chest && trunkSection(body, chest.height - UNDER_BUST_BELOW_CHEST * stature);
  addGirth('underBust', under && trunkWithoutArms(under, waist), `a hand below the chest${raised}`, false);
}

function addLegsAndNeck({ addGirth }: Taken, body: StandingBody): void {
  const { stature } = body;
  const ankle = fullest(body, legSection, 0.055 * stature, 0.14 * stature, -1);
  addGirth('ankle', ankle?.section ?? null, 'least girth above the ankle');
  const calf = fullest(body, legSection, 0.16 * stature, 0.25 * stature, 1);
  addGirth('calf', calf?.section ?? null, 'greatest girth below the knee');
  const neck = fullest(body, neckSection, 0.82 * stature, 0.89 * stature, -1);
  addGirth('neck', neck?.section ?? null, 'least level girth between head and shoulders', false);
}

/** Highest level, to 0.1 mm, below which no outline reaches across the middle; null where there is none. */
function findCrotch(body: StandingBody): number | null {
  const isTrunk = (height: number) => {
    const across = 0.045 * body.stature;
    return sectionsAt(body, height).some(({ minX, maxX }) => minX < -across && maxX > across);
  };
  let below = 0.3 * body.stature;
  let above = 0.6 * body.stature;
  if (isTrunk(below) || !isTrunk(above)) return null;
  while (above - below > 1e-4) {
    const middle = (above + below) / 2;
    if (isTrunk(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/** Level between crotch and navel at which the trunk reaches farthest back. */
function findProtrusion(body: StandingBody, crotch: number, navel: number): number {
  const steps = 40;
  let [best, farthest] = [crotch, Number.POSITIVE_INFINITY];
  for (let i = 0; i <= steps; i++) {
    const height = crotch + ((navel - crotch) * i) / steps;
    const back = trunkSection(body, height)?.minZ ?? Number.POSITIVE_INFINITY;
    if (back < farthest) [best, farthest] = [height, back];
  }
  return best;
}

/** The outline with the greatest (sign 1) or least (-1) tape between two levels. */
function fullest(
  body: StandingBody,
  sectionAt: (body: StandingBody, height: number) => Section | null,
  from: number,
  to: number,
  sign: 1 | -1,
): { readonly section: Section; readonly height: number } | null {
  const steps = 14;
  let best: { section: Section; height: number } | null = null;
  let bestLength = Number.NEGATIVE_INFINITY;
  for (let i = 0; i <= steps; i++) {
    const height = from + ((to - from) * i) / steps;
    const section = sectionAt(body, height);
    if (!section) continue;
    const length = sign * tapeAround(section.points, UP).length;
    if (length > bestLength) [best, bestLength] = [{ section, height }, length];
  }
  return best;
}

/** The outline around the axis, of any width. */
function neckSection(body: StandingBody, height: number): Section | null {
  return sectionsAt(body, height).find(({ minX, maxX }) => minX < 0 && maxX > 0) ?? null;
}

/** Drops the part of a trunk's outline that raised arms add: everything far outside the waist's breadth. */
function trunkWithoutArms(section: Section, waist: Section | null): Section {
  if (!waist) return section;
  const half = 1.35 * Math.max(-waist.minX, waist.maxX);
  if (section.maxX <= half && section.minX >= -half) return section;
  const kept: number[] = [];
  for (let at = 0; at < section.points.length; at += 3) {
    if (Math.abs(section.points[at]) <= half) kept.push(...section.points.subarray(at, at + 3));
  }
  return { ...section, points: Float64Array.from(kept), isClosed: false };
}
