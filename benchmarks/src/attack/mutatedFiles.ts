import type { ReaderUnderTest } from '@leib/core/testing';
import { modelReaders } from './readers/modelReaders.js';
import { motionReaders } from './readers/motionReaders.js';
import { settingsReaders } from './readers/settingsReaders.js';

/** Readers of all kinds of files, each with small files to damage. */
export async function fileReaders(): Promise<readonly ReaderUnderTest[]> {
  return [...(await motionReaders()), ...(await modelReaders()), ...(await settingsReaders())];
}
