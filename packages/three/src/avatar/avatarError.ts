import { InputError } from '@leib/core';

/** An avatar that cannot be loaded, and why: one sentence for the person who dropped the file. */
export class AvatarError extends InputError {
  override readonly name = 'AvatarError';

  constructor(message: string, options?: ErrorOptions) {
    super('', message, options);
  }
}
