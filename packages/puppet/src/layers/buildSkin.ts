import { InputError } from '@leib/core';
import type { PuppetPart, SkinLayer, SkinRegion, SkinSettings } from '../file/puppetFile.js';
import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { findLipPairs } from './lipPairs.js';
import { buildPlaceGraph, placeAreas } from './placeGraph.js';
import type { FurModel, MassLayer, SkinEdges, SkinModel } from './skinModel.js';

interface SkinInput {
  readonly mesh: PuppetMesh;
  /** Parents first: part i is joint i + 1. */
  readonly parts: readonly PuppetPart[];
  readonly binding: PartBinding;
  readonly settings: SkinSettings;
}

/** Frames per second that `iterations` counts for: one substep each. */
const FRAME_RATE = 60;
/** Skin of this mass, kilograms per square metre (a millimetre of latex), swings as stiffnessHz() says; heavier slower. */
const REFERENCE_MASS = 1;
const SOFTEST_HZ = 1.5;
const STIFFEST_HZ = 400;
/** Share of critical damping that is left where none is asked for: air, and an end to every wobble. */
const LEAST_DAMPING = 0.02;
/** Kilograms per cubic metre. */
const FAT_DENSITY = 900;
/** Over this share of the model's size the skin moves together. */
const TOGETHER = 0.03;
/** An edge's share of a sheet's tension: the cotangents of an equilateral mesh, 1 / sqrt(3). */
const EDGE_SHARE = 0.577;

/** Swings of the reference mass per second: 1.5 at stiffness 0, 4.2 at 0.5, 17 at 0.8, and rigid at 1. */
function stiffnessHz(stiffness: number): number {
  return Math.min(STIFFEST_HZ, SOFTEST_HZ / Math.max(0, 1 - stiffness) ** 1.5);
}

export function buildSkin({ mesh, parts, binding, settings }: SkinInput): SkinModel {
  const regions = spreadRegions(settings, parts, binding);
  const substep = 1 / (FRAME_RATE * Math.max(1, Math.round(settings.iterations)));
  const masses = placeAreas(mesh).map((area, place) => area * regions.mass[place]);
  const fats = settings.layers.filter((layer) => layer.kind === 'fat' && layer.thickness > 0) as FatLayer[];
  return {
    placeCount: mesh.placeCount,
    substep,
    gravity: settings.gravity,
    looseness: regions.stiffness.map((stiffness) => (1 - stiffness) ** 2),
    masses,
    maxDistances: regions.maxDistance,
    layers: buildLayers(regions, fats, substep),
    edges: buildEdges(mesh, regions, masses, substep),
    lips: findLipPairs(mesh, parts, binding, settings.lips),
    furs: settings.layers.flatMap((layer) =>
      layer.kind === 'fur' && layer.length > 0 ? [buildFur(layer, substep)] : [],
    ),
  };
}

type FatLayer = Extract<SkinLayer, { kind: 'fat' }>;
type FurLayer = Extract<SkinLayer, { kind: 'fur' }>;

/** A spring of one square metre: newtons per metre, and newtons per metre and second. */
interface Spring {
  readonly stiffness: number;
  readonly damping: number;
}

function springOf(stiffness: number, damping: number, mass: number): Spring {
  const k = REFERENCE_MASS * (2 * Math.PI * stiffnessHz(stiffness)) ** 2;
  return { stiffness: k, damping: 2 * Math.max(LEAST_DAMPING, damping) * Math.sqrt(k * mass) };
}

/**
 * XPBD for a spring of length zero between masses m and n (Macklin, Mueller & Chentanez 2016, eq. 18 and 26, with one
 * iteration per substep so that lambda begins at zero): with w = 1/m, alpha = 1 / (k h^2), gamma = c / (k h) a substep
 * takes away the share w / ((1 + gamma)(w_m + w_n) + alpha) of the distance, and gamma times that of its change.
 */
function pullOf(
  { stiffness: k, damping: c }: Spring,
  w: number,
  allW: number,
  h: number,
): { pull: number; drag: number } {
  const gamma = c / (k * h);
  const pull = w / ((1 + gamma) * allW + 1 / (k * h * h));
  return { pull, drag: gamma * pull };
}

function buildLayers(regions: PlaceRegions, fats: readonly FatLayer[], h: number): MassLayer[] {
  const placeCount = regions.mass.length;
  const create = () => new Float64Array(placeCount);
  return [...fats, null].map((fat, level) => {
    const below = level === 0 ? null : fats[level - 1];
    const layer = {
      pulls: create(),
      drags: create(),
      counterPulls: below && create(),
      counterDrags: below && create(),
    };
    for (let place = 0; place < placeCount; place++) {
      const mass = fat === null ? regions.mass[place] : FAT_DENSITY * fat.thickness;
      const spring = springOf(fat?.stiffness ?? regions.stiffness[place], fat?.damping ?? regions.damping[place], mass);
      const belowW = below === null ? 0 : 1 / (FAT_DENSITY * below.thickness);
      const own = pullOf(spring, 1 / mass, 1 / mass + belowW, h);
      layer.pulls[place] = own.pull;
      layer.drags[place] = own.drag;
      if (layer.counterPulls === null || layer.counterDrags === null) continue;
      const counter = pullOf(spring, belowW, 1 / mass + belowW, h);
      layer.counterPulls[place] = counter.pull;
      layer.counterDrags[place] = counter.drag;
    }
    return layer;
  });
}

/**
 * Springs between neighbours whose rest is the inner model's own edge, as it lies now: they know nothing of a bend, only
 * of places that lag differently. A sheet of tension k L^2 over springs k smooths over the length L.
 */
function buildEdges(mesh: PuppetMesh, regions: PlaceRegions, masses: Float64Array, h: number): SkinEdges {
  const { first: allFirst, neighbours } = buildPlaceGraph(mesh);
  const tensionLength = TOGETHER * sizeOf(mesh.positions);
  const first = new Uint32Array(mesh.placeCount + 1);
  const ends = new Int32Array(neighbours.length / 2);
  const [ownShares, endShares] = [0, 1].map(() => new Float32Array(ends.length));
  const stiffness = new Float64Array(ends.length);
  const springs = regions.stiffness.map((share) => springOf(share, 0, 1).stiffness);
  let length = 0;
  for (let place = 0; place < mesh.placeCount; place++) {
    for (let k = allFirst[place]; k < allFirst[place + 1]; k++) {
      const end = neighbours[k];
      if (end < place) continue;
      const spring = EDGE_SHARE * tensionLength ** 2 * Math.min(springs[place], springs[end]);
      const sum = 1 / masses[place] + 1 / masses[end] + 1 / (spring * h * h);
      ends[length] = end * 3;
      stiffness[length] = spring;
      ownShares[length] = 1 / masses[place] / sum;
      endShares[length++] = 1 / masses[end] / sum;
    }
    first[place + 1] = length;
  }
  return { first, ends, ownShares, endShares, stiffness };
}

/** Diagonal of the model. */
function sizeOf(positions: Float64Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]);
      high = Math.max(high, positions[at]);
    }
    return Math.max(0, high - low);
  });
  return Math.hypot(...sides);
}

function buildFur({ length, stiffness, damping }: FurLayer, h: number): FurModel {
  return { length, ...pullOf(springOf(stiffness, damping, REFERENCE_MASS), 1 / REFERENCE_MASS, 1 / REFERENCE_MASS, h) };
}

/** Where a file has no region. */
const defaultRegion: SkinRegion = { name: 'skin', stiffness: 0.6, damping: 0.15, mass: 1, maxDistance: 0.05 };

/** What the regions say at each place. placeCount entries each. */
interface PlaceRegions {
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly mass: Float64Array;
  readonly maxDistance: Float64Array;
}

/** Regions as they are painted; where nothing is painted each place has the blend of its parts' regions. */
function spreadRegions(
  { regions, paint }: Pick<SkinSettings, 'regions' | 'paint'>,
  parts: readonly PuppetPart[],
  binding: PartBinding,
): PlaceRegions {
  const known = regions.length > 0 ? regions : [defaultRegion];
  const placeCount = binding.weights.length / BOUND_PARTS;
  const create = () => new Float64Array(placeCount);
  const out = { stiffness: create(), damping: create(), mass: create(), maxDistance: create() };
  const add = (place: number, region: SkinRegion, weight: number) => {
    out.stiffness[place] += weight * region.stiffness;
    out.damping[place] += weight * region.damping;
    out.mass[place] += weight * region.mass;
    out.maxDistance[place] += weight * region.maxDistance;
  };
  if (paint !== null) {
    const painted = decodePaint(paint, placeCount, known.length);
    painted.forEach((region, place) => {
      add(place, known[region], 1);
    });
    return out;
  }
  const ofPart = parts.map(({ region }) => known.find(({ name }) => name === region) ?? known[0]);
  for (let place = 0; place < placeCount; place++) {
    const entries = [0, 1, 2, 3].map((k) => place * BOUND_PARTS + k);
    // Weights are of single precision: a sum that is not quite 1 must not make a rigid place stiffer than rigid.
    const sum = entries.reduce((total, entry) => total + binding.weights[entry], 0);
    for (const entry of entries) {
      const joint = binding.joints[entry];
      add(place, joint === 0 ? known[0] : ofPart[joint - 1], binding.weights[entry] / sum);
    }
  }
  return out;
}

/** One byte per place. A region that is not in the list is the first. */
function decodePaint(paint: NonNullable<SkinSettings['paint']>, placeCount: number, regionCount: number): Uint8Array {
  if (paint.placeCount !== placeCount) {
    throw new InputError(
      'skin.paint',
      `expected ${placeCount} places as the mesh has, got ${paint.placeCount}; paint the skin again`,
    );
  }
  const bytes = Uint8Array.from(atob(paint.regions), (character) => character.charCodeAt(0));
  if (bytes.length !== placeCount) {
    throw new InputError('skin.paint.regions', `expected ${placeCount} bytes, got ${bytes.length}`);
  }
  return bytes.map((region) => (region < regionCount ? region : 0));
}
