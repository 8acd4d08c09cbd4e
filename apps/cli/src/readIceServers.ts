import { InputError } from '@leib/core';
import type { IceServers } from '@leib/server';
import { UsageError } from './command.js';
import { readText } from './files.js';

interface IceOptions {
  readonly stun: string | undefined;
  readonly turn: string | undefined;
  readonly 'turn-secret': string | undefined;
  readonly 'relay-only': boolean;
}

/** Servers by which voices find their way; null where none are given. */
export async function readIceServers(options: IceOptions): Promise<IceServers | null> {
  const { stun, turn, 'turn-secret': secretFile, 'relay-only': isRelayOnly } = options;
  checkAddress('--stun', stun, ['stun', 'stuns']);
  checkAddress('--turn', turn, ['turn', 'turns']);
  if ((turn === undefined) !== (secretFile === undefined)) {
    const missing = turn === undefined ? '--turn' : '--turn-secret';
    throw new UsageError(missing, 'expected --turn and --turn-secret together, got one of them');
  }
  if (isRelayOnly && turn === undefined) throw new UsageError('--relay-only', 'expected --turn with it, got none');
  if (stun === undefined && turn === undefined) return null;
  return {
    ...(stun !== undefined && { stun }),
    ...(turn !== undefined && secretFile !== undefined && { turn, turnSecret: await readSecret(secretFile) }),
    isRelayOnly,
  };
}

function checkAddress(option: string, text: string | undefined, schemes: readonly string[]): void {
  if (text === undefined) return;
  const [scheme, ...rest] = text.split(':');
  const address = rest.join(':');
  if (schemes.includes(scheme) && /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(address))
    return;
  throw new UsageError(option, `expected ${schemes[0]}:HOST:PORT, got "${text}"`);
}

async function readSecret(path: string): Promise<string> {
  const secret = (await readText(path)).trim();
  if (secret === '') throw new InputError(path, 'expected a word, got an empty file');
  return secret;
}
