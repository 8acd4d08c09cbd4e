/** An avatar that cannot be loaded, and why: one sentence for the person who dropped the file. */
export class AvatarError extends Error {
  override readonly name = 'AvatarError';
}
