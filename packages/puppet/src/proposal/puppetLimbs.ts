import { cellCentre, waysFrom } from '@leib/formats/volume';
import type { PlaceSurface } from '../model/puppetMesh.js';
import { volumeOf } from '../volume/puppetVolume.js';
import { bodyBone } from './bodyBone.js';
import type { LimbBone, PuppetLimbs } from './limbBone.js';
import { type LimbLine, splitLimb, traceLimb } from './limbLine.js';
import { buildLimbTree, type LimbTree } from './limbTree.js';
import { findMiddleCell } from './middleCell.js';

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
