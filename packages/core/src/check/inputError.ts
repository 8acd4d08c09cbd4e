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
    const [shownWhere, shownReason] = [shortened(where, MOST_WHERE), shortened(reason, MOST_REASON)];
    super(shownWhere === '' ? shownReason : `${shownWhere}: ${shownReason}`, options);
    this.where = shownWhere;
    this.reason = shownReason;
  }
}

/** Most characters of a message's parts: names and words of a file can be as long as the file. */
const MOST_WHERE = 400;
const MOST_REASON = 1200;

/** A text without its middle where it is too long: the beginning says what was expected, the end what to do. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** Longest text that a message repeats. */
const SHOWN_LENGTH = 40;

/** Whether a value is an object with keys, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of any make as an error message shows it, after "got": `"tall"`, `3`, `null`, `a list`, `an object`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}...` : value);
}

/**
 * The entry of a table under a name from outside: of a file, a packet, a user. undefined where the table has none of its own, also for
 * "constructor", "__proto__" and other names that every object inherits.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
