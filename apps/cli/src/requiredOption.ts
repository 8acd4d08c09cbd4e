import { UsageError } from './command.js';

/** The value of an option that the command needs. */
export function requiredOption(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new UsageError(`--${name}`, 'expected a value, got nothing; add --help to see what it takes');
}
