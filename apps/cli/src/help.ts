import type { Command } from './command.js';

export function helpOfAll(commands: readonly Command[]): string {
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

export function helpOf({ name, summary, operands, options, details }: Command): string {
  const optionRows = Object.entries(options).map(([option, { short, value, help }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    help,
  ]);
  return [
    `leib ${name}: ${summary}`,
    '',
    `Usage: leib ${[name, ...operands.map((operand) => `<${operand}>`), '[options]'].join(' ')}`,
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
