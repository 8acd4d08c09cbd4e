import { cellCentre, type SolidGrid } from '@leib/formats/volume';
import type { LimbTree } from './limbTree.js';

/** The middle line of a limb, from where it leaves the body to its tip. */
export interface LimbLine {
  /** count x 3. */
  readonly points: Float64Array;
  /** Way from the middle of the model at each point. */
  readonly ways: Float64Array;
  /** Radius of a round section with the same area. */
  readonly radii: Float64Array;
}

/** A limb begins where its section has grown to this many times its usual area. */
const baseGrowth = 2.2;

/** Sections across the way, one and a half cells thick, from the base to the tip. */
export function traceLimb(grid: SolidGrid, ways: Float32Array, tree: LimbTree, arc: number): LimbLine {
  const { near, far, children } = tree.arcs[arc];
  const thick = 1.5 * grid.cell;
  const count = Math.max(2, Math.ceil((far - near) / thick));
  const sums = new Float64Array(count * 4);
  tree.arcOf.forEach((of, cell) => {
    if (of !== arc) return;
    const at = Math.min(count - 1, Math.max(0, Math.floor((ways[cell] - near) / thick)));
    const centre = cellCentre(grid, cell);
    for (let k = 0; k < 3; k++) sums[at * 4 + k] += centre[k];
    sums[at * 4 + 3]++;
  });
  const used = Array.from({ length: count }, (_, at) => at).filter((at) => sums[at * 4 + 3] > 0);
  const areas = used.map((at) => (sums[at * 4 + 3] * grid.cell ** 3) / thick);
  const from = children.length > 0 ? 0 : baseOf(areas);
  const kept = used.slice(from);
  const points = Float64Array.from(kept.flatMap((at) => [0, 1, 2].map((k) => sums[at * 4 + k] / sums[at * 4 + 3])));
  return {
    points: smoothed(points),
    ways: Float64Array.from(kept, (at) => near + (at + 0.5) * thick),
    radii: Float64Array.from(areas.slice(from), (area) => Math.sqrt(area / Math.PI)),
  };
}

/** The innermost section that still has the limb's own size. */
function baseOf(areas: readonly number[]): number {
  const outer = areas.slice(Math.floor(areas.length * 0.3)).sort((a, b) => a - b);
  const usual = outer[Math.floor(outer.length / 2)];
  const middle = Math.floor(areas.length / 2);
  for (let at = middle; at > 0; at--) if (areas[at - 1] > baseGrowth * usual) return at;
  return 0;
}

/** Means over three neighbours; the ends stay. */
function smoothed(points: Float64Array): Float64Array {
  let from = points;
  for (let n = 0; n < 3; n++) {
    const to = from.slice();
    for (let at = 3; at + 3 < from.length; at++) to[at] = (from[at - 3] + 2 * from[at] + from[at + 3]) / 4;
    from = to;
  }
  return from;
}

/** Length along a line. */
export function lengthOfLine({ points }: LimbLine): number {
  let length = 0;
  for (let at = 3; at < points.length; at += 3) {
    length += Math.hypot(points[at] - points[at - 3], points[at + 1] - points[at - 2], points[at + 2] - points[at - 1]);
  }
  return length;
}

/** A bone for every so many widths of a limb, and at the most so many. */
const widthsPerBone = 2.6;
const mostBones = 5;
/** Weight of equal lengths against following the line, both squared. */
const evenness = 0.004;

/** Numbers of the points at which a limb's bones begin and end: at its bends, elsewhere evenly. */
export function splitLimb(line: LimbLine): number[] {
  const length = lengthOfLine(line);
  const width = 2 * mean(line.radii);
  const last = line.ways.length - 1;
  const boneCount = Math.min(mostBones, last, Math.max(1, Math.round(length / (widthsPerBone * width))));
  const wanted = length / boneCount;
  const cost = (i: number, j: number) => bendCost(line, i, j) + evenness * (chord(line, i, j) - wanted) ** 2;
  // best[b][j]: least cost of reaching point j with b bones.
  let best = Array.from({ length: last + 1 }, (_, j) => (j === 0 ? 0 : cost(0, j)));
  const before: number[][] = [];
  for (let b = 1; b < boneCount; b++) {
    const from: number[] = [];
    const next = best.map((_, j) => {
      let least = Infinity;
      for (let i = b; i < j; i++) {
        const total = best[i] + cost(i, j);
        if (total >= least) continue;
        least = total;
        from[j] = i;
      }
      return least;
    });
    before.push(from);
    best = next;
  }
  const joints = [last];
  for (let b = before.length - 1; b >= 0; b--) joints.unshift(before[b][joints[0]] ?? 0);
  joints.unshift(0);
  return joints;
}

/** Mean square distance of the line between two of its points from the straight way. */
function bendCost({ points: p }: LimbLine, i: number, j: number): number {
  const [ux, uy, uz] = [p[j * 3] - p[i * 3], p[j * 3 + 1] - p[i * 3 + 1], p[j * 3 + 2] - p[i * 3 + 2]];
  const lengthSq = ux * ux + uy * uy + uz * uz || 1e-12;
  let sum = 0;
  for (let n = i + 1; n < j; n++) {
    const [x, y, z] = [p[n * 3] - p[i * 3], p[n * 3 + 1] - p[i * 3 + 1], p[n * 3 + 2] - p[i * 3 + 2]];
    const share = Math.min(1, Math.max(0, (x * ux + y * uy + z * uz) / lengthSq));
    sum += (x - share * ux) ** 2 + (y - share * uy) ** 2 + (z - share * uz) ** 2;
  }
  return sum / Math.max(1, p.length / 3);
}

function chord({ points: p }: LimbLine, i: number, j: number): number {
  return Math.hypot(p[j * 3] - p[i * 3], p[j * 3 + 1] - p[i * 3 + 1], p[j * 3 + 2] - p[i * 3 + 2]);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
