import { inputAt } from '@leib/reembody';
import { REMOTE_HEADER_SIZE, readHeader, remoteKind, remoteLimits } from '@leib/reembody/wire';

/** Bytes of the largest message of each kind; other kinds are refused. */
const mostBytes: ReadonlyMap<number, number> = new Map([
  [remoteKind.open, remoteLimits.messageBytes],
  [remoteKind.settings, 1 << 18],
  [remoteKind.count, 1 << 10],
  [remoteKind.resetObjects, 1 << 10],
  [
    remoteKind.frame,
    REMOTE_HEADER_SIZE + 4 * remoteLimits.bodies * (inputAt.targetRotations + 4 * remoteLimits.joints),
  ],
]);
/** Why a message is not taken: what its first bytes and its size say, before anything is made of it. */
export function refuseMessage(message: Uint8Array, hasOpened: boolean): string | null {
  const [kind] = message;
  const header = readHeader(message);
  if (!header.ok) return header.reason;
  if (!hasOpened && kind !== remoteKind.open) return `open: expected as the first message, got kind ${kind}.`;
  if (hasOpened && kind === remoteKind.open) return 'open: expected once, got a second one.';
  const most = mostBytes.get(kind);
  if (most === undefined) return `message: expected a kind that clients send, got kind ${kind}.`;
  return message.length > most
    ? `message of kind ${kind}: expected at most ${most} bytes, got ${message.length}.`
    : null;
}
