import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError, ownValue } from '@leib/core';
import {
  layOutScan,
  openPoints,
  POINT_INTS,
  type ScanAbout,
  type ScanAxes,
  ScanIntake,
  writeScanFolder,
} from '@leib/formats/scan';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { scanConvertOptions } from '../commands/scan.js';
import { unwritable } from '../fileErrors.js';
import { openFileSource } from './fileSource.js';
import { loadLazChunks } from './lazChunks.js';
import { partition, writePoints } from './partition.js';

/** Metres of each; a survey foot of the United States is not an international one. */
const units = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048, 'us-ft': 1200 / 3937 } as const;

export const runScanConvert: CommandRun<typeof scanConvertOptions> = async (operands, options, output) => {
  const inputs = operands.slice(0, -1);
  const folder = resolve(operands[operands.length - 1]);
  const axes = readAxes(options);
  await checkFolder(folder);
  const startMs = performance.now();
  const part = join(dirname(folder), `.${basename(folder)}.${process.pid}.part`);
  const onExit = () => rmSync(part, { recursive: true, force: true });
  process.on('exit', onExit);
  try {
    const about = await convertInto(part, { inputs, axes, name: options.name ?? basename(folder) }, output);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    const seconds = (performance.now() - startMs) / 1000;
    if (options.json) output.print(JSON.stringify({ folder, ...about, seconds }));
    else output.print(`${operands[operands.length - 1]}: ${describeScan(about)}, ${seconds.toFixed(1)} s`);
    if (about.leftOut > 0) output.note(`${about.leftOut} points were left out: no numbers, or kilometres away`);
    if (about.start === null) output.note('no floor with room above it was found: people stand at height 0');
  } catch (error) {
    throw error instanceof InputError ? error : unwritable(folder, error);
  } finally {
    onExit();
    process.off('exit', onExit);
  }
};

/** "12.3 million points in 456 tiles, 40.1 x 22.0 x 9.5 m". */
export function describeScan({ points, tiles, min, max, colours }: ScanAbout): string {
  const size = [0, 1, 2].map((k) => (max[k] - min[k]).toFixed(1)).join(' x ');
  const count = points >= 1e6 ? `${(points / 1e6).toFixed(1)} million` : String(points);
  const from = { rgb: 'with colours', intensity: 'grey by intensity', height: 'grey by height' }[colours];
  return `${count} points in ${tiles} tiles, ${size} m, ${from}`;
}

function readAxes({
  up = 'z',
  unit = 'm',
}: {
  readonly up: string | undefined;
  readonly unit: string | undefined;
}): ScanAxes {
  if (up !== 'y' && up !== 'z') throw new UsageError('--up', `expected y or z, got "${up}"`);
  const metresPerUnit = ownValue(units, unit);
  if (metresPerUnit === undefined)
    throw new UsageError('--unit', `expected ${Object.keys(units).join(', ')}, got "${unit}"`);
  return { up, metresPerUnit };
}

async function checkFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputError(folder, 'expected a folder that is new or empty, got something else');
  });
  if (names.length > 0)
    throw new InputError(folder, `expected a folder that is new or empty, got one with ${names.length} entries`);
}

interface Conversion {
  readonly inputs: readonly string[];
  readonly axes: ScanAxes;
  readonly name: string;
}

async function convertInto(
  part: string,
  { inputs, axes, name }: Conversion,
  output: CommandOutput,
): Promise<ScanAbout> {
  mkdirSync(join(part, 'tiles'), { recursive: true });
  const temporary = [join(part, 'points.a'), join(part, 'points.b')];
  const files = temporary.map((path) => openSync(path, 'wx+', 0o600)) as [number, number];
  try {
    const intake = new ScanIntake(axes);
    const count = await takeAll(inputs, intake, files[0], output);
    const layout = layOutScan(intake, (uri, bytes) => writeFileSync(join(part, uri), bytes));
    let done = 0;
    const onTiles = (points: number) => {
      done += points;
      output.progress(`${name}: ${Math.floor((done / count) * 100)} % in tiles`);
    };
    const root = partition({ files, first: 0, count }, layout.cube, '', layout.work, onTiles);
    output.progress(`${name}: the ground`);
    return writeScanFolder(name, intake, layout, root);
  } finally {
    for (const file of files) closeSync(file);
    for (const path of temporary) rmSync(path, { force: true });
  }
}

/** Reads all points of all files into the temporary one; returns how many they are. */
async function takeAll(
  paths: readonly string[],
  intake: ScanIntake,
  file: number,
  output: CommandOutput,
): Promise<number> {
  let count = 0;
  let packed = new Int32Array(0);
  for (const path of paths) {
    const source = await openFileSource(path);
    try {
      const points = await openPoints(source, loadLazChunks);
      let read = 0;
      for await (const batch of points.batches()) {
        if (packed.length < batch.count * POINT_INTS) packed = new Int32Array(batch.count * POINT_INTS);
        const taken = intake.take(batch, points.about, packed);
        writePoints(file, count, packed.subarray(0, taken * POINT_INTS));
        count += taken;
        read += batch.count;
        output.progress(`${path}: ${Math.floor((read / points.about.count) * 100)} % read`);
      }
    } catch (error) {
      if (error instanceof InputError) throw new InputError(path, error.message, { cause: error });
      throw error;
    } finally {
      await source.close();
    }
  }
  return count;
}
