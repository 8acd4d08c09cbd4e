import { UsageError } from './command.js';
import { commands } from './commands.js';
import { helpOf, helpOfAll } from './help.js';
import { createProcessOutput } from './output.js';
import { parseCall } from './parseCall.js';
import { readVersion } from './version.js';

/** Runs `leib` with the words after its name and returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function main(words: readonly string[]): Promise<number> {
  const output = createProcessOutput();
  try {
    await run(words, output);
    output.finish();
    return 0;
  } catch (error) {
    output.finish();
    console.error(process.env.LEIB_DEBUG ? error : `leib: ${oneLine(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(words: readonly string[], output: ReturnType<typeof createProcessOutput>): Promise<void> {
  const [name, ...rest] = words;
  if (name === undefined) throw new UsageError('which command? See leib --help.');
  if (name === '--help' || name === '-h' || name === 'help') return output.print(helpFor(rest[0]));
  if (name === '--version' || name === '-v') return output.print(readVersion());
  const command = findCommand(name);
  const { wantsHelp, operands, options } = parseCall(command, rest);
  if (wantsHelp) return output.print(helpOf(command));
  await command.run(operands, options, output);
}

function helpFor(name: string | undefined): string {
  return name === undefined ? helpOfAll(commands) : helpOf(findCommand(name));
}

function findCommand(name: string) {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const what = name.startsWith('-') ? `unknown option "${name}"` : `unknown command "${name}"`;
  throw new UsageError(`${what}; leib --help lists what there is.`);
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s*\n\s*/g, ' ');
}
