import { type Command, type CommandGroup, forceOption, writesFiles } from './command.js';

export function helpOfAll(commands: readonly (Command | CommandGroup)[]): string {
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

export function helpOfGroup({ name, summary, commands }: CommandGroup): string {
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

export function helpOf({ name, summary, operands, lastRepeats, options, details }: Command): string {
  const known = { ...options, ...(writesFiles({ operands, options }) && { force: forceOption }) };
  const optionRows = Object.entries(known).map(([option, { short, value, help }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    help,
  ]);
  return [
    `leib ${name}: ${summary}`,
    '',
    `Usage: leib ${[name, ...operands.map((operand) => `<${operand}>`)].join(' ')}${lastRepeats ? '...' : ''} [options]`,
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
