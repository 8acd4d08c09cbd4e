import { parseArgs } from 'node:util';
import { type Command, type CommandOptions, type GivenOptions, UsageError } from './command.js';

/** What a command was called with. */
export interface Call {
  readonly wantsHelp: boolean;
  readonly operands: readonly string[];
  readonly options: GivenOptions;
}

const helpOption = { type: 'boolean', short: 'h' } as const;

/** Reads the words after a command's name. Throws UsageError with one line. */
export function parseCall(command: Command, words: readonly string[]): Call {
  let values: Record<string, unknown>;
  let operands: string[];
  try {
    ({ values, positionals: operands } = parseArgs({
      args: [...words],
      options: { ...shapes(command.options), help: helpOption },
      allowPositionals: true,
    }));
  } catch (error) {
    throw new UsageError('', `${firstSentence(error)}; see leib ${command.name} --help`);
  }
  if (values.help === true) return { wantsHelp: true, operands: [], options: {} };
  checkOperands(command, operands);
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => {
      const value = values[name];
      return [name, type === 'boolean' ? value === true : typeof value === 'string' ? value : undefined];
    }),
  );
  return { wantsHelp: false, operands, options };
}

function shapes(options: CommandOptions) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  );
}

function checkOperands({ name, operands: wanted, lastRepeats }: Command, given: readonly string[]): void {
  if (given.length < wanted.length) {
    throw new UsageError(`<${wanted[given.length]}>`, `expected a value, got nothing; see leib ${name} --help`);
  }
  if (given.length > wanted.length && !lastRepeats) {
    throw new UsageError(
      '',
      `expected ${describeOperands(wanted)}, got "${given[wanted.length]}" as well; see leib ${name} --help`,
    );
  }
}

function describeOperands(names: readonly string[]): string {
  return names.length === 0 ? 'options only' : names.map((name) => `<${name}>`).join(' ');
}

/** Node adds advice to its messages; the fact comes first. */
function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(/\.\s|\n/, 1)[0].replace(/\.$/, '');
}
