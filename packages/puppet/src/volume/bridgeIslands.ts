import { buildCellSteps, isOpenStep, type SolidGrid } from '@leib/formats/volume';

/**
 * Joins what is apart: a robot's forearm that only touches its elbow, a button, a loose eye. Each island is joined to the
 * rest at the narrowest gap, and only there, so that no way leads through the air between two fingers.
 */
export function bridgeIslands(grid: SolidGrid): void {
  const { islands, count } = labelIslands(grid);
  if (count < 2) return;
  const flood = floodAir(grid, islands);
  const gaps = narrowestGaps(grid, flood, count).sort((a, b) => a.length - b.length);
  const joined = Int32Array.from({ length: count }, (_, island) => island);
  const find = (island: number): number => {
    let at = island;
    while (joined[at] !== at) at = joined[at];
    return at;
  };
  for (const { from, to } of gaps) {
    const [a, b] = [find(flood.labels[from]), find(flood.labels[to])];
    if (a === b) continue;
    joined[a] = b;
    openWay(grid, from, to);
    for (const end of [from, to]) {
      for (let cell = end; flood.before[cell] >= 0; cell = flood.before[cell]) openWay(grid, cell, flood.before[cell]);
    }
  }
}

/** Cells that ways inside the volume join have one number, -1 for air. */
export function labelIslands(grid: SolidGrid): { readonly islands: Int32Array; readonly count: number } {
  const { inside } = grid;
  const islands = new Int32Array(inside.length).fill(-1);
  const steps = buildCellSteps(grid);
  const open: number[] = [];
  let count = 0;
  for (let start = 0; start < inside.length; start++) {
    if (inside[start] === 0 || islands[start] >= 0) continue;
    islands[start] = count;
    open.push(start);
    while (open.length > 0) {
      const cell = open.pop() as number;
      for (const step of steps) {
        const next = cell + step.offset;
        if (inside[next] !== 1 || islands[next] >= 0 || !isOpenStep(grid, cell, step)) continue;
        islands[next] = count;
        open.push(next);
      }
    }
    count++;
  }
  return { islands, count };
}

interface AirFlood {
  /** Nearest island of each cell. */
  readonly labels: Int32Array;
  /** Steps to it. */
  readonly steps: Int32Array;
  /** The cell before, on the way from the island; -1 for its own cells. */
  readonly before: Int32Array;
}

function floodAir({ counts: [nx, ny, nz], inside }: SolidGrid, islands: Int32Array): AirFlood {
  const labels = islands.slice();
  const steps = new Int32Array(inside.length);
  const before = new Int32Array(inside.length).fill(-1);
  const queue = new Uint32Array(inside.length);
  let end = 0;
  islands.forEach((island, cell) => {
    if (island >= 0) queue[end++] = cell;
  });
  const strides = [1, nx, nx * ny];
  const sides = [nx, ny, nz];
  for (let at = 0; at < end; at++) {
    const cell = queue[at];
    for (let axis = 0; axis < 3; axis++) {
      const along = Math.floor(cell / strides[axis]) % sides[axis];
      for (const sign of [-1, 1]) {
        const next = cell + sign * strides[axis];
        if (along + sign < 0 || along + sign >= sides[axis] || labels[next] >= 0) continue;
        labels[next] = labels[cell];
        steps[next] = steps[cell] + 1;
        before[next] = cell;
        queue[end++] = next;
      }
    }
  }
  return { labels, steps, before };
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** The shortest way through the air between each two islands that face each other. */
function narrowestGaps({ counts: [nx, ny, nz] }: SolidGrid, { labels, steps }: AirFlood, count: number): Gap[] {
  const gaps = new Map<number, Gap>();
  const strides = [1, nx, nx * ny];
  const sides = [nx, ny, nz];
  for (let from = 0; from < labels.length; from++) {
    for (let axis = 0; axis < 3; axis++) {
      if ((Math.floor(from / strides[axis]) % sides[axis]) + 1 >= sides[axis]) continue;
      const to = from + strides[axis];
      const [a, b] = [labels[from], labels[to]];
      if (a === b) continue;
      const key = Math.min(a, b) * count + Math.max(a, b);
      const length = steps[from] + steps[to] + 1;
      const known = gaps.get(key);
      if (!known || length < known.length) gaps.set(key, { from, to, length });
    }
  }
  return [...gaps.values()];
}

/** Fills two neighbouring cells and takes the wall between them away. */
function openWay({ counts: [nx], inside, walls }: SolidGrid, a: number, b: number): void {
  inside[a] = 1;
  inside[b] = 1;
  const [low, apart] = [Math.min(a, b), Math.abs(a - b)];
  walls[low] &= ~(1 << (apart === 1 ? 0 : apart === nx ? 1 : 2));
}
