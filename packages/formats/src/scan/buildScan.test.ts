import { beforeAll, describe, expect, test } from 'vitest';
import { readGlb } from '../gltf/glb.js';
import { type KnownPoints, randomPoints, writeLas, writePlyPoints } from '../testing.js';
import { type BuiltScan, buildScan } from './buildScan.js';
import { createColumnIndex, decodeGroundGrid } from './groundGrid.js';
import { museum, museumScan } from './museumScan.js';
import { openPoints } from './openPoints.js';
import type { PointFile } from './pointBatch.js';
import { rangeSourceOf } from './rangeSource.js';
import { decodeScanAbout } from './scanFolder.js';

const axes = { up: 'z', metresPerUnit: 1 } as const;
const noLaz = () => Promise.reject(new Error('no LAZ here'));
const open = (bytes: Uint8Array): Promise<PointFile> => openPoints(rangeSourceOf('test', bytes), noLaz);

interface TileJson {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly content: { readonly uri: string };
  readonly children?: readonly TileJson[];
}

const jsonOf = ({ files }: BuiltScan, name: string) => JSON.parse(new TextDecoder().decode(files.get(name)));
const rootOf = (scan: BuiltScan): TileJson => jsonOf(scan, 'tileset.json').root;

/** Points of a tile where they are, metres, Z up, with colours as they stand in the file. */
function pointsOf({ files }: BuiltScan, { content }: TileJson) {
  const { json, binary } = readGlb(files.get(content.uri) as Uint8Array);
  const [node] = json.nodes as { translation: number[]; scale: number[] }[];
  const [{ count }] = json.accessors as { count: number }[];
  const numbers = new Uint16Array((binary as Uint8Array).slice().buffer, 0, count * 8);
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [0, 1, 2].map((k) => numbers[i * 8 + k] * node.scale[k] + node.translation[k]);
    return { at: [x, -z, y], colour: [...numbers.subarray(i * 8 + 4, i * 8 + 7)] };
  });
}

const areSame = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a !== undefined && a.length === b?.length && a.every((byte, i) => byte === b[i]);

const allTiles = (tile: TileJson): TileJson[] => [tile, ...(tile.children ?? []).flatMap(allTiles)];

describe('a scan of 60 000 points somewhere in UTM', () => {
  const known: KnownPoints = randomPoints(60_000, 11);
  let scan: BuiltScan;
  beforeAll(async () => {
    scan = await buildScan('cloud', await open(writeLas(known, 4, 7)), axes);
  });

  test('has every point exactly once, as near to where it was as it says', () => {
    const { offset, errorMetres } = scan.about;
    const keyOf = (at: ArrayLike<number>) => Array.from({ length: 3 }, (_, k) => Math.round(at[k] * 1000)).join();
    const wanted = new Map<string, number>();
    for (let i = 0; i < known.intensities.length; i++) {
      const key = keyOf([0, 1, 2].map((k) => known.positions[i * 3 + k] - offset[k]));
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    let worst = 0;
    for (const { at } of allTiles(rootOf(scan)).flatMap((tile) => pointsOf(scan, tile))) {
      for (const part of at) worst = Math.max(worst, Math.abs(part - Math.round(part * 1000) / 1000));
      const key = keyOf(at);
      const left = wanted.get(key) ?? 0;
      expect(left, key).toBeGreaterThan(0);
      if (left === 1) wanted.delete(key);
      else wanted.set(key, left - 1);
    }
    expect(wanted.size).toBe(0);
    expect(worst).toBeLessThan(errorMetres + 1e-9);
    expect(errorMetres).toBeLessThan(0.0002);
  });

  test('keeps true coordinates: whole metres beside small numbers', () => {
    expect(scan.about.offset.every(Number.isInteger)).toBe(true);
    expect(scan.about.offset[1]).toBeGreaterThan(5_818_990);
    for (const [k, size] of [8, 6, 3].entries()) {
      expect(scan.about.max[k] - scan.about.min[k]).toBeLessThan(size + 0.001);
      expect(Math.abs(scan.about.max[k])).toBeLessThanOrEqual(size);
    }
  });

  test('has tiles that contain their points and the boxes below them, coarse ones first', () => {
    const check = (tile: TileJson) => {
      const { box } = tile.boundingVolume;
      for (const { at } of pointsOf(scan, tile))
        for (let k = 0; k < 3; k++) expect(Math.abs(at[k] - box[k])).toBeLessThanOrEqual(box[3 + k * 4] + 1e-6);
      for (const child of tile.children ?? []) {
        const inner = child.boundingVolume.box;
        for (let k = 0; k < 3; k++)
          expect(Math.abs(inner[k] - box[k]) + inner[3 + k * 4]).toBeLessThanOrEqual(box[3 + k * 4] + 2e-3);
        expect(child.geometricError).toBeLessThan(tile.geometricError);
        check(child);
      }
    };
    check(rootOf(scan));
    expect(allTiles(rootOf(scan)).length).toBe(scan.about.tiles);
    expect(pointsOf(scan, rootOf(scan)).length).toBeLessThan(130_000);
  });

  test('a coarse tile has no two points in one cell', () => {
    const root = rootOf(scan);
    const spacing = root.geometricError;
    const cells = pointsOf(scan, root).map(({ at }) => {
      return at.map((part, k) => Math.floor((part - scan.about.min[k]) / spacing + 1e-6)).join();
    });
    expect(new Set(cells).size / cells.length).toBeGreaterThan(0.999);
  });

  test('the same file gives the same bits, and another format of the same points the same tiles', async () => {
    const again = await buildScan('cloud', await open(writeLas(known, 4, 7)), axes);
    expect([...again.files.keys()]).toEqual([...scan.files.keys()]);
    for (const [name, bytes] of scan.files) expect(areSame(bytes, again.files.get(name))).toBe(true);
    const fromPly = await buildScan('cloud', await open(writePlyPoints(known, 'binary_big_endian')), axes);
    expect(areSame(fromPly.files.get('tiles/r.glb'), scan.files.get('tiles/r.glb'))).toBe(true);
  });

  test('what it says of itself is read back', () => {
    const decoded = decodeScanAbout(new TextDecoder().decode(scan.files.get('scan.json')));
    expect(decoded).toEqual({ ok: true, value: scan.about });
  });
});

test('Y up, units and points that are no numbers', async () => {
  const ply =
    'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nend_header\n';
  const bytes = new TextEncoder().encode(`${ply}100 0 0\nnan 0 0\n0 250 0\n0 0 300\n`);
  const { about, files } = await buildScan('odd', await open(bytes), { up: 'y', metresPerUnit: 0.01 });
  expect([about.points, about.leftOut, about.colours]).toEqual([3, 1, 'height']);
  // Y of the file is up; its Z comes towards one, which is south.
  expect(about.max.map((part, k) => part - about.min[k])).toEqual([1, 3, 2.5].map((size) => expect.closeTo(size, 4)));
  expect(files.size).toBe(4);
});

test('identical points, more than a tile has, are all there', async () => {
  const same = { ...randomPoints(1, 1), count: 0 };
  const count = 150_000;
  const many: KnownPoints = {
    positions: Float64Array.from({ length: count * 3 }, (_, i) => same.positions[i % 3]),
    colours: new Uint8Array(count * 3).fill(9),
    intensities: new Uint16Array(count),
  };
  const scan = await buildScan('dot', await open(writeLas(many, 2, 2)), axes);
  expect(scan.about.points).toBe(count);
  expect(allTiles(rootOf(scan)).reduce((sum, tile) => sum + pointsOf(scan, tile).length, 0)).toBe(count);
});

describe('colours', () => {
  const grey = (value: number) => Math.round(65535 * ((value / 255 + 0.055) / 1.055) ** 2.4);
  test('of 8 bits in fields of 16 are read as such, and become linear', async () => {
    const points = randomPoints(50, 3);
    const bytes = writeLas(points, 2, 2);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < 50; i++) for (let k = 0; k < 3; k++) view.setUint16(227 + i * 26 + 20 + k * 2, 200, true);
    const scan = await buildScan('grey', await open(bytes), axes);
    for (const { colour } of pointsOf(scan, rootOf(scan))) expect(colour).toEqual([grey(200), grey(200), grey(200)]);
  });

  test('are grey by intensity where there are none', async () => {
    const points = randomPoints(500, 4);
    const scan = await buildScan('grey', await open(writeLas(points, 2, 0)), axes);
    expect(scan.about.colours).toBe('intensity');
    const greys = pointsOf(scan, rootOf(scan)).map(({ colour: [red] }) => red);
    expect(Math.max(...greys)).toBeGreaterThan(4 * Math.min(...greys));
  });
});

describe('the ground of the example', () => {
  test('is where the floor is, and comes back from its file', async () => {
    const scan = await buildScan('museum', museumScan(), axes);
    const bytes = scan.files.get('ground.bin') as Uint8Array;
    const grid = decodeGroundGrid(bytes);
    const indexOf = createColumnIndex(grid);
    const columnAt = (x: number, y: number) => {
      const at = indexOf(Math.floor((x - grid.originX) / grid.cell), Math.floor((-y - grid.originZ) / grid.cell));
      return at < 0
        ? []
        : [...grid.runs.subarray(grid.starts[at], grid.starts[at + 1])].map(
            (h) => grid.heightBase + h * grid.heightStep,
          );
    };
    expect(columnAt(-1, -1).every((height) => Math.abs(height) < 0.01)).toBe(true);
    // Floor, top of the pedestal, top of the ball.
    const { pedestal } = museum;
    const [, floor, , top] = columnAt(pedestal.x, pedestal.y);
    expect([floor, top]).toEqual([expect.closeTo(0, 1), expect.closeTo(pedestal.height, 1)]);
    expect(Math.max(...columnAt(-4, 0))).toBeGreaterThan(2.9);
    expect(columnAt(9, 9)).toEqual([]);
    const { start } = scan.about;
    expect(start?.[1]).toBeCloseTo(0, 1);
    for (let cut = 0; cut < bytes.length; cut += 997)
      expect(() => decodeGroundGrid(bytes.subarray(0, cut))).toThrow('leib-ground/1');
  });
});
