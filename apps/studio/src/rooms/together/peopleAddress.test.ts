import { seededRandom, seeds } from '@leib/core/testing';
import { readJoin, roomPath } from '@leib/net';
import { expect, test } from 'vitest';
import { addressWithPeople, linkForOthers, newRoomName, peopleOfAddress, roomNameOf } from './peopleAddress.js';

test('what somebody writes becomes a name that the server takes, or none', () => {
  expect(roomNameOf(' Café  Museum 3 ')).toBe('cafe-museum-3');
  expect(roomNameOf('--a--')).toBe('a');
  for (const nothing of ['', '  ', '…', '--']) expect(roomNameOf(nothing)).toBeNull();
  for (const text of ['x'.repeat(90), 'a-'.repeat(40), newRoomName(seededRandom(1))]) {
    const name = roomNameOf(text) ?? '';
    expect(readJoin(roomPath({ people: name }))).toMatchObject({ ok: true, value: { people: name } });
  }
});

test('new names are short, and rarely the same', () => {
  const names = seeds(30).map((seed) => newRoomName(seededRandom(seed)));
  expect(new Set(names).size).toBeGreaterThan(27);
  for (const name of names) expect(roomNameOf(name)).toBe(name);
});

test('the address carries the room beside the server’s word and the page’s clock', () => {
  const page = 'http://127.0.0.1:8080/?token=abc&clock=manual#/mirror';
  const joined = addressWithPeople(page, 'museum');
  expect(new URL(joined).hash).toBe('#/together');
  expect(peopleOfAddress(joined)).toBe('museum');
  expect(new URL(joined).searchParams.get('clock')).toBe('manual');
  expect(peopleOfAddress(addressWithPeople(joined, null))).toBeNull();
});

test('a link for others has the invite in place of the own word, and nothing of this page’s', () => {
  const page = 'http://127.0.0.1:8080/?token=abc&clock=manual&people=x#/together';
  expect(linkForOthers(page, 'x', null)).toBe('http://127.0.0.1:8080/?people=x&token=abc#/together');
  expect(linkForOthers(page, 'x', 'guest-word')).toBe('http://127.0.0.1:8080/?people=x&token=guest-word#/together');
  expect(linkForOthers('http://127.0.0.1:8080/', 'x', null)).toBe('http://127.0.0.1:8080/?people=x#/together');
});
