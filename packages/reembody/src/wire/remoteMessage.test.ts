import * as v from 'valibot';
import { expect, test } from 'vitest';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { bodyWith } from '../world/world.testing.js';
import { decodeBuilt, encodeBuilt } from './built.js';
import {
  createMessage,
  decodeJson,
  decodeNumbers,
  encodeJson,
  encodeNumbers,
  REMOTE_HEADER_SIZE,
  readHeader,
  remoteKind,
} from './remoteMessage.js';
import { decodeCount, decodeFailure, decodeSettings, encodeCount, encodeFailure, encodeSettings } from './requests.js';

test('a frame keeps its number, its time and, to seven digits, its numbers', () => {
  const numbers = Float64Array.of(0.1, -2.5, 1e-3, 90);
  const message = encodeNumbers(numbers, 3, 4_000_000_000, 0.25);
  const header = readHeader(message);
  expect(header).toMatchObject({ ok: true, value: { kind: remoteKind.frame, sequence: 4_000_000_000, seconds: 0.25 } });
  const out = new Float64Array(4);
  expect(decodeNumbers(message, out)).toEqual({ ok: true, value: 3 });
  for (let i = 0; i < 3; i++) expect(Math.abs(out[i] - numbers[i])).toBeLessThanOrEqual(Math.abs(numbers[i]) * 1e-7);
  expect(out[3]).toBe(0);
});

test('a frame that is longer than asked for, or no whole numbers, is refused', () => {
  const out = new Float64Array(2);
  expect(decodeNumbers(encodeNumbers(new Float64Array(3), 3, 1), out).ok).toBe(false);
  expect(decodeNumbers(createMessage(remoteKind.frame, 5), out).ok).toBe(false);
});

test('a message that is too short, or of another version, is refused with the reason', () => {
  expect(readHeader(new Uint8Array(REMOTE_HEADER_SIZE - 1))).toMatchObject({ ok: false });
  const newer = createMessage(remoteKind.resetObjects, 0);
  newer[1] = 2;
  const read = readHeader(newer);
  expect(read.ok ? '' : read.reason).toContain('version 2');
});

test('what is not JSON, or not of the right shape, is refused with the reason', () => {
  const schema = v.object({ a: v.number() });
  expect(decodeJson(encodeJson(remoteKind.settings, { a: 1 }), schema)).toEqual({ ok: true, value: { a: 1 } });
  const broken = createMessage(remoteKind.settings, 3);
  expect(decodeJson(broken, schema)).toMatchObject({ ok: false, reason: expect.stringContaining('expected JSON') });
  broken.fill(0xff, REMOTE_HEADER_SIZE);
  expect(decodeJson(broken, schema)).toMatchObject({ ok: false, reason: expect.stringContaining('UTF-8') });
  expect(decodeJson(encodeJson(remoteKind.settings, { a: 'b' }), schema)).toMatchObject({ ok: false, path: 'a' });
});

test('requests are read as they were written, and wrong ones are refused', () => {
  expect(decodeCount(encodeCount(3))).toEqual({ ok: true, value: 3 });
  expect(decodeCount(encodeCount(6))).toMatchObject({ ok: false, path: 'count' });
  expect(decodeCount(encodeCount(1.5))).toMatchObject({ ok: false, path: 'count' });
  const settings = { ...defaultRemoteBodySettings, totalMass: 61 };
  expect(decodeSettings(encodeSettings(settings))).toEqual({ ok: true, value: settings });
  const misspelt = encodeJson(remoteKind.settings, { settings: { mass: 3 } });
  expect(decodeSettings(misspelt)).toMatchObject({ ok: false, path: 'settings.mass' });
  const failure = { reason: 'full', isOver: true };
  expect(decodeFailure(encodeFailure(failure))).toEqual({ ok: true, value: failure });
});

test('a world comes over whole, with its arrays as they were, and the same body twice is one', () => {
  const [a, b] = [bodyWith(), bodyWith({}, true)];
  const built = { bodies: [a, b, a], ownCount: 2, clientCount: 2, seat: 1 };
  const read = decodeBuilt(encodeBuilt(built));
  if (!read.ok) throw new Error(read.reason);
  const { bodies } = read.value;
  expect(encodeBuilt(read.value)).toEqual(encodeBuilt(built));
  expect(bodies[2]).toBe(bodies[0]);
  expect(bodies[1].partOfJoint).toEqual(b.partOfJoint);
  expect(bodies[1].drives[0].low).toEqual(b.drives[0].low);
  expect(decodeBuilt(encodeJson(remoteKind.built, { bodies: 3 })).ok).toBe(false);
});
