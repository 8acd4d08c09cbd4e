import { existsSync } from 'node:fs';
import { InputError } from '@leib/core/errors';
import type { CommandOptions, CommandRun } from './command.js';

/** Beside apps/, in the repository: what is measured with, too large to be published for the few who need it. */
const folder = new URL('../../../lab/', import.meta.url);
const preparer = new URL('../scripts/prepareLab.mjs', folder);

/** What a command of the repository does: see importFromLab(). */
export function loadFromLab<Options extends CommandOptions>(path: string, name: string): Promise<CommandRun<Options>> {
  return importFromLab(path, name);
}

/** `name` of a compiled file of lab/. What it needs is installed and compiled where that has not been done. */
export async function importFromLab<Value>(path: string, name: string): Promise<Value> {
  if (!existsSync(preparer)) {
    throw new InputError(
      '',
      'expected the repository of Leib, which this command needs, got its package; run it in a clone',
    );
  }
  const { prepareLab } = (await import(preparer.href)) as { prepareLab(path: string): Promise<void> };
  await prepareLab(path);
  return ((await import(new URL(path, folder).href)) as Record<string, Value>)[name];
}
