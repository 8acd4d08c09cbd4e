import { parseArgs } from 'node:util';
import {
  type Command,
  type CommandOptions,
  forceOption,
  type GivenOptions,
  UsageError,
  writesFiles,
} from './command.js';

/** What a command was called with. */
export interface Call {
  readonly wantsHelp: boolean;
  readonly operands: readonly string[];
  readonly options: GivenOptions;
}

const helpOption = { type: 'boolean', short: 'h' } as const;

/** Reads the words after a command's name. Throws UsageError with one line. */
export function parseCall(command: Command, words: readonly string[]): Call {
  const known = { ...command.options, ...(writesFiles(command) && { force: forceOption }) };
  let values: Record<string, unknown>;
  let operands: string[];
  try {
    ({ values, positionals: operands } = parseArgs({
      args: joinNegativeNumbers(known, words),
      options: { ...shapes(known), help: helpOption },
      allowPositionals: true,
    }));
  } catch (error) {
    throw new UsageError('', `${firstSentence(error)}; see leib ${command.name} --help`);
  }
  if (values.help === true) return { wantsHelp: true, operands: [], options: {} };
  takeOperandFromOption(command, operands, values);
  checkOperands(command, operands);
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => {
      const value = values[name];
      return [name, type === 'boolean' ? value === true : typeof value === 'string' ? value : undefined];
    }),
  );
  return { wantsHelp: false, operands, options };
}

/** `convert a.bvh --out b.glb` as `convert a.bvh b.glb`: the last operand may be given as an option of its name. */
function takeOperandFromOption(command: Command, operands: string[], values: Record<string, unknown>): void {
  const name = command.operands.at(-1);
  if (name === undefined || !Object.hasOwn(command.options, name)) return;
  const value = values[name];
  if (typeof value !== 'string') return;
  if (operands.length >= command.operands.length) {
    throw new UsageError(`--${name}`, `expected one <${name}>, got "${operands.at(-1)}" and "${value}"; leave one out`);
  }
  if (operands.length === command.operands.length - 1) operands.push(value);
}

/** `--hz -5` as `--hz=-5`: a number after an option is its value, so that the command can say what it expects. */
function joinNegativeNumbers(options: CommandOptions, words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? '';
    const name = before.startsWith('--') ? before.slice(2) : '';
    const isValue = /^-[\d.]/.test(word) && Object.hasOwn(options, name) && options[name].type === 'string';
    if (isValue) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}

function shapes(options: CommandOptions) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  );
}

function checkOperands({ name, operands: wanted, lastRepeats, firstRepeats }: Command, given: readonly string[]): void {
  if (given.length < wanted.length) {
    throw new UsageError(`<${wanted[given.length]}>`, `expected a value, got nothing; see leib ${name} --help`);
  }
  if (given.length > wanted.length && !lastRepeats && !firstRepeats) {
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
