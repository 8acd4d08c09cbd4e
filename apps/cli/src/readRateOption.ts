import { fileLimits } from '@leib/formats';
import { UsageError } from './command.js';

/** Frames per second of an option, or undefined where it is absent. */
export function readRateOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { leastHz, mostHz } = fileLimits;
  const hz = Number(text);
  if (text.trim() !== '' && hz >= leastHz && hz <= mostHz) return hz;
  throw new UsageError(`--${name}`, `expected a rate from ${leastHz} to ${mostHz} Hz, got "${text}"`);
}
