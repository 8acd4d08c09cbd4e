import { FormatError } from '@leib/formats';

/** An error inside of a pickle. readPickle() adds the byte where the instruction stands. */
export function pickleError(reason: string): FormatError {
  return new FormatError('SMPL', '', reason);
}
