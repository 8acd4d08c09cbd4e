import type { PuppetPart } from '../file/puppetFile.js';
import { BOUND_PARTS, type PartBinding, WHOLE } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { volumeOf } from '../volume/puppetVolume.js';
import { takeLeftOvers } from './leftOver.js';
import { buildPlaceBlocks, type PartReach, reachPart } from './reachShape.js';
import { candidateCount, createPlaceShares, type PlaceShares, shareWeights } from './shareWeights.js';

/**
 * Binds each place of a mesh to the parts that reach it ("cut"). Parts come in the order of the skeleton, part i as joint
 * i + 1. How several parts share a place is said at `shareWeights`, what becomes of the rest at `takeLeftOvers`. Bones that
 * do not reach through the air need the volume, which is made once for a mesh.
 */
export function bindParts(mesh: PuppetMesh, parts: readonly PuppetPart[]): PartBinding {
  return bindReaches(mesh, parts, reachParts(mesh, parts));
}

/**
 * What each part reaches. Parts whose shape is that of a part `before` are taken over: after an edit of one part only that
 * part is worked out again.
 */
export function reachParts(
  mesh: PuppetMesh,
  parts: readonly PuppetPart[],
  before: { readonly parts: readonly PuppetPart[]; readonly reaches: readonly PartReach[] } | null = null,
): PartReach[] {
  const known = new Map(before?.parts.map(({ shape }, i) => [JSON.stringify(shape), before.reaches[i]]));
  const blocks = buildPlaceBlocks(mesh.positions);
  const volume = parts.some(isInsideOnly) ? volumeOf(mesh) : null;
  return parts.map(({ shape }) => known.get(JSON.stringify(shape)) ?? reachPart(mesh, blocks, shape, volume));
}

/** The binding by what each part reaches. */
export function bindReaches(
  mesh: PuppetMesh,
  parts: readonly PuppetPart[],
  reaches: readonly PartReach[],
): PartBinding {
  const { placeCount } = mesh;
  const nearest = createNearestParts(placeCount);
  reaches.forEach(({ places, radii }, part) => {
    for (let i = 0; i < places.length; i++) keepNearest(nearest, places[i], part, radii[i]);
  });
  const isBelow = buildIsBelow(parts);
  const binding = {
    joints: new Uint8Array(placeCount * BOUND_PARTS),
    weights: new Float32Array(placeCount * BOUND_PARTS),
  };
  const shares = createPlaceShares();
  const isHeld = new Uint8Array(placeCount);
  for (let place = 0; place < placeCount; place++) {
    readNearest(nearest, place, shares);
    const whole = shareWeights(shares, isBelow);
    writePlace(binding, place, shares, whole);
    if (whole === 0) isHeld[place] = 1;
  }
  takeLeftOvers(mesh, binding, isHeld);
  return binding;
}

/** Whether a bone keeps to the inside of the model: it is bound by ways through the volume. */
function isInsideOnly({ shape }: PuppetPart): boolean {
  return shape.kind === 'bone' && !shape.influence.throughAir;
}

/** The parts with the smallest radii at each place, smallest first. placeCount x candidateCount. */
interface NearestParts {
  readonly parts: Int16Array;
  readonly radii: Float32Array;
  readonly counts: Uint8Array;
}

function createNearestParts(placeCount: number): NearestParts {
  return {
    parts: new Int16Array(placeCount * candidateCount),
    radii: new Float32Array(placeCount * candidateCount),
    counts: new Uint8Array(placeCount),
  };
}

function keepNearest({ parts, radii, counts }: NearestParts, place: number, part: number, radius: number): void {
  const first = place * candidateCount;
  let slot = first + counts[place];
  if (counts[place] === candidateCount) {
    slot--;
    if (radius >= radii[slot]) return;
  } else {
    counts[place]++;
  }
  for (; slot > first && radii[slot - 1] > radius; slot--) {
    radii[slot] = radii[slot - 1];
    parts[slot] = parts[slot - 1];
  }
  radii[slot] = radius;
  parts[slot] = part;
}

function readNearest({ parts, radii, counts }: NearestParts, place: number, shares: PlaceShares): void {
  shares.count = counts[place];
  for (let i = 0; i < shares.count; i++) {
    shares.parts[i] = parts[place * candidateCount + i];
    shares.radii[i] = radii[place * candidateCount + i];
  }
}

function writePlace({ joints, weights }: PartBinding, place: number, shares: PlaceShares, whole: number): void {
  let slot = place * BOUND_PARTS;
  let isWholeWritten = !(whole > 0);
  for (let i = 0; i < shares.count; i++) {
    if (!isWholeWritten && whole > shares.weights[i]) {
      joints[slot] = WHOLE;
      weights[slot++] = whole;
      isWholeWritten = true;
    }
    joints[slot] = shares.parts[i] + 1;
    weights[slot++] = shares.weights[i];
  }
  if (isWholeWritten) return;
  joints[slot] = WHOLE;
  weights[slot] = whole;
}

/** Whether a part hangs, over any number of links, on another one. */
function buildIsBelow(parts: readonly PuppetPart[]): (part: number, ancestor: number) => boolean {
  const indexOf = new Map(parts.map(({ name }, index) => [name, index]));
  const parents = parts.map(({ parent }) => (parent === null ? -1 : (indexOf.get(parent) ?? -1)));
  const below = new Uint8Array(parts.length * parts.length);
  parts.forEach((_, part) => {
    let steps = 0;
    for (let at = parents[part]; at >= 0 && steps < parts.length; at = parents[at], steps++) {
      below[part * parts.length + at] = 1;
    }
  });
  return (part, ancestor) => below[part * parts.length + ancestor] === 1;
}
