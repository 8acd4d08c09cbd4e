import { FormatError } from '../formatError.js';
import { checkCount, fileLimits } from '../limits/fileLimits.js';
import { looksLikePly } from '../mesh/plyValues.js';
import type { PointFile } from './pointBatch.js';
import type { RangeSource } from './rangeSource.js';
import { looksLikeE57, readE57Points } from './readE57Points.js';
import { looksLikeLas, readLasHeader, readLasPoints } from './readLasPoints.js';
import type { LazChunks } from './readLazPoints.js';
import { readLazPoints } from './readLazPoints.js';
import { readPlyPoints } from './readPlyPoints.js';

/** A file of points, by what is in it: PLY, LAS, LAZ, E57. Throws FormatError. @param laz loads what unpacks LAZ, when it is needed */
export async function openPoints(source: RangeSource, laz: () => Promise<LazChunks>): Promise<PointFile> {
  const file = await openAny(source, laz);
  // Scan positions of E57 may share their bytes, and chunks of LAZ unpack to any number of points.
  const most = fileLimits.morePoints + fileLimits.pointsPerByte * source.size;
  checkCount(file.about.count, most, file.about.kind, '', 'points in a file of this size');
  return file;
}

async function openAny(source: RangeSource, laz: () => Promise<LazChunks>): Promise<PointFile> {
  const head = (await source.read(0, 64)).slice();
  if (looksLikePly(head)) return readPlyPoints(source);
  if (looksLikeE57(head)) return readE57Points(source);
  if (!looksLikeLas(head)) throw new FormatError('file', '', 'expected PLY, LAS, LAZ or E57');
  const header = await readLasHeader(source);
  return header.isPacked ? readLazPoints(source, header, await laz()) : readLasPoints(source, header);
}
