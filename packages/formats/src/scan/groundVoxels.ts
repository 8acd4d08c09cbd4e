/** Steps of a scan in the side of the smallest cell, as a power of two: 5.12 cm. */
const LEAST_SHIFT = 9;
/** Cells become no larger than this by thin scans: 82 cm. */
const MOST_SHIFT = 13;
/** Bits of x and y, and of z, in a cell's key. */
const LEVEL_BITS = 18;
const HEIGHT_BITS = 16;
/** Slots of the table at most: 16 bytes each. Beyond, cells become larger. */
const MOST_SLOTS = 2 ** 23;
const FULL_SHARE = 0.6;
/** Points of a cell in the mean below which a surface would have holes. */
const LEAST_MEAN_POINTS = 3;
/** Cells with so much less than others are a scanner's errors. */
const STRAY_SHARE = 0.02;
/** Empty cells within one and the same obstacle, one above the other. */
const MOST_GAP = 2;

/** What is solid above one cell of the floor: from where to where, one above the other, steps. */
export interface GroundColumn {
  readonly x: number;
  readonly y: number;
  /** Bottom and top of each, from below. */
  readonly runs: readonly number[];
}

/** Where points of a scan are, in cells that become larger before they take too much memory. */
export interface GroundVoxels {
  /** In steps of the scan, Z up. */
  add(x: number, y: number, z: number): void;
  /** Columns by x and y, ascending; `cell` is the side of one, steps. Called once, after all points. */
  finish(): {
    readonly cell: number;
    readonly columns: Iterable<GroundColumn>;
    /** From a point to the next on a surface, in the mean, steps: what is seen of a cell is about as large as its side. */
    readonly spacing: number;
  };
}

interface Table {
  keys: Float64Array;
  counts: Uint32Array;
  /** Mean height of a cell's points, steps above its bottom. */
  means: Float32Array;
  used: number;
}

const createTable = (slots: number): Table => ({
  keys: new Float64Array(slots).fill(-1),
  counts: new Uint32Array(slots),
  means: new Float32Array(slots),
  used: 0,
});

const levelMask = 2 ** LEVEL_BITS - 1;
const heightMask = 2 ** HEIGHT_BITS - 1;
const levelHalf = 2 ** (LEVEL_BITS - 1);
const heightHalf = 2 ** (HEIGHT_BITS - 1);

export function createGroundVoxels(): GroundVoxels {
  let table = createTable(2 ** 16);
  let shift = LEAST_SHIFT;
  const enter = (x: number, y: number, z: number, count: number, meanStep: number) => {
    const slot = slotOf(table, x, y, z);
    if (table.counts[slot] === 0) table.used++;
    const after = table.counts[slot] + count;
    const mean = meanStep - z * 2 ** shift;
    table.counts[slot] = after;
    table.means[slot] += ((mean - table.means[slot]) * count) / after;
    if (table.used > table.keys.length * FULL_SHARE) makeRoom();
  };
  const refill = (next: Table, nextShift: number) => {
    const before = table;
    const down = nextShift - shift;
    const size = 2 ** shift;
    table = next;
    shift = nextShift;
    for (const [slot, key] of before.keys.entries()) {
      if (key < 0) continue;
      const { x, y, z } = placeOf(key);
      enter(x >> down, y >> down, z >> down, before.counts[slot], before.means[slot] + z * size);
    }
  };
  const makeRoom = () => {
    const { length } = table.keys;
    if (length < MOST_SLOTS) refill(createTable(length * 2), shift);
    else refill(createTable(length), shift + 1);
  };
  return {
    add(x, y, z) {
      if (Math.abs(z >> shift) < heightHalf) enter(x >> shift, y >> shift, z >> shift, 1, z);
    },
    finish() {
      const meanPoints = () => table.counts.reduce((sum, count) => sum + count, 0) / Math.max(1, table.used);
      while (shift < MOST_SHIFT && meanPoints() < LEAST_MEAN_POINTS) refill(createTable(table.keys.length), shift + 1);
      const cell = 2 ** shift;
      return { cell, columns: columnsOf(table, cell), spacing: cell / Math.sqrt(Math.max(1, meanPoints())) };
    },
  };
}

function slotOf({ keys }: Table, x: number, y: number, z: number): number {
  const key =
    (((x + levelHalf) & levelMask) * 2 ** LEVEL_BITS + ((y + levelHalf) & levelMask)) * 2 ** HEIGHT_BITS +
    ((z + heightHalf) & heightMask);
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  let slot = (hash ^ (hash >>> 13)) & (keys.length - 1);
  while (keys[slot] !== key && keys[slot] >= 0) slot = (slot + 1) & (keys.length - 1);
  keys[slot] = key;
  return slot;
}

function placeOf(key: number): { x: number; y: number; z: number } {
  const level = Math.floor(key / 2 ** HEIGHT_BITS);
  return {
    x: Math.floor(level / 2 ** LEVEL_BITS) - levelHalf,
    y: (level % 2 ** LEVEL_BITS) - levelHalf,
    z: (key % 2 ** HEIGHT_BITS) - heightHalf,
  };
}

function* columnsOf(table: Table, cell: number): Generator<GroundColumn> {
  const counts = table.counts.filter((count) => count > 0).sort();
  const least = counts[counts.length >> 1] * STRAY_SHARE;
  const keys = table.keys.filter((key, slot) => key >= 0 && table.counts[slot] >= least).sort();
  const heights = columnHeights(table, cell);
  for (let first = 0; first < keys.length; ) {
    const level = Math.floor(keys[first] / 2 ** HEIGHT_BITS);
    let end = first + 1;
    while (end < keys.length && Math.floor(keys[end] / 2 ** HEIGHT_BITS) === level) end++;
    const { x, y } = placeOf(keys[first]);
    yield { x, y, runs: heights(keys.subarray(first, end)) };
    first = end;
  }
}

/** Bottoms and tops of what is solid in the cells of one column. */
function columnHeights(table: Table, cell: number) {
  const read = (key: number) => {
    const { x, y, z } = placeOf(key);
    const slot = slotOf(table, x, y, z);
    return { z, count: table.counts[slot], height: z * cell + table.means[slot] };
  };
  return (keys: Float64Array): readonly number[] => {
    const runs: number[] = [];
    let below: ReturnType<typeof read> | null = null;
    for (const key of keys) {
      const here = read(key);
      if (below === null || here.z - below.z > MOST_GAP + 1) runs.push(here.height, here.height);
      // A floor at the border of two cells is in both of them: what has fewer points is only its noise.
      else if (here.z - below.z === 1 && here.count < below.count)
        runs[runs.length - 1] = (here.height * here.count + below.height * below.count) / (here.count + below.count);
      else runs[runs.length - 1] = here.height;
      below = here;
    }
    return runs;
  };
}
