import type { FurModel, MassLayer, MassOffsets, SkinEdges } from './skinModel.js';

/**
 * One substep of masses that hang on carriers, in offsets from them: no farther than they may be, on by their speed and
 * their weight, then pulled and damped by their spring. What comes out is written over the oldest offsets, which then
 * are the newest.
 */
export function swingMasses(offsets: MassOffsets, falls: Float64Array, layer: MassLayer, most: Float64Array): void {
  const { now, before } = offsets;
  const { pulls, drags } = layer;
  for (let place = 0, at = 0; place < pulls.length; place++, at += 3) {
    let x = now[at];
    let y = now[at + 1];
    let z = now[at + 2];
    const lengthSq = x * x + y * y + z * z;
    if (lengthSq > most[place] * most[place]) {
      const scale = most[place] / Math.sqrt(lengthSq);
      x *= scale;
      y *= scale;
      z *= scale;
      now[at] = x;
      now[at + 1] = y;
      now[at + 2] = z;
    }
    const kept = 1 - pulls[place];
    const drag = drags[place];
    const wayX = x - before[at] + falls[at];
    const wayY = y - before[at + 1] + falls[at + 1];
    const wayZ = z - before[at + 2] + falls[at + 2];
    before[at] = kept * (x + wayX) - drag * wayX;
    before[at + 1] = kept * (y + wayY) - drag * wayY;
    before[at + 2] = kept * (z + wayZ) - drag * wayZ;
  }
  offsets.now = before;
  offsets.before = now;
}

/**
 * The same for masses that hang on other masses: the springs between a layer and the one below, both of which give way. The
 * layer below has had its substep.
 */
export function swingOnMasses(
  upper: MassOffsets,
  lower: MassOffsets,
  falls: Float64Array,
  layer: MassLayer,
  most: Float64Array,
): void {
  const { pulls, drags, counterPulls, counterDrags } = layer;
  if (counterPulls === null || counterDrags === null) return;
  const { now, before } = upper;
  const below = lower.now;
  const belowBefore = lower.before;
  for (let place = 0, first = 0; place < pulls.length; place++, first += 3) {
    const lengthSq = now[first] * now[first] + now[first + 1] * now[first + 1] + now[first + 2] * now[first + 2];
    const scale = lengthSq > most[place] * most[place] ? most[place] / Math.sqrt(lengthSq) : 1;
    const pull = pulls[place];
    const drag = drags[place];
    const counterPull = counterPulls[place];
    const counterDrag = counterDrags[place];
    for (let at = first; at < first + 3; at++) {
      const here = scale * now[at];
      const next = 2 * here - before[at] + falls[at];
      const distance = next - below[at];
      const change = distance - here + belowBefore[at];
      now[at] = here;
      before[at] = next - pull * distance - drag * change;
      below[at] += counterPull * distance + counterDrag * change;
    }
  }
  upper.now = before;
  upper.before = now;
}

/** The springs between neighbours, one after the other (Gauss-Seidel). */
export function solveEdges({ first, ends, ownShares, endShares }: SkinEdges, d: Float64Array): void {
  const placeCount = first.length - 1;
  let k = 0;
  for (let place = 0, at = 0; place < placeCount; place++, at += 3) {
    const last = first[place + 1];
    if (k === last) continue;
    let x = d[at];
    let y = d[at + 1];
    let z = d[at + 2];
    // Each number of the other end is read once: most of a skin's time is spent here.
    for (; k < last; k++) {
      const end = ends[k];
      const own = ownShares[k];
      const other = endShares[k];
      const endX = d[end];
      const endY = d[end + 1];
      const endZ = d[end + 2];
      const dx = endX - x;
      const dy = endY - y;
      const dz = endZ - z;
      d[end] = endX - other * dx;
      d[end + 1] = endY - other * dy;
      d[end + 2] = endZ - other * dz;
      x += own * dx;
      y += own * dy;
      z += own * dz;
    }
    d[at] = x;
    d[at + 1] = y;
    d[at + 2] = z;
  }
}

/** Nothing farther than it may be. */
export function limitOffsets(d: Float64Array, maxDistances: Float64Array): void {
  for (let place = 0, at = 0; at < d.length; place++, at += 3) {
    const most = maxDistances[place];
    const lengthSq = d[at] * d[at] + d[at + 1] * d[at + 1] + d[at + 2] * d[at + 2];
    if (lengthSq <= most * most) continue;
    const scale = most / Math.sqrt(lengthSq);
    d[at] *= scale;
    d[at + 1] *= scale;
    d[at + 2] *= scale;
  }
}

/** A tip stands at least this share of the fur's length out of the skin. */
const LEAST_HEIGHT = 0.15;
const MOST_LEAN = Math.sqrt(1 - LEAST_HEIGHT ** 2);

/**
 * One substep of the tips of fur: they follow the skin below them, keep the length of their strand, and do not go through
 * the skin. Offsets are from the tip's place above the inner model.
 */
export function swingTips(
  tips: MassOffsets,
  skin: MassOffsets,
  normals: Float64Array,
  falls: Float64Array,
  { length, pull, drag }: FurModel,
): void {
  const { now, before } = tips;
  const { now: skinNow, before: skinBefore } = skin;
  const kept = 1 - pull - drag;
  const inverse = 1 / length;
  for (let at = 0; at < now.length; at += 3) {
    const nx = normals[at];
    const ny = normals[at + 1];
    const nz = normals[at + 2];
    // On by their speed and their weight, from the skin; then damped against its way.
    const nextX = 2 * now[at] - before[at] + falls[at] - skinNow[at];
    const nextY = 2 * now[at + 1] - before[at + 1] + falls[at + 1] - skinNow[at + 1];
    const nextZ = 2 * now[at + 2] - before[at + 2] + falls[at + 2] - skinNow[at + 2];
    let x = (kept * nextX + drag * (now[at] - skinBefore[at])) * inverse + nx;
    let y = (kept * nextY + drag * (now[at + 1] - skinBefore[at + 1])) * inverse + ny;
    let z = (kept * nextZ + drag * (now[at + 2] - skinBefore[at + 2])) * inverse + nz;
    const size = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
    x *= size;
    y *= size;
    z *= size;
    const height = x * nx + y * ny + z * nz;
    if (height < LEAST_HEIGHT) {
      const lean = MOST_LEAN / (Math.sqrt(1 - height * height) || 1);
      x = lean * (x - height * nx) + LEAST_HEIGHT * nx;
      y = lean * (y - height * ny) + LEAST_HEIGHT * ny;
      z = lean * (z - height * nz) + LEAST_HEIGHT * nz;
    }
    before[at] = skinNow[at] + length * (x - nx);
    before[at + 1] = skinNow[at + 1] + length * (y - ny);
    before[at + 2] = skinNow[at + 2] + length * (z - nz);
  }
  tips.now = before;
  tips.before = now;
}
