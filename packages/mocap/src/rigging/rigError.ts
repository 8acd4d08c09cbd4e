import { InputError } from '@leib/core';

/** Joint points or a mesh that cannot be rigged, and why. */
export class RigError extends InputError {
  override readonly name = 'RigError';

  constructor(message: string) {
    super('', message);
  }
}
