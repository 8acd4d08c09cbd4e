import { readSync, writeSync } from 'node:fs';
import {
  CELL_BITS,
  childCube,
  createCellPicker,
  POINT_INTS,
  spacingOf,
  type TreeCube,
  type TreeTile,
  type TreeWork,
  withChildren,
  writeLeaf,
  writePointTree,
  writeTile,
} from '@leib/formats/scan';

const POINT_BYTES = POINT_INTS * 4;
/** Points that are made to tiles in memory. */
const MEMORY_POINTS = 2_000_000;
/** Levels of the tree that one pass over the disk makes. */
const PASS_LEVELS = 4;
/** Points that are read at once, and that wait for each cube before they are written. */
const BLOCK_POINTS = 65_536;
const WAITING_POINTS = 4096;

/** Points on the disk, one run after the other, and a second file of the same size to order them into. */
export interface PointDisk {
  readonly files: readonly [here: number, other: number];
  readonly first: number;
  readonly count: number;
}

/** How far it has come: points that are in tiles. */
export type OnTiles = (points: number) => void;

/** How many points of one run are in memory at a time, in tests less than what they have. */
export interface PartitionSize {
  readonly memoryPoints: number;
}

/**
 * Writes the tree of points that do not fit into memory. A pass counts the points of small cubes; a second one gives each cube that is
 * too large its own tile's points, and puts the others where their cube begins in the second file. Cubes that are still too large
 * are passed over in the same way, with the files exchanged.
 */
export function partition(
  disk: PointDisk,
  cube: TreeCube,
  name: string,
  work: TreeWork,
  onTiles: OnTiles,
  size: PartitionSize = { memoryPoints: MEMORY_POINTS },
): TreeTile {
  if (disk.count <= size.memoryPoints) {
    const points = new Int32Array(disk.count * POINT_INTS);
    readPoints(disk.files[0], disk.first, points);
    const tile = writePointTree(points, cube, name, work);
    onTiles(disk.count);
    return tile;
  }
  if (cube.sideBits <= CELL_BITS) return writePieces(disk, cube, name, work, onTiles);
  const root = new Node(cube, name);
  countPoints(disk, root, size.memoryPoints);
  let next = disk.first;
  for (const leaf of root.leaves()) {
    leaf.first = next;
    next += leaf.count;
  }
  distribute(disk, root);
  const [here, other] = disk.files;
  return root.write(
    work,
    (leaf) =>
      partition(
        { files: [other, here], first: leaf.first, count: leaf.stored },
        leaf.cube,
        leaf.name,
        work,
        onTiles,
        size,
      ),
    onTiles,
  );
}

/** A cube of the levels that one pass makes. */
class Node {
  readonly cube: TreeCube;
  readonly name: string;
  readonly children: (Node | null)[] = [];
  count = 0;
  first = 0;
  stored = 0;
  /** Of a cube with children: its own tile's points. */
  readonly own: number[] = [];
  #picker: ReturnType<typeof createCellPicker> | null = null;
  #waiting: Int32Array | null = null;
  #waitingCount = 0;

  constructor(cube: TreeCube, name: string) {
    this.cube = cube;
    this.name = name;
  }

  get isLeaf(): boolean {
    return this.children.length === 0;
  }

  childAt(x: number, y: number, z: number): Node {
    const { cube } = this;
    const half = cube.sideBits - 1;
    const octant = ((x - cube.x) >> half) | (((y - cube.y) >> half) << 1) | (((z - cube.z) >> half) << 2);
    this.children[octant] ??= new Node(childCube(cube, octant), `${this.name}${octant}`);
    return this.children[octant];
  }

  takes(x: number, y: number, z: number): boolean {
    this.#picker ??= createCellPicker();
    return this.#picker.takes(this.cube, x, y, z);
  }

  store(file: number, points: Int32Array, at: number): void {
    this.#waiting ??= new Int32Array(WAITING_POINTS * POINT_INTS);
    for (let k = 0; k < POINT_INTS; k++) this.#waiting[this.#waitingCount * POINT_INTS + k] = points[at + k];
    if (++this.#waitingCount === WAITING_POINTS) this.flush(file);
  }

  flush(file: number): void {
    if (this.#waiting && this.#waitingCount > 0) {
      writePoints(file, this.first + this.stored, this.#waiting.subarray(0, this.#waitingCount * POINT_INTS));
      this.stored += this.#waitingCount;
    }
    this.#waitingCount = 0;
  }

  /** What the pass needed and the tiles below do not. */
  settle(file: number): void {
    this.flush(file);
    this.#picker = null;
    this.#waiting = null;
  }

  *leaves(): Generator<Node> {
    if (this.isLeaf) yield this;
    else for (const child of this.children) if (child) yield* child.leaves();
  }

  write(work: TreeWork, writeBelow: (leaf: Node) => TreeTile, onTiles: OnTiles): TreeTile {
    if (this.isLeaf) return writeBelow(this);
    const own = writeTile(Int32Array.from(this.own), this.cube, this.name, spacingOf(this.cube), work);
    onTiles(own.pointCount);
    this.own.length = 0;
    const children = this.children.flatMap((child) => {
      const isThere = child && (!child.isLeaf || child.stored > 0);
      return isThere ? [child.write(work, writeBelow, onTiles)] : [];
    });
    return withChildren(own, children);
  }
}

/** Counts cubes of the pass's finest level, and divides those that are too large. */
function countPoints(disk: PointDisk, root: Node, most: number): void {
  const { cube } = root;
  const levels = Math.min(PASS_LEVELS, cube.sideBits - CELL_BITS);
  const shift = cube.sideBits - levels;
  const counts = new Float64Array(8 ** levels);
  const side = 2 ** levels;
  for (const { points, count } of blocksOf(disk)) {
    for (let i = 0, at = 0; i < count; i++, at += POINT_INTS) {
      const [x, y, z] = [
        (points[at] - cube.x) >> shift,
        (points[at + 1] - cube.y) >> shift,
        (points[at + 2] - cube.z) >> shift,
      ];
      counts[(z * side + y) * side + x]++;
    }
  }
  const divide = (node: Node, level: number, x: number, y: number, z: number): void => {
    const wide = 2 ** (levels - level);
    for (let k = z; k < z + wide; k++)
      for (let j = y; j < y + wide; j++)
        for (let i = x; i < x + wide; i++) node.count += counts[(k * side + j) * side + i];
    if (node.count <= most || level === levels) return;
    const half = wide / 2;
    for (let octant = 0; octant < 8; octant++) {
      const child = new Node(childCube(node.cube, octant), `${node.name}${octant}`);
      divide(child, level + 1, x + (octant & 1 ? half : 0), y + (octant & 2 ? half : 0), z + (octant & 4 ? half : 0));
      node.children[octant] = child.count > 0 ? child : null;
    }
  };
  divide(root, 0, 0, 0, 0);
}

function distribute(disk: PointDisk, root: Node): void {
  const [, other] = disk.files;
  for (const { points, count } of blocksOf(disk)) {
    for (let i = 0, at = 0; i < count; i++, at += POINT_INTS) {
      const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
      let node = root;
      while (!node.isLeaf && !node.takes(x, y, z)) node = node.childAt(x, y, z);
      if (node.isLeaf) node.store(other, points, at);
      else for (let k = 0; k < POINT_INTS; k++) node.own.push(points[at + k]);
    }
  }
  const settle = (node: Node): void => {
    node.settle(other);
    for (const child of node.children) if (child) settle(child);
  };
  settle(root);
}

/** Points that are all within a cube of a centimetre: tile by tile, however many they are. */
function writePieces(disk: PointDisk, cube: TreeCube, name: string, work: TreeWork, onTiles: OnTiles): TreeTile {
  const pieces: TreeTile[] = [];
  for (const { points, count } of blocksOf(disk)) {
    pieces.push(
      writeLeaf(
        points.subarray(0, count * POINT_INTS),
        cube,
        pieces.length === 0 ? name : `${name}-${pieces.length}`,
        work,
      ),
    );
    onTiles(count);
  }
  const [own, ...others] = pieces;
  return withChildren({ ...own, spacing: spacingOf(cube) }, others);
}

function* blocksOf({ files: [file], first, count }: PointDisk): Generator<{ points: Int32Array; count: number }> {
  const points = new Int32Array(Math.min(count, BLOCK_POINTS) * POINT_INTS);
  for (let done = 0; done < count; done += BLOCK_POINTS) {
    const here = Math.min(BLOCK_POINTS, count - done);
    readPoints(file, first + done, points.subarray(0, here * POINT_INTS));
    yield { points, count: here };
  }
}

function bytesOf(points: Int32Array): Uint8Array {
  return new Uint8Array(points.buffer, points.byteOffset, points.byteLength);
}

function readPoints(file: number, first: number, points: Int32Array): void {
  const bytes = bytesOf(points);
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(file, bytes, at, bytes.length - at, first * POINT_BYTES + at);
    if (got === 0) throw new Error('the temporary file is shorter than what was written to it');
    at += got;
  }
}

export function writePoints(file: number, first: number, points: Int32Array): void {
  const bytes = bytesOf(points);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, first * POINT_BYTES + at);
}
