import { buildCellSteps, isOpenStep, type SolidGrid } from '@leib/formats/volume';

/**
 * Joins what is apart: a robot's forearm that only touches its elbow, a button, a loose eye. Each island is joined to the
 * rest at the narrowest gap, and only there, so that no way leads through the air between two fingers.
 */
export function bridgeIslands(grid: SolidGrid): void {
  const { islands, count } = labelIslands(grid);
  if (count < 2) return;
  const { labels, before, gaps } = floodAir(grid, islands, count);
  joinBy(gaps, count, labels, ({ from, to }) => {
    openWay(grid, from, to);
    for (const end of [from, to]) {
      for (let cell = end; before[cell] >= 0; cell = before[cell]) openWay(grid, cell, before[cell]);
    }
  });
}

/** Joins islands by the shortest gaps until all are one (Kruskal); how many are left. */
function joinBy(gaps: readonly Gap[], count: number, labels: Int32Array, join: (gap: Gap) => void): number {
  const joined = Int32Array.from({ length: count }, (_, island) => island);
  const find = (island: number): number => {
    let at = island;
    while (joined[at] !== at) at = joined[at];
    return at;
  };
  let left = count;
  for (const gap of [...gaps].sort((a, b) => a.length - b.length || a.from - b.from || a.to - b.to)) {
    const [a, b] = [find(labels[gap.from]), find(labels[gap.to])];
    if (a === b) continue;
    joined[a] = b;
    left--;
    join(gap);
  }
  return left;
}

/** Cells that ways inside the volume join have one number, -1 for air. */
function labelIslands(grid: SolidGrid): { readonly islands: Int32Array; readonly count: number } {
  const { inside } = grid;
  const islands = new Int32Array(inside.length).fill(-1);
  const steps = buildCellSteps(grid);
  const offsets = Int32Array.from(steps, ({ offset }) => offset);
  const open: number[] = [];
  let count = 0;
  for (let start = 0; start < inside.length; start++) {
    if (inside[start] === 0 || islands[start] >= 0) continue;
    islands[start] = count;
    open.push(start);
    while (open.length > 0) {
      const cell = open.pop() as number;
      for (let n = 0; n < offsets.length; n++) {
        const next = cell + offsets[n];
        if (inside[next] !== 1 || islands[next] >= 0 || !isOpenStep(grid, cell, steps[n])) continue;
        islands[next] = count;
        open.push(next);
      }
    }
    count++;
  }
  return { islands, count };
}

interface AirFlood {
  /** Nearest island of each cell; -1: not reached before all islands met. */
  readonly labels: Int32Array;
  /** The cell before, on the way from the island; -1 for its own cells. */
  readonly before: Int32Array;
  /** The shortest way through the air between each two islands that have met. */
  readonly gaps: readonly Gap[];
}

interface Gap {
  /** The lower cell, and its neighbour. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Floods the air from all islands at once, a step at a time, until they are joined. */
function floodAir({ counts: [nx, ny, nz], inside }: SolidGrid, islands: Int32Array, count: number): AirFlood {
  const labels = islands.slice();
  const steps = new Int32Array(inside.length);
  const before = new Int32Array(inside.length).fill(-1);
  const gaps = new Map<number, Gap>();
  const meet = (a: number, b: number) => {
    const [from, to, length] = [Math.min(a, b), Math.max(a, b), steps[a] + steps[b] + 1];
    const key = Math.min(labels[a], labels[b]) * count + Math.max(labels[a], labels[b]);
    const known = gaps.get(key);
    if (!known || length < known.length || (length === known.length && from < known.from)) {
      gaps.set(key, { from, to, length });
    }
  };
  const sides = [nx, ny, nz];
  const strides = [1, nx, nx * ny];
  let front: number[] = [];
  for (let cell = 0; cell < islands.length; cell++) if (islands[cell] >= 0) front.push(cell);
  while (front.length > 0) {
    const next: number[] = [];
    for (const cell of front) {
      for (let axis = 0; axis < 3; axis++) {
        const along = Math.floor(cell / strides[axis]) % sides[axis];
        for (let sign = -1; sign <= 1; sign += 2) {
          if (along + sign < 0 || along + sign >= sides[axis]) continue;
          const other = cell + sign * strides[axis];
          if (labels[other] < 0) {
            labels[other] = labels[cell];
            steps[other] = steps[cell] + 1;
            before[other] = cell;
            next.push(other);
          } else if (labels[other] !== labels[cell]) meet(cell, other);
        }
      }
    }
    // Every gap that is found later is at least as long as all of these.
    if (gaps.size + 1 >= count && joinBy([...gaps.values()], count, labels, () => {}) === 1) break;
    front = next;
  }
  return { labels, before, gaps: [...gaps.values()] };
}

/** Fills two neighbouring cells and takes the wall between them away. */
function openWay({ counts: [nx], inside, walls }: SolidGrid, a: number, b: number): void {
  inside[a] = 1;
  inside[b] = 1;
  const [low, apart] = [Math.min(a, b), Math.abs(a - b)];
  walls[low] &= ~(1 << (apart === 1 ? 0 : apart === nx ? 1 : 2));
}
