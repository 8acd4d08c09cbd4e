import { buildCellSteps, isOpenStep, type SolidGrid } from '@leib/formats/volume';

/** A stretch of the volume between two forks, or between a fork and a tip. */
export interface LimbArc {
  /** The arc that it grows from; -1 for the core. */
  readonly parent: number;
  readonly children: readonly number[];
  /** Ways from the middle of the model, metres: where it begins, and where it ends or forks. */
  readonly near: number;
  readonly far: number;
  readonly cellCount: number;
}

/** The limbs of a volume, as a tree. */
export interface LimbTree {
  readonly arcs: readonly LimbArc[];
  /** The arc around the middle of the model. */
  readonly core: number;
  /** Arc of each cell of the grid; -1 for air. */
  readonly arcOf: Int32Array;
}

/** A bulge is a limb when it stands out this far: cells, share of the model's longest way, its own widths. */
const leastCells = 5;
const leastShare = 0.07;
const leastWidths = 0.8;
/** A piece that is no limb and larger than this share of the limbs that it meets is the body that they grow from. */
const bodyShare = 0.5;
/** A stretch between forks is no bone of its own when shorter than so many of its widths. */
const shortStretch = 0.6;
/** Branches shorter than this share of the limb that forks into them are part of it. */
const twigShare = 0.5;
/** Tips at the most: foliage, a chandelier or loose triangles have hundreds. A puppet holds 200 parts. */
const mostTips = 16;

/**
 * Takes a volume apart. Seen from the tips inwards, the cells that are farther from the middle than d fall into pieces, one
 * for each limb; where two pieces meet as d falls, two limbs meet (the merge tree of the distance; Carr, Snoeyink & Axen,
 * "Computing contour trees in all dimensions", 2003, doi:10.1016/S0925-7721(02)00093-7). Bulges that hardly stand out are
 * one with what they sit on.
 */
export function buildLimbTree(grid: SolidGrid, ways: Float32Array): LimbTree {
  const growing = createGrowingTree(grid, ways);
  for (const cell of cellsByWay(grid, ways)) addCell(growing, cell);
  return finishTree(growing);
}

interface GrowingArc {
  parent: number;
  near: number;
  far: number;
  cellCount: number;
  /** Of everything farther out: the longest way, and how many cells. */
  top: number;
  volume: number;
}

interface GrowingTree {
  readonly grid: SolidGrid;
  readonly ways: Float32Array;
  readonly steps: ReturnType<typeof buildCellSteps>;
  /** Pieces as trees of cells; -1 for cells not yet added. */
  readonly above: Int32Array;
  /** Arc of a piece, at the top of its tree; and of each cell as it was added. */
  readonly arcOf: Int32Array;
  readonly arcs: GrowingArc[];
  /** Arcs that became part of another. */
  readonly mergedInto: number[];
  readonly least: number;
}

function createGrowingTree(grid: SolidGrid, ways: Float32Array): GrowingTree {
  let farthest = 0;
  for (const way of ways) if (Number.isFinite(way)) farthest = Math.max(farthest, way);
  return {
    grid,
    ways,
    steps: buildCellSteps(grid),
    above: new Int32Array(ways.length).fill(-1),
    arcOf: new Int32Array(ways.length).fill(-1),
    arcs: [],
    mergedInto: [],
    least: Math.max(leastCells * grid.cell, leastShare * farthest),
  };
}

/** Cells that are reached, farthest first, by whole cells of way. */
function cellsByWay({ cell }: SolidGrid, ways: Float32Array): Uint32Array {
  const level = (index: number) => Math.floor((2 * ways[index]) / cell);
  let levels = 0;
  let count = 0;
  ways.forEach((way, index) => {
    if (!Number.isFinite(way)) return;
    levels = Math.max(levels, level(index) + 1);
    count++;
  });
  const starts = new Uint32Array(levels + 1);
  ways.forEach((way, index) => {
    if (Number.isFinite(way)) starts[levels - level(index)]++;
  });
  for (let i = 0; i < levels; i++) starts[i + 1] += starts[i];
  const cells = new Uint32Array(count);
  ways.forEach((way, index) => {
    if (Number.isFinite(way)) cells[starts[levels - 1 - level(index)]++] = index;
  });
  return cells;
}

function findPiece(above: Int32Array, cell: number): number {
  let at = cell;
  while (above[at] !== at) {
    above[at] = above[above[at]];
    at = above[at];
  }
  return at;
}

function addCell(tree: GrowingTree, cell: number): void {
  const { grid, ways, steps, above, arcOf, arcs } = tree;
  const pieces: number[] = [];
  for (const step of steps) {
    const next = cell + step.offset;
    if (above[next] === undefined || above[next] < 0 || !isOpenStep(grid, cell, step)) continue;
    const piece = findPiece(above, next);
    if (!pieces.includes(piece)) pieces.push(piece);
  }
  above[cell] = cell;
  if (pieces.length === 0) {
    arcOf[cell] = arcs.length;
    tree.mergedInto.push(arcs.length);
    arcs.push({ parent: -1, near: 0, far: ways[cell], top: ways[cell], cellCount: 1, volume: 1 });
    return;
  }
  const arc = joinArcs(
    tree,
    pieces.map((piece) => tree.arcOf[piece]),
    ways[cell],
  );
  arcs[arc].cellCount++;
  arcs[arc].volume++;
  arcOf[cell] = arc;
  for (const piece of pieces) above[piece] = cell;
}

/** The arc that a cell continues in which some pieces meet: theirs, or a new one where limbs meet each other or a body. */
function joinArcs(tree: GrowingTree, met: readonly number[], way: number): number {
  if (met.length === 1) return met[0];
  const { arcs, mergedInto } = tree;
  const limbs = met.filter((arc) => isLimb(tree, arc, way));
  const largest = Math.max(0, ...limbs.map((arc) => arcs[arc].volume));
  const isFork = limbs.length > 1 || met.some((arc) => !limbs.includes(arc) && arcs[arc].volume > bodyShare * largest);
  let [into] = [...met].sort((a, b) => arcs[b].top - arcs[a].top);
  if (limbs.length > 0 && isFork) {
    into = arcs.length;
    mergedInto.push(into);
    arcs.push({ parent: -1, near: 0, far: way, top: way, cellCount: 0, volume: 0 });
  } else if (limbs.length > 0) {
    [into] = limbs;
  }
  for (const arc of met) {
    if (arc === into) continue;
    arcs[into].volume += arcs[arc].volume;
    arcs[into].top = Math.max(arcs[into].top, arcs[arc].top);
    if (isFork && limbs.includes(arc)) {
      arcs[arc].parent = into;
      arcs[arc].near = way;
    } else {
      mergedInto[arc] = into;
      arcs[into].cellCount += arcs[arc].cellCount;
    }
  }
  return into;
}

/** Whether what is farther out than `way` stands out enough. */
function isLimb({ arcs, grid: { cell }, least }: GrowingTree, arc: number, way: number): boolean {
  const { top, volume } = arcs[arc];
  const length = top - way;
  return length >= least && length >= leastWidths * widthOf(volume, length, cell);
}

/** Of a round rod with the volume of so many cells. */
function widthOf(cellCount: number, length: number, cell: number): number {
  return 2 * Math.sqrt((cellCount * cell ** 3) / Math.max(length, cell) / Math.PI);
}

function finishTree({ arcs, mergedInto, arcOf, grid: { cell }, least }: GrowingTree): LimbTree {
  const core = arcs.findIndex(({ parent }, arc) => mergedInto[arc] === arc && parent < 0);
  const tree = { arcs, mergedInto, core };
  // Stretches between forks that are hardly longer than wide are one with what they grow from.
  for (const arc of outwards(tree)) {
    const { near, far, cellCount } = arcs[arc];
    if (arc === core || childrenOf(tree, arc).length === 0) continue;
    const length = far - near;
    if (length < Math.max(least, shortStretch * widthOf(cellCount, length, cell))) merge(tree, arc);
  }
  // Fingers of a hand, hair of a head: forks whose branches are all short end the limb.
  for (const arc of outwards(tree).reverse()) {
    const { near, far } = arcs[arc];
    const children = childrenOf(tree, arc);
    const isTwig = (child: number) =>
      childrenOf(tree, child).length === 0 && arcs[child].far - arcs[child].near < twigShare * (far - near);
    if (arc === core || children.length === 0 || !children.every(isTwig)) continue;
    arcs[arc].far = Math.max(...children.map((child) => arcs[child].far));
    for (const child of children) merge(tree, child);
  }
  keepLongestTips(tree);
  const kept = outwards(tree);
  const numbers = new Map(kept.map((arc, number) => [arc, number]));
  const numberOf = (arc: number) => (arc < 0 ? -1 : (numbers.get(resolve(mergedInto, arc)) ?? -1));
  for (let at = 0; at < arcOf.length; at++) arcOf[at] = numberOf(arcOf[at]);
  const finished = kept.map((arc) => {
    const { parent, near, far, cellCount } = arcs[arc];
    const children = childrenOf(tree, arc).map(numberOf);
    return { parent: numberOf(parent), children, near, far, cellCount };
  });
  return { arcs: finished, core: 0, arcOf };
}

/** Where there are too many tips the shortest become part of what they grow from, which may be a tip then. */
function keepLongestTips(tree: ForkTree): void {
  const { arcs, core } = tree;
  const length = (arc: number) => arcs[arc].far - arcs[arc].near;
  for (;;) {
    const tips = outwards(tree).filter((arc) => arc !== core && childrenOf(tree, arc).length === 0);
    if (tips.length <= mostTips) return;
    tips.sort((a, b) => length(a) - length(b));
    for (const tip of tips.slice(0, tips.length - mostTips)) merge(tree, tip);
  }
}

type ForkTree = Pick<GrowingTree, 'arcs' | 'mergedInto'> & { readonly core: number };

function resolve(mergedInto: readonly number[], arc: number): number {
  let at = arc;
  while (mergedInto[at] !== at) at = mergedInto[at];
  return at;
}

function merge({ arcs, mergedInto }: ForkTree, arc: number): void {
  const into = resolve(mergedInto, arcs[arc].parent);
  mergedInto[arc] = into;
  arcs[into].cellCount += arcs[arc].cellCount;
}

function childrenOf({ arcs, mergedInto }: ForkTree, arc: number): number[] {
  return arcs.flatMap(({ parent }, child) =>
    mergedInto[child] === child && parent >= 0 && resolve(mergedInto, parent) === arc ? [child] : [],
  );
}

/** All arcs that are left, from the core to the tips. */
function outwards(tree: ForkTree): number[] {
  const order = [tree.core];
  for (let at = 0; at < order.length; at++) order.push(...childrenOf(tree, order[at]));
  return order;
}
