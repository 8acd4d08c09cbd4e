import { cellCentre, type SolidGrid, waysFrom } from '@leib/formats/volume';
import type { PlaceSurface } from '../model/puppetMesh.js';
import { type PuppetVolume, volumeOf } from '../volume/puppetVolume.js';
import type { LimbPiece } from './fitInfluence.js';
import { type LimbLine, splitLimb, traceLimb } from './limbLine.js';
import { buildLimbTree, type LimbTree } from './limbTree.js';

type Point = [number, number, number];

/** Takes a model apart, closed or open, of one piece or of many: once for a mesh. */
export function findPuppetLimbs(mesh: PlaceSurface): PuppetLimbs {
  const volume = volumeOf(mesh);
  const { grid } = volume;
  const middleCell = findMiddleCell(grid);
  const { distances: ways } = waysFrom(grid, middleCell);
  const tree = buildLimbTree(grid, ways);
  const bones: LimbBone[] = [];
  const boneOf = new Int16Array(ways.length).fill(-1);
  const lastBoneOf = new Map<number, number>();
  for (const arc of outwards(tree)) {
    const line = traceLimb(grid, ways, tree, arc);
    const joints = splitLimb(line);
    const parent = lastBoneOf.get(tree.arcs[arc].parent) ?? -1;
    bones.push(...limbBones(tree, arc, line, joints, parent, bones.length));
    const bounds = joints.map((joint) => line.ways[joint]);
    assignCells(tree, ways, arc, bounds, (cell, bone) => {
      boneOf[cell] = bones.length - joints.length + 1 + bone;
    });
    lastBoneOf.set(arc, bones.length - 1);
  }
  boneOf.forEach((bone, cell) => {
    if (bone >= 0) (bones[bone].cells as number[]).push(cell);
  });
  const found = { volume, tree, boneOf, middle: cellCentre(grid, middleCell) };
  // A model without limbs is one limb.
  return { ...found, bones: bones.length > 0 ? bones : [bodyBone(found)] };
}

/** Arcs other than the core, parents first. */
function outwards({ arcs, core }: LimbTree): number[] {
  const order: number[] = [];
  const open = [...(arcs[core]?.children ?? [])];
  while (open.length > 0) {
    const arc = open.shift() as number;
    order.push(arc);
    open.push(...arcs[arc].children);
  }
  return order;
}

function limbBones(
  tree: LimbTree,
  arc: number,
  { points, radii }: LimbLine,
  joints: readonly number[],
  parent: number,
  first: number,
): LimbBone[] {
  const at = (n: number): Point => [points[n * 3], points[n * 3 + 1], points[n * 3 + 2]];
  return joints.slice(1).map((end, index) => {
    const start = joints[index];
    const section = radii.subarray(start, end + 1);
    return {
      arc,
      index,
      parent: index === 0 ? parent : first + index - 1,
      from: at(start),
      to: at(end),
      cells: [],
      isJointed: { from: true, to: index + 2 < joints.length || tree.arcs[arc].children.length > 0 },
      radius: section.reduce((sum, radius) => sum + radius, 0) / section.length,
    };
  });
}

/** Cells of an arc belong to the bone whose stretch of the way they lie on; those before its base to the body. */
function assignCells(
  tree: LimbTree,
  ways: Float32Array,
  arc: number,
  bounds: readonly number[],
  assign: (cell: number, bone: number) => void,
): void {
  tree.arcOf.forEach((of, cell) => {
    if (of !== arc || ways[cell] < bounds[0]) return;
    let bone = 0;
    while (bone + 2 < bounds.length && ways[cell] >= bounds[bone + 1]) bone++;
    assign(cell, bone);
  });
}

/** A bone that a limb could have. */
export interface LimbBone extends LimbPiece {
  /** Arc of the limb tree, and which bone of it this is, from the body outwards. */
  readonly arc: number;
  readonly index: number;
  /** Number of the bone that it grows from; -1: the body. */
  readonly parent: number;
  /** Of a round section with the same area. */
  readonly radius: number;
}

/** The limbs of a model: found once, asked at every click. */
export interface PuppetLimbs {
  readonly volume: PuppetVolume;
  readonly tree: LimbTree;
  /** Parents before children. */
  readonly bones: readonly LimbBone[];
  /** Bone of each cell; -1 for air and for the body in the middle. */
  readonly boneOf: Int16Array;
  readonly middle: [number, number, number];
}

/** The body in the middle of the model, along its longest way. */
export function bodyBone({ volume: { grid }, boneOf, tree, middle }: Omit<PuppetLimbs, 'bones'>): LimbBone {
  const cells: number[] = [];
  tree.arcOf.forEach((arc, cell) => {
    if (arc >= 0 && boneOf[cell] < 0) cells.push(cell);
  });
  const axis = longestAxis(grid, cells, middle);
  let [least, most] = [0, 0];
  for (const cell of cells) {
    const at = cellCentre(grid, cell);
    const along = (at[0] - middle[0]) * axis[0] + (at[1] - middle[1]) * axis[1] + (at[2] - middle[2]) * axis[2];
    [least, most] = [Math.min(least, along), Math.max(most, along)];
  }
  const end = (along: number): [number, number, number] => [
    middle[0] + along * axis[0],
    middle[1] + along * axis[1],
    middle[2] + along * axis[2],
  ];
  const radius = Math.sqrt((cells.length * grid.cell ** 3) / (most - least + grid.cell) / Math.PI);
  const isJointed = { from: false, to: false };
  const [from, to] = [end(0.8 * least), end(0.8 * most)];
  return { arc: tree.core, index: 0, parent: -1, from, to, cells, isJointed, radius };
}

/** Direction in which cells spread most, upwards: some steps of the power method on their covariance. */
function longestAxis(grid: SolidGrid, cells: readonly number[], middle: Point): [number, number, number] {
  let axis: [number, number, number] = [0.1, 1, 0.1];
  const every = Math.ceil(cells.length / 6000);
  const points = cells.filter((_, n) => n % every === 0).map((cell) => cellCentre(grid, cell));
  for (let n = 0; n < 12; n++) {
    const next: [number, number, number] = [0, 0, 0];
    for (const [x, y, z] of points) {
      const [dx, dy, dz] = [x - middle[0], y - middle[1], z - middle[2]];
      const along = dx * axis[0] + dy * axis[1] + dz * axis[2];
      next[0] += along * dx;
      next[1] += along * dy;
      next[2] += along * dz;
    }
    const length = Math.hypot(...next) || 1;
    axis = [next[0] / length, next[1] / length, next[2] / length];
  }
  const sign = axis[1] < 0 ? -1 : 1;
  return [sign * axis[0], sign * axis[1], sign * axis[2]];
}

/**
 * The middle of a volume: deep inside, and about as far from one end of the longest way through it as from the other. Where
 * limbs meet, and not in a large head.
 */
function findMiddleCell(grid: SolidGrid): number {
  const first = waysFrom(grid, grid.inside.indexOf(1)).farthest(() => true);
  const fromOne = waysFrom(grid, first);
  const fromOther = waysFrom(
    grid,
    fromOne.farthest(() => true),
  );
  const depths = cellDepths(grid);
  let best = first;
  let bestScore = -Infinity;
  for (let cell = 0; cell < depths.length; cell++) {
    if (grid.inside[cell] === 0) continue;
    const score = depths[cell] * grid.cell - Math.max(fromOne.distances[cell], fromOther.distances[cell]);
    if (score <= bestScore) continue;
    best = cell;
    bestScore = score;
  }
  return best;
}

/** Steps from each inside cell to the nearest air. */
function cellDepths({ counts: [nx, ny], inside }: SolidGrid): Int32Array {
  const depths = new Int32Array(inside.length);
  const strides = [1, -1, nx, -nx, nx * ny, -nx * ny];
  const queue = new Uint32Array(inside.length);
  let end = 0;
  inside.forEach((isInside, cell) => {
    if (isInside === 0 || !strides.some((stride) => inside[cell + stride] === 0)) return;
    depths[cell] = 1;
    queue[end++] = cell;
  });
  for (let at = 0; at < end; at++) {
    for (const stride of strides) {
      const other = queue[at] + stride;
      if (inside[other] === 0 || depths[other] > 0) continue;
      depths[other] = depths[queue[at]] + 1;
      queue[end++] = other;
    }
  }
  return depths;
}
