import { InputError } from '@leib/core/errors';

/** One option: `--name value` where it takes a value, `--name` where it does not. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What stands for the value in the help: "HZ". */
  readonly value?: string;
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** Options of commands that write files take this one, too: see writesFiles. */
export const forceOption: CommandOption = {
  type: 'boolean',
  help: 'replace the input where the output is the same file',
};

/** Options that name a file or folder to be written. */
const outputOptions = ['out', 'series', 'save-bones', 'json'];

/** Whether a command writes files. */
export function writesFiles({ operands, options }: Pick<Command, 'operands' | 'options'>): boolean {
  return (
    operands.includes('out') ||
    outputOptions.some((name) => Object.hasOwn(options, name) && options[name].type === 'string')
  );
}

/** Option values as a command receives them. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name]['type'] extends 'boolean' ? boolean : string | undefined;
};

/** Option values by name, as a call holds them: true or false, a text, or absent. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>;

/** Where a command speaks: results to standard output, everything else to standard error. */
export interface CommandOutput {
  /** A result, with a line end added. */
  print(text: string): void;
  /** How far long work has come; replaces the line before it on a terminal. */
  progress(text: string): void;
  /** Something the user should know; a line on standard error. */
  note(text: string): void;
}

/** What a command does. Throws where it fails: UsageError for a wrong call, anything else for work that cannot be done. */
export type CommandRun<Options extends CommandOptions> = (
  operands: readonly string[],
  options: OptionValues<Options>,
  output: CommandOutput,
) => Promise<void>;

/**
 * Something `leib` can do, and how it is called. The files in commands/, one a topic,
 * import no system: all of them are loaded at every start, so that help is quick; what one does is loaded on its call.
 */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Names of what stands after the command: "in", "out". All are required. */
  readonly operands: readonly string[];
  /** Whether the last operand may stand several times. */
  readonly lastRepeats?: boolean;
  /** Whether the first may. */
  readonly firstRepeats?: boolean;
  readonly options: CommandOptions;
  /** More to say in the command's own help; may be empty. */
  readonly details: string;
  load(): Promise<(operands: readonly string[], options: GivenOptions, output: CommandOutput) => Promise<void>>;
}

/** A command whose options are typed inside its own run. */
export function defineCommand<const Options extends CommandOptions>({
  operands = [],
  options,
  load,
  ...about
}: Omit<Command, 'operands' | 'options' | 'load'> & {
  readonly operands?: readonly string[];
  readonly options: Options;
  load(): Promise<CommandRun<Options>>;
}): Command {
  return {
    ...about,
    operands,
    options,
    async load() {
      const run = await load();
      return (operands, given, output) => {
        if (!haveTypesOf(options, given)) throw new UsageError('', `${about.name}: expected the types of its options`);
        return run(operands, given, output);
      };
    },
  };
}

function haveTypesOf<Options extends CommandOptions>(
  options: Options,
  given: GivenOptions,
): given is GivenOptions & OptionValues<Options> {
  return Object.entries(options).every(([name, { type }]) => {
    const value = given[name];
    return type === 'boolean' ? typeof value === 'boolean' : value === undefined || typeof value === 'string';
  });
}

/** Commands that share a first word: `leib body measure`, `leib body fit`. Their names carry that word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

/** The call itself is wrong: exit code 2. `where` is the option, `--port`; empty for the call as a whole. */
export class UsageError extends InputError {
  override readonly name = 'UsageError';
}
