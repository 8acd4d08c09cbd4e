import { InputError } from '@leib/core';
import type { PointFile } from './pointBatch.js';
import { writePointTree } from './pointTree.js';
import { layOutScan, type ScanAbout, writeScanFolder } from './scanFolder.js';
import { POINT_INTS, type ScanAxes, ScanIntake } from './scanIntake.js';

/** Points of a scan that is made in memory: 20 bytes each, three times over while it is made. */
export const MOST_POINTS_IN_MEMORY = 6_000_000;

/** A converted scan in memory: the files of its folder by name. */
export interface BuiltScan {
  readonly about: ScanAbout;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Makes the folder of a small scan in memory. Throws InputError, and FormatError of its reader. */
export async function buildScan(name: string, file: PointFile, axes: ScanAxes): Promise<BuiltScan> {
  const { count } = file.about;
  if (count > MOST_POINTS_IN_MEMORY)
    throw new InputError(
      name,
      `expected at most ${MOST_POINTS_IN_MEMORY / 1e6} million points, got ${(count / 1e6).toFixed(1)}; larger scans are converted once: leib scan convert`,
    );
  const intake = new ScanIntake(axes);
  const points = new Int32Array(count * POINT_INTS);
  let taken = 0;
  for await (const batch of file.batches())
    taken += intake.take(batch, file.about, points.subarray(taken * POINT_INTS));
  const files = new Map<string, Uint8Array>();
  const layout = layOutScan(intake, (uri, bytes) => void files.set(uri, bytes));
  const root = writePointTree(points.subarray(0, taken * POINT_INTS), layout.cube, '', layout.work);
  return { about: writeScanFolder(name, intake, layout, root), files };
}
