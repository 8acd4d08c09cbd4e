import { cellCentre } from '@leib/formats/volume';
import { freeName } from '../edits/partReferences.js';
import type { PuppetLimbs } from './puppetLimbs.js';

type Point = readonly [number, number, number];

export type LimbKind = 'arm' | 'leg' | 'head' | 'tail' | 'spine' | 'body' | 'limb';

export interface NamedLimb {
  readonly arc: number;
  readonly kind: LimbKind;
  readonly side: 'left' | 'right' | null;
  readonly name: string;
  /** Numbers of its bones, from the body outwards. */
  readonly bones: readonly number[];
}

/** Names by where a limb begins and ends, for a model with y up that faces +z; its left is +x. */
export function nameLimbs(limbs: PuppetLimbs): NamedLimb[] {
  const { bones, tree } = limbs;
  const arcs = [...new Set(bones.map(({ arc }) => arc))];
  const box = boundsOfCells(limbs);
  const found = arcs.map((arc) => {
    const numbers = bones.flatMap((bone, number) => (bone.arc === arc ? [number] : []));
    const [first, last] = [bones[numbers[0]], bones[numbers[numbers.length - 1]]];
    const isSpine = tree.arcs[arc].children.length > 0;
    const kind = arc === tree.core ? 'body' : isSpine ? 'spine' : kindOf(first.from, last.to, box);
    return { arc, kind, side: sideOf(kind, last.to, box), bones: numbers, base: first.from };
  });
  const taken = new Set<string>();
  return found.map(({ base, ...limb }) => {
    const twins = found.filter(({ kind, side }) => kind === limb.kind && side === limb.side);
    const words = [limb.side, legRow(limb.kind, base, twins), limb.kind].filter((word) => word !== null);
    const name = freeName(words.join(' '), taken);
    taken.add(name);
    return { ...limb, name };
  });
}

/** Two legs on one side are the front and the rear one. */
function legRow(kind: LimbKind, base: Point, twins: readonly { readonly base: Point }[]): string | null {
  if (kind !== 'leg' || twins.length !== 2) return null;
  return base[2] === Math.max(...twins.map((twin) => twin.base[2])) ? 'front' : 'rear';
}

interface Box {
  readonly least: Point;
  readonly size: Point;
  /** Plane between left and right: half of the volume lies on each side. */
  readonly middle: number;
}

function kindOf(base: Point, tip: Point, { least, size, middle }: Box): LimbKind {
  const way = [tip[0] - base[0], tip[1] - base[1], tip[2] - base[2]];
  const height = (y: number) => (y - least[1]) / size[1];
  const isAside = Math.abs(tip[0] - middle) > 0.12 * size[0];
  if (height(tip[1]) < 0.12 && way[1] < 0 && height(base[1]) < 0.65) return 'leg';
  if (!isAside && way[2] < -0.5 * Math.abs(way[1])) return 'tail';
  if (!isAside && (height(tip[1]) > 0.7 || way[2] > 0)) return 'head';
  return isAside ? 'arm' : 'limb';
}

/** Arms and legs have a side wherever they are a little off the middle; a head may lean. */
function sideOf(kind: LimbKind, tip: Point, { size, middle }: Box): 'left' | 'right' | null {
  if (kind === 'body') return null;
  const aside = tip[0] - middle;
  const isPaired = kind === 'arm' || kind === 'leg';
  if (Math.abs(aside) < (isPaired ? 0.03 : 0.2) * size[0]) return null;
  return aside > 0 ? 'left' : 'right';
}

function boundsOfCells({ volume: { grid } }: PuppetLimbs): Box {
  const size = grid.counts.map((count) => Math.max(count - 3, 1) * grid.cell);
  const least = grid.origin.map((value) => value + 1.5 * grid.cell);
  const columns = new Float64Array(grid.counts[0]);
  let count = 0;
  grid.inside.forEach((isInside, cell) => {
    if (isInside === 0) return;
    columns[cell % grid.counts[0]]++;
    count++;
  });
  let column = 0;
  for (let before = columns[0]; 2 * before < count; before += columns[column]) column++;
  const [middle] = cellCentre(grid, column);
  return { least: [least[0], least[1], least[2]], size: [size[0], size[1], size[2]], middle };
}
