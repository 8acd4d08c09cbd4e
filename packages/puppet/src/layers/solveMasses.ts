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

/** The same without a spring: what hangs on another mass is pulled by coupleMasses(). */
export function fallMasses(offsets: MassOffsets, falls: Float64Array): void {
  const { now, before } = offsets;
  for (let at = 0; at < now.length; at++) before[at] = 2 * now[at] - before[at] + falls[at];
  offsets.now = before;
  offsets.before = now;
}

/** The springs between a layer and the one below, both of which give way. */
export function coupleMasses(upper: MassOffsets, lower: MassOffsets, layer: MassLayer): void {
  const { pulls, drags, counterPulls, counterDrags } = layer;
  if (counterPulls === null || counterDrags === null) return;
  const [a, b] = [upper.now, lower.now];
  for (let place = 0, at = 0; at < a.length; place++) {
    for (const end = at + 3; at < end; at++) {
      const distance = a[at] - b[at];
      const change = distance - upper.before[at] + lower.before[at];
      a[at] -= pulls[place] * distance + drags[place] * change;
      b[at] += counterPulls[place] * distance + counterDrags[place] * change;
    }
  }
}

/** The springs between neighbours, one after the other (Gauss-Seidel). */
export function solveEdges({ first, ends, ownShares, endShares }: SkinEdges, d: Float64Array): void {
  const placeCount = first.length - 1;
  let k = 0;
  for (let place = 0; place < placeCount; place++) {
    const last = first[place + 1];
    if (k === last) continue;
    const at = place * 3;
    let x = d[at];
    let y = d[at + 1];
    let z = d[at + 2];
    for (; k < last; k++) {
      const end = ends[k];
      const own = ownShares[k];
      const other = endShares[k];
      const dx = d[end] - x;
      const dy = d[end + 1] - y;
      const dz = d[end + 2] - z;
      x += own * dx;
      y += own * dy;
      z += own * dz;
      d[end] -= other * dx;
      d[end + 1] -= other * dy;
      d[end + 2] -= other * dz;
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
  for (let at = 0; at < now.length; at++) {
    const way = now[at] - before[at] + falls[at];
    const distance = now[at] + way - skin.now[at];
    const change = distance - now[at] + skin.before[at];
    before[at] = distance - pull * distance - drag * change;
  }
  for (let at = 0; at < before.length; at += 3) {
    const [nx, ny, nz] = [normals[at], normals[at + 1], normals[at + 2]];
    let [x, y, z] = [before[at] / length + nx, before[at + 1] / length + ny, before[at + 2] / length + nz];
    const size = Math.sqrt(x * x + y * y + z * z) || 1;
    [x, y, z] = [x / size, y / size, z / size];
    const height = x * nx + y * ny + z * nz;
    if (height < LEAST_HEIGHT) {
      const lean = MOST_LEAN / (Math.sqrt(1 - height * height) || 1);
      x = lean * (x - height * nx) + LEAST_HEIGHT * nx;
      y = lean * (y - height * ny) + LEAST_HEIGHT * ny;
      z = lean * (z - height * nz) + LEAST_HEIGHT * nz;
    }
    before[at] = skin.now[at] + length * (x - nx);
    before[at + 1] = skin.now[at + 1] + length * (y - ny);
    before[at + 2] = skin.now[at + 2] + length * (z - nz);
  }
  tips.now = before;
  tips.before = now;
}
