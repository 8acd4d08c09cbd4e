import { seededRandom } from '@leib/core/testing';
import { quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { damagedVersions, decodeFresh, keysOf, sampleOf } from '../protocol/protocol.testing.js';
import { createJsonDecoder } from './jsonDecoder.js';

const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const pose = [1, 2, 3, 0, 0.6, 0, 0.8];

test('everything that may be said', () => {
  const frame = {
    format: 'leib-feed/1',
    n: 17,
    t: 12.5,
    latency: 0.004,
    complete: true,
    devices: [
      { id: 'waist', name: 'Waist', kind: 'tracker', point: 'hips', pose, quality: 'inferred' },
      { id: 'a', pose },
      { id: 'b', pose: null },
      { id: 'c', pose, quality: 'lost' },
    ],
  };
  const packet = decodeFresh(createJsonDecoder(), encode(frame));
  expect(packet).toMatchObject({ frameNumber: 17, senderSeconds: 12.5, senderLatencySeconds: 0.004, isComplete: true });
  expect(sampleOf(packet, 'waist')).toMatchObject({
    name: 'Waist',
    kind: 'tracker',
    suggestedPoint: 'hips',
    quality: quality.inferred,
  });
  expect([...sampleOf(packet, 'waist').pose]).toEqual(pose);
  expect(sampleOf(packet, 'a')).toMatchObject({ name: 'a', suggestedPoint: null, quality: quality.tracked });
  expect(sampleOf(packet, 'b').quality).toBe(quality.lost);
  expect(sampleOf(packet, 'c').quality).toBe(quality.lost);
});

test.each(['', '{', '[]', 'null', '3', '{}', '{"format":"leib-feed/2","devices":[]}', '{"format":"leib-feed/1"}'])(
  '%s is no frame',
  (text) => {
    expect(decodeFresh(createJsonDecoder(), encode(text))).toBeNull();
  },
);

test.each([
  null,
  3,
  {},
  { id: '' },
  { id: 5, pose },
  { id: 'x' },
  { id: 'x', pose: [1, 2, 3] },
  { id: 'x', pose: [1, 2, 3, 0, 0, 0, '1'] },
  { id: 'x'.repeat(65), pose },
])('a device %j is left out, the others count', (device) => {
  const frame = { format: 'leib-feed/1', devices: [device, { id: 'good', pose }] };
  expect(keysOf(decodeFresh(createJsonDecoder(), encode(frame)))).toEqual(['good']);
});

test('names from outside are no properties of ours', () => {
  const frame = { format: 'leib-feed/1', devices: [{ id: 'a', point: 'toString', kind: '__proto__', pose }] };
  expect(sampleOf(decodeFresh(createJsonDecoder(), encode(frame)), 'a')).toMatchObject({
    kind: 'tracker',
    suggestedPoint: null,
  });
});

test('damaged text never throws', () => {
  const whole = encode({ format: 'leib-feed/1', n: 1, devices: [{ id: 'a', pose }] });
  for (const bytes of damagedVersions(whole, seededRandom(13), 1000)) decodeFresh(createJsonDecoder(), bytes);
});
