import { type MeshUnit, meshUnits } from '@leib/formats';
import { UsageError } from '../command.js';

/** The unit of --unit; undefined where it is to be guessed. */
export function readMeshUnit(text: string | undefined): MeshUnit | undefined {
  if (text === undefined || text === 'auto') return undefined;
  if (Object.hasOwn(meshUnits, text)) return text as MeshUnit;
  throw new UsageError('--unit', `expected auto, ${Object.keys(meshUnits).join(', ')}, got "${text}"`);
}
