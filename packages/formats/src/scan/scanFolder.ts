import { type Decoded, decodeJson, InputError } from '@leib/core';
import * as v from 'valibot';
import { buildGroundGrid, encodeGroundGrid, findStart } from './groundGrid.js';
import { tileError } from './pointTile.js';
import type { TreeTile } from './pointTree.js';
import { SCAN_STEP, type ScanIntake, type ScanSummary } from './scanIntake.js';
import { rootCube, type TreeWork, type WriteTile } from './treeCube.js';

/** Names of a converted scan's files in its folder, besides its tiles. */
export const scanFiles = { about: 'scan.json', tileset: 'tileset.json', ground: 'ground.bin' } as const;

const number = v.pipe(v.number(), v.finite());
const triple = v.tuple([number, number, number]);
const aboutSchema = v.object({
  format: v.literal('leib-scan/1'),
  name: v.pipe(v.string(), v.maxLength(200)),
  points: v.pipe(number, v.integer(), v.minValue(1)),
  leftOut: v.pipe(number, v.integer(), v.minValue(0)),
  tiles: v.pipe(number, v.integer(), v.minValue(1)),
  colours: v.picklist(['rgb', 'intensity', 'height']),
  offset: triple,
  min: triple,
  max: triple,
  /** From a point to the next in the mean, metres. */
  spacing: v.pipe(number, v.minValue(0)),
  errorMetres: number,
  start: v.nullable(triple),
});

/** What a converted scan says of itself: `scan.json`. */
export type ScanAbout = Readonly<v.InferOutput<typeof aboutSchema>>;

export function decodeScanAbout(text: string): Decoded<ScanAbout> {
  return decodeJson(text, aboutSchema);
}

/** How a scan is laid out, once all its points were seen and before its tiles are written. */
export interface ScanLayout {
  readonly summary: ScanSummary;
  readonly cube: ReturnType<typeof rootCube>;
  /** Where the scan's own zero is in the files' coordinates, metres, Z up: below the middle of its points, whole metres. */
  readonly offset: readonly [number, number, number];
  readonly work: TreeWork;
}

export function layOutScan(intake: ScanIntake, write: WriteTile): ScanLayout {
  const summary = intake.summary();
  const { min, max, origin } = summary;
  const middle = [0, 1, 2].map((k) => Math.round(((k === 2 ? min[k] * 2 : min[k] + max[k]) / 2) * SCAN_STEP));
  const offset = [origin[0] + middle[0], origin[1] + middle[1], origin[2] + middle[2]] as const;
  const stepsPerMetre = Math.round(1 / SCAN_STEP);
  const shift = [-middle[0] * stepsPerMetre, -middle[1] * stepsPerMetre, -middle[2] * stepsPerMetre] as const;
  return { summary, cube: rootCube(min, max), offset, work: { write, colourOf: intake.createColouring(), shift } };
}

/** Writes what a folder has besides its tiles; returns what it says of itself. */
export function writeScanFolder(name: string, intake: ScanIntake, layout: ScanLayout, root: TreeTile): ScanAbout {
  const { summary, offset, work, cube } = layout;
  const [x, y, z] = work.shift.map((steps) => steps * SCAN_STEP);
  const found = intake.ground.finish();
  const grid = buildGroundGrid(found, { metresPerStep: SCAN_STEP, x, y: z, z: -y });
  const metresOf = (steps: ArrayLike<number>) =>
    [0, 1, 2].map((k) => rounded((steps[k] + work.shift[k]) * SCAN_STEP)) as [number, number, number];
  const counted = countTiles(root);
  if (counted.points !== summary.pointCount)
    throw new InputError('tiles', `expected ${summary.pointCount} points in them, got ${counted.points}`);
  const about: ScanAbout = {
    format: 'leib-scan/1',
    name,
    points: summary.pointCount,
    leftOut: summary.leftOut,
    tiles: counted.tiles,
    colours: summary.colours,
    offset: [...offset],
    min: metresOf(summary.min),
    max: metresOf(summary.max),
    spacing: rounded(found.spacing * SCAN_STEP),
    errorMetres: Math.max(SCAN_STEP / 2, tileError(cube)),
    start: (findStart(grid)?.map(rounded) as [number, number, number] | undefined) ?? null,
  };
  const encode = (json: object) => new TextEncoder().encode(`${JSON.stringify(json)}\n`);
  work.write(scanFiles.ground, encodeGroundGrid(grid));
  work.write(scanFiles.tileset, encode(tilesetOf(root, work)));
  work.write(scanFiles.about, encode(about));
  return about;
}

function countTiles(tile: TreeTile): { tiles: number; points: number } {
  const below = tile.children.map(countTiles);
  return {
    tiles: below.reduce((sum, { tiles }) => sum + tiles, 1),
    points: below.reduce((sum, { points }) => sum + points, tile.pointCount),
  };
}

const rounded = (metres: number) => Math.round(metres * 1e6) / 1e6;

/** 3D Tiles 1.1 (OGC 22-025r4): Z up, while what is in the tiles has Y up, as glTF says. */
function tilesetOf(root: TreeTile, { shift }: TreeWork): object {
  const tileOf = ({ uri, spacing, min, max, children }: TreeTile): object => {
    const middle = [0, 1, 2].map((k) => rounded(((min[k] + max[k]) / 2 + shift[k]) * SCAN_STEP));
    // A step more: positions of coarse tiles are rounded.
    const half = [0, 1, 2].map((k) => rounded(((max[k] - min[k]) / 2 + 1) * SCAN_STEP + spacing / 64));
    return {
      boundingVolume: { box: [...middle, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]] },
      geometricError: rounded(spacing),
      content: { uri },
      ...(children.length > 0 && { children: children.map(tileOf) }),
    };
  };
  return {
    asset: { version: '1.1' },
    geometricError: rounded(Math.max(root.spacing, SCAN_STEP) * 16),
    root: { ...tileOf(root), refine: 'ADD' },
  };
}
