/**
 * Input from outside that cannot be used: a file, a message, settings, an argument. The message reads
 * `where: expected X, got Y; do Z`. Errors for bad input in every package are this class or extend it; any other
 * error is a bug.
 */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  /** Place in the input: `row 12, sex`, `settings.joints.head`; empty when the whole input is meant. */
  readonly where: string;
  readonly reason: string;

  constructor(where: string, reason: string, options?: { readonly cause?: unknown }) {
    super(where === '' ? reason : `${where}: ${reason}`, options);
    this.where = where;
    this.reason = reason;
  }
}
