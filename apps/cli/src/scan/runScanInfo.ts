import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireDecoded } from '@leib/core';
import { decodeScanAbout, openPoints, scanFiles } from '@leib/formats/scan';
import type { CommandRun } from '../command.js';
import type { scanInfoOptions } from '../commands/scan.js';
import { readText } from '../files.js';
import { openFileSource } from './fileSource.js';
import { loadLazChunks } from './lazChunks.js';
import { describeScan } from './runScanConvert.js';

export const runScanInfo: CommandRun<typeof scanInfoOptions> = async ([path], { json }, output) => {
  const isFolder = await stat(path).then(
    (about) => about.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    const source = await openFileSource(path);
    try {
      const { about } = await openPoints(source, loadLazChunks);
      if (json) output.print(JSON.stringify({ path, ...about }));
      else {
        const parts = [about.hasColours ? 'colours' : '', about.hasIntensities ? 'intensities' : ''].filter(
          (part) => part,
        );
        output.print(
          `${path}: ${about.kind}, ${about.count} points${parts.length > 0 ? ` with ${parts.join(' and ')}` : ''}`,
        );
      }
    } finally {
      await source.close();
    }
    return;
  }
  const file = join(path, scanFiles.about);
  const about = requireDecoded(decodeScanAbout(await readText(file)), file);
  if (json) return output.print(JSON.stringify(about));
  const [x, y, z] = about.offset;
  output.print(`${about.name}: ${describeScan(about)}`);
  output.print(`origin     ${x}, ${y}, ${z} m in the coordinates of the files (Z up)`);
  output.print(`precision  ${(about.errorMetres * 1000).toFixed(2)} mm at most in the coarsest tile`);
  output.print(
    `start      ${about.start ? about.start.map((part) => part.toFixed(2)).join(', ') : 'no floor was found'}`,
  );
};
