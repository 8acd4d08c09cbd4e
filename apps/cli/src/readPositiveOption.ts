import { UsageError } from './command.js';

/** A number above zero, or undefined where the option is absent. */
export function readPositiveOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value < Infinity) return value;
  throw new UsageError(`--${name}`, `expected a number above zero, got "${text}"`);
}
