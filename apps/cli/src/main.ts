import { inspect } from 'node:util';
import { type Command, type CommandGroup, type CommandOutput, UsageError } from './command.js';
import { commands } from './commands.js';
import { withFileRun } from './fileRun.js';
import { helpOf, helpOfAll, helpOfGroup } from './help.js';
import { createProcessOutput, type Surroundings } from './output.js';
import { type Call, parseCall } from './parseCall.js';
import { readVersion } from './version.js';

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
  return text.replace(/\s*\n\s*/g, ' ');
}
