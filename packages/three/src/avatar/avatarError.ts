import { InputError, type RigJudgement } from '@leib/core';

export interface AvatarErrorOptions extends ErrorOptions {
  readonly judgement?: RigJudgement;
  readonly candidates?: readonly string[];
}

/** An avatar that cannot be loaded, and why: one sentence for the person who dropped the file. */
export class AvatarError extends InputError {
  override readonly name = 'AvatarError';
  /** Where the file was read and its skeleton is no person's: what was found. Null for files that cannot be read. */
  readonly judgement: RigJudgement | null;
  /** Several avatars came at once: paths to choose from, for the option `file`. Empty otherwise. */
  readonly candidates: readonly string[];

  constructor(message: string, { judgement, candidates = [], ...options }: AvatarErrorOptions = {}) {
    super('', message, options);
    this.judgement = judgement ?? null;
    this.candidates = candidates;
  }
}
