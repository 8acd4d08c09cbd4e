import { inputAt } from '@leib/reembody';
import { createMessage, remoteKind, remoteLimits } from '@leib/reembody/wire';
import { expect, test } from 'vitest';
import { refuseMessage } from './refuseMessage.js';

test.each([
  ['settings of a megabyte', createMessage(remoteKind.settings, 1 << 20), true, 'at most 262144 bytes'],
  ['a count of ten kilobytes', createMessage(remoteKind.count, 10_000), true, 'at most 1024 bytes'],
  ['a frame of more bodies than one client has', createMessage(remoteKind.frame, 100_000), true, 'at most'],
  ['a kind that only the server sends', createMessage(remoteKind.built, 0), true, 'got kind 6'],
  ['a second opening', createMessage(remoteKind.open, 0), true, 'expected once'],
  ['a frame before the opening', createMessage(remoteKind.frame, 0), false, 'expected as the first message'],
])('%s is refused before anything is made of it', (_, message, hasOpened, reason) => {
  expect(refuseMessage(message, hasOpened)).toContain(reason);
});

test('the largest opening and the largest frame are taken', () => {
  const header = createMessage(remoteKind.open, 0).length;
  expect(refuseMessage(createMessage(remoteKind.open, remoteLimits.messageBytes - header), false)).toBeNull();
  const numbers = remoteLimits.bodies * (inputAt.targetRotations + 4 * remoteLimits.joints);
  expect(refuseMessage(createMessage(remoteKind.frame, 4 * numbers), true)).toBeNull();
});
