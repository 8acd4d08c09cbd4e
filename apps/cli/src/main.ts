import { inspect } from 'node:util';
import {
  type Command,
  type CommandGroup,
  type CommandOutput,
  forceOption,
  UsageError,
  writesFiles,
} from './command.js';
import { commands } from './commands.js';
import { withFileRun } from './outputFile.js';
import { type Call, parseCall } from './parseCall.js';
import { createProcessOutput, readVersion, type Surroundings } from './process.js';

/** Runs `leib` with the words after its name and returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function main(words: readonly string[], surroundings: Surroundings = process): Promise<number> {
  const output = createProcessOutput(surroundings);
  try {
    await run(words, output);
    output.finish();
    return 0;
  } catch (error) {
    output.finish();
    surroundings.stderr.write(`${surroundings.env.LEIB_DEBUG ? inspect(error) : `leib: ${oneLine(error)}`}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(words: readonly string[], output: CommandOutput): Promise<void> {
  const call = readCall(words);
  if ('text' in call) return output.print(call.text);
  const work = await call.command.load();
  await withFileRun(call.options.force === true, () => work(call.operands, call.options, output));
}

/** What the words ask for: a text (help, version), or a command with its operands and options. Throws UsageError. */
export function readCall(words: readonly string[]): { readonly text: string } | (Call & { readonly command: Command }) {
  const [name, ...rest] = words;
  if (name === undefined) throw new UsageError('', 'expected a command, got none; leib --help lists them');
  if (name === '--help' || name === '-h' || name === 'help') return { text: helpFor(rest) };
  if (name === '--version' || name === '-v') return { text: readVersion() };
  const found = findCommand(name);
  if ('commands' in found && (rest[0] === '--help' || rest[0] === '-h')) return { text: helpOfGroup(found) };
  const command = 'commands' in found ? commandOf(found, rest[0]) : found;
  const call = parseCall(command, 'commands' in found ? rest.slice(1) : rest);
  return call.wantsHelp ? { text: helpOf(command) } : { ...call, command };
}

function helpFor([name, inner]: readonly string[]): string {
  if (name === undefined) return helpOfAll(commands);
  const found = findCommand(name);
  if (!('commands' in found)) return helpOf(found);
  return inner === undefined ? helpOfGroup(found) : helpOf(commandOf(found, inner));
}

function commandOf({ name, commands: inside }: CommandGroup, inner: string | undefined): Command {
  const command = inside.find((candidate) => candidate.name === `${name} ${inner}`);
  if (command) return command;
  const known = inside.map((candidate) => candidate.name.slice(name.length + 1)).join(', ');
  const got = inner === undefined ? 'nothing' : `"${inner}"`;
  throw new UsageError(name, `expected ${known}, got ${got}; see leib ${name} --help`);
}

function findCommand(name: string): Command | CommandGroup {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  throw new UsageError('', `expected a command, got "${name}"; leib --help lists them`);
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function helpOfAll(commands: readonly (Command | CommandGroup)[]): string {
  return [
    'leib: puts a person into a virtual body; this is the part that needs no screen.',
    '',
    'Usage: leib <command> [options]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'leib <command> --help says more about one. leib --version prints the version.',
  ].join('\n');
}

function helpOfGroup({ name, summary, commands }: CommandGroup): string {
  return [
    `leib ${name}: ${summary}`,
    '',
    `Usage: leib ${name} <command> [options]`,
    '',
    'Commands:',
    ...columns(commands.map((command) => [command.name.slice(name.length + 1), command.summary])),
    '',
    `leib ${name} <command> --help says more about one.`,
  ].join('\n');
}

function helpOf({ name, summary, operands, lastRepeats, firstRepeats, options, details }: Command): string {
  const repeats = (i: number) => (lastRepeats && i === operands.length - 1) || (firstRepeats && i === 0);
  const known = { ...options, ...(writesFiles({ operands, options }) && { force: forceOption }) };
  const optionRows = Object.entries(known).map(([option, { short, value, help }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    help,
  ]);
  return [
    `leib ${name}: ${summary}`,
    '',
    `Usage: leib ${[name, ...operands.map((operand, i) => `<${operand}>${repeats(i) ? '...' : ''}`)].join(' ')} [options]`,
    '',
    'Options:',
    ...columns([...optionRows, ['-h, --help', 'show this']]),
    ...(details ? ['', details] : []),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
