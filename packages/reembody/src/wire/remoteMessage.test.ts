import { createMessage, encodeJson, readKind, roomKind } from '@leib/net';
import { expect, test } from 'vitest';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { bodyWith } from '../world/world.testing.js';
import { decodeBuilt, encodeBuilt } from './built.js';
import {
  decodeCount,
  decodeNumbers,
  decodeSettings,
  encodeCount,
  encodeNumbers,
  encodeSettings,
} from './remoteMessage.js';

test('a frame keeps its number, its time and, to seven digits, its numbers', () => {
  const numbers = Float64Array.of(0.1, -2.5, 1e-3, 90);
  const message = encodeNumbers(numbers, 3, 4_000_000_000, 0.25);
  expect(readKind(message)).toEqual({ ok: true, value: roomKind.bodies });
  const out = new Float64Array(4);
  expect(decodeNumbers(message, out)).toEqual({
    ok: true,
    value: { sequence: 4_000_000_000, seconds: 0.25, count: 3 },
  });
  for (let i = 0; i < 3; i++) expect(Math.abs(out[i] - numbers[i])).toBeLessThanOrEqual(Math.abs(numbers[i]) * 1e-7);
  expect(out[3]).toBe(0);
});

test('a frame that is longer than asked for, or no whole numbers, is refused', () => {
  const out = new Float64Array(2);
  expect(decodeNumbers(encodeNumbers(new Float64Array(3), 3, 1), out).ok).toBe(false);
  for (const size of [0, 3, 11, 17]) expect(decodeNumbers(createMessage(roomKind.bodies, size), out).ok).toBe(false);
});

test('requests are read as they were written, and wrong ones are refused', () => {
  expect(decodeCount(encodeCount(3))).toEqual({ ok: true, value: 3 });
  expect(decodeCount(encodeCount(6))).toMatchObject({ ok: false, path: 'count' });
  expect(decodeCount(encodeCount(1.5))).toMatchObject({ ok: false, path: 'count' });
  const settings = { ...defaultRemoteBodySettings, totalMass: 61 };
  expect(decodeSettings(encodeSettings(settings))).toEqual({ ok: true, value: settings });
  const misspelt = encodeJson(roomKind.settings, { settings: { mass: 3 } });
  expect(decodeSettings(misspelt)).toMatchObject({ ok: false, path: 'settings.mass' });
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
  expect(decodeBuilt(encodeJson(roomKind.built, { bodies: 3 })).ok).toBe(false);
});
