import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';
import { doubleArea, type PuppetMesh } from '../model/puppetMesh.js';
import { joinPlaces } from '../volume/shellNormals.js';

/** A patch of skin in no part is taken along by what surrounds it when it is smaller than this share of its shell. */
const smallPatch = 0.05;
/** Or than this share of the whole surface: a heel is much of a shoe that is a shell of its own. */
const smallShare = 0.01;
const smoothings = 4;

/**
 * A fingertip that looks out of its bone's influence, or the gap between two bones, would stay behind as a spike: small
 * patches in no part take the mean of the weights around them. A large one (the body of a puppet that has bones only in
 * its arms) stays with the whole puppet, and so does a shell that no part touches.
 */
export function takeLeftOvers(mesh: PuppetMesh, binding: PartBinding, isHeld: Uint8Array): void {
  const small = smallPatches(mesh, isHeld);
  if (small.length === 0) return;
  const rank = new Int32Array(mesh.placeCount).fill(-1);
  small.forEach((place, i) => {
    rank[place] = i;
  });
  const { starts, neighbours } = neighboursOf(mesh, small, rank);
  const isKnown = isHeld.slice();
  const sums = new Float32Array(256);
  const mean = (place: number) => {
    const around = neighbours.subarray(starts[rank[place]], starts[rank[place] + 1]);
    return writeMean(binding, place, around, isKnown, sums);
  };
  let open = small;
  while (open.length > 0) {
    const done = open.filter(mean);
    if (done.length === 0) return;
    for (const place of done) isKnown[place] = 1;
    open = open.filter((place) => isKnown[place] === 0);
  }
  for (let n = 0; n < smoothings; n++) small.forEach(mean);
}

/** Places of the small patches that touch a part. */
function smallPatches({ positions, triangles, placeCount }: PuppetMesh, isHeld: Uint8Array): number[] {
  if (!isHeld.includes(0)) return [];
  const { shellOf } = joinPlaces(placeCount, triangles);
  const { shellOf: patchOf } = joinPlaces(placeCount, triangles, (a, b) => isHeld[a] === 0 && isHeld[b] === 0);
  const shellAreas = new Float64Array(placeCount);
  const patchAreas = new Float64Array(placeCount);
  const touches = new Uint8Array(placeCount);
  let wholeArea = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const area = Math.hypot(...doubleArea(positions, triangles, t));
    shellAreas[shellOf[triangles[t]]] += area;
    wholeArea += area;
    const isTouched = isHeld[triangles[t]] + isHeld[triangles[t + 1]] + isHeld[triangles[t + 2]] > 0;
    for (let k = t; k < t + 3; k++) {
      const patch = patchOf[triangles[k]];
      patchAreas[patch] += area / 3;
      if (isTouched) touches[patch] = 1;
    }
  }
  const places: number[] = [];
  for (let place = 0; place < placeCount; place++) {
    const patch = patchOf[place];
    if (isHeld[place] === 1 || touches[patch] === 0) continue;
    const small = Math.max(smallPatch * shellAreas[shellOf[place]], smallShare * wholeArea);
    if (patchAreas[patch] < small) places.push(place);
  }
  return places;
}

/** Neighbours over triangles of a few places: of the i-th from starts[i] to starts[i + 1]; some come twice. */
function neighboursOf({ triangles }: PuppetMesh, places: readonly number[], rank: Int32Array) {
  const starts = new Uint32Array(places.length + 1);
  for (const place of triangles) if (rank[place] >= 0) starts[rank[place] + 1] += 2;
  for (let i = 0; i < places.length; i++) starts[i + 1] += starts[i];
  const neighbours = new Uint32Array(starts[places.length]);
  const filled = starts.slice();
  triangles.forEach((place, n) => {
    if (rank[place] < 0) return;
    const first = n - (n % 3);
    neighbours[filled[rank[place]]++] = triangles[first + ((n + 1) % 3)];
    neighbours[filled[rank[place]]++] = triangles[first + ((n + 2) % 3)];
  });
  return { starts, neighbours };
}

/** Gives a place the mean of the weights of those around it that have some; whether there were any. */
function writeMean(
  { joints, weights }: PartBinding,
  place: number,
  around: Uint32Array,
  isKnown: Uint8Array,
  sums: Float32Array,
): boolean {
  sums.fill(0);
  let count = 0;
  for (const other of around) {
    if (isKnown[other] === 0) continue;
    count++;
    for (let k = other * BOUND_PARTS; k < (other + 1) * BOUND_PARTS; k++) sums[joints[k]] += weights[k];
  }
  if (count === 0) return false;
  const used: number[] = [];
  sums.forEach((sum, joint) => {
    if (sum > 0) used.push(joint);
  });
  used.sort((a, b) => sums[b] - sums[a]);
  const kept = used.slice(0, BOUND_PARTS);
  const total = kept.reduce((sum, joint) => sum + sums[joint], 0);
  for (let k = 0; k < BOUND_PARTS; k++) {
    joints[place * BOUND_PARTS + k] = kept[k] ?? 0;
    weights[place * BOUND_PARTS + k] = k < kept.length ? sums[kept[k]] / total : 0;
  }
  return true;
}
